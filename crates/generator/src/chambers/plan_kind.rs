//! The kinds of plans, and which of them are wanted.

use std::fmt;
use std::str::FromStr;

use sokolab_core::UnknownName;

sokolab_core::named! {
    /// What a level forces the player to do.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PlanKind: "plan" {
        /// Directed chambers in a row, with a storage behind them that they demand.
        Row = "row",
        /// A goal lock with two connections, between a feed and a storage for all boxes.
        Lock = "lock",
        /// A goal lock with three connections: a feed and two storages.
        ForkedLock = "forked-lock",
        /// A goal lock with one connection, which is its own storage.
        Hybrid = "hybrid",
        /// A goal chamber with one connection where boxes must wait before goals are filled.
        Packing = "packing",
    }
}

/// The plans that levels may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanKinds(u8);

impl PlanKinds {
    /// All plans.
    pub const ALL: PlanKinds = PlanKinds((1 << PlanKind::ALL.len()) - 1);

    /// These plans.
    #[must_use]
    pub fn of(kinds: &[PlanKind]) -> PlanKinds {
        PlanKinds(kinds.iter().fold(0, |set, &kind| set | 1 << kind as u8))
    }

    /// Whether levels may have this plan.
    #[must_use]
    pub const fn contains(self, kind: PlanKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    /// The plans, in the order of [`PlanKind::ALL`].
    pub fn iter(self) -> impl Iterator<Item = PlanKind> {
        PlanKind::ALL.into_iter().filter(move |&it| self.contains(it))
    }
}

impl Default for PlanKinds {
    fn default() -> PlanKinds {
        PlanKinds::ALL
    }
}

/// Why a text names no plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadPlanKinds {
    /// A name is not the name of a plan.
    Unknown(UnknownName),
    /// It chooses and forbids at the same time.
    Mixed,
    /// It forbids all of them.
    Nothing,
}

impl fmt::Display for BadPlanKinds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPlanKinds::Unknown(name) => write!(formatter, "{name}"),
            BadPlanKinds::Mixed => {
                formatter.write_str("plans are either chosen or, with `no-` before each, forbidden")
            }
            BadPlanKinds::Nothing => formatter.write_str("all plans are forbidden"),
        }
    }
}

impl std::error::Error for BadPlanKinds {}

impl FromStr for PlanKinds {
    type Err = BadPlanKinds;

    /// Reads names of plans with commas between them; with `no-` before each, all others are meant.
    fn from_str(text: &str) -> Result<PlanKinds, BadPlanKinds> {
        let names: Vec<&str> = text.split(',').map(str::trim).collect();
        let forbidden = names.iter().filter(|it| it.starts_with("no-")).count();
        if forbidden != 0 && forbidden != names.len() {
            return Err(BadPlanKinds::Mixed);
        }
        let named = names.iter().map(|it| it.strip_prefix("no-").unwrap_or(it).parse());
        let named: Result<Vec<PlanKind>, UnknownName> = named.collect();
        let named = PlanKinds::of(&named.map_err(BadPlanKinds::Unknown)?);
        let kinds = if forbidden == 0 { named } else { PlanKinds(PlanKinds::ALL.0 & !named.0) };
        if kinds.0 == 0 { Err(BadPlanKinds::Nothing) } else { Ok(kinds) }
    }
}

impl fmt::Display for PlanKinds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(PlanKind::name).collect();
        formatter.write_str(&names.join(","))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for PlanKinds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<PlanKinds, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::{BadPlanKinds, PlanKind, PlanKinds};

    #[test]
    fn plans_are_chosen_or_forbidden() {
        let two = PlanKinds::of(&[PlanKind::Lock, PlanKind::Hybrid]);
        assert_eq!("lock,hybrid".parse(), Ok(two));
        assert_eq!("no-row,no-forked-lock, no-packing".parse(), Ok(two));
        assert_eq!(two.to_string(), "lock,hybrid");
        assert_eq!("lock,no-row".parse::<PlanKinds>(), Err(BadPlanKinds::Mixed));
        let all: Vec<String> = PlanKind::ALL.iter().map(|it| format!("no-{it}")).collect();
        assert_eq!(all.join(",").parse::<PlanKinds>(), Err(BadPlanKinds::Nothing));
        assert!(matches!("rows".parse::<PlanKinds>(), Err(BadPlanKinds::Unknown(_))));
    }
}
