//! The rungs of the ladder of hints.

use std::fmt;

/// How much a hint reveals. Each rung includes all lower ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rung {
    /// Whether the state can still be solved.
    #[default]
    Solvable,
    /// Which box to push next.
    Box,
    /// Where to push it before pushing another box.
    Target,
    /// The next push.
    Push,
    /// All moves to the end.
    Rest,
}

impl Rung {
    /// The five rungs, the one that reveals least first.
    pub const ALL: [Rung; 5] = [Rung::Solvable, Rung::Box, Rung::Target, Rung::Push, Rung::Rest];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rung::Solvable => "solvable",
            Rung::Box => "box",
            Rung::Target => "target",
            Rung::Push => "push",
            Rung::Rest => "rest",
        }
    }

    /// The rung with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Rung> {
        Rung::ALL.into_iter().find(|it| it.name() == name)
    }

    /// The rung that reveals a little more; `None` after the last.
    #[must_use]
    pub fn next(self) -> Option<Rung> {
        Rung::ALL.into_iter().find(|it| *it > self)
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Rung;

    #[test]
    fn the_ladder_is_climbed_one_rung_at_a_time() {
        let climbed: Vec<Rung> =
            std::iter::successors(Some(Rung::default()), |it| it.next()).collect();
        assert_eq!(climbed, Rung::ALL);
        assert!(Rung::ALL.iter().all(|it| Rung::from_name(it.name()) == Some(*it)));
        assert_eq!(Rung::from_name("everything"), None);
    }
}
