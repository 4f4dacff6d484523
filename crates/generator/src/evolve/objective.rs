//! What evolution strives for.

use sokolab_insight::rating::{RatingMeasures, grade};

/// A measure to have more of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Pushes.
    Pushes,
    /// Moves.
    Moves,
    /// Runs of pushes of one box in one direction.
    Lines,
    /// Changes of box.
    Changes,
    /// Changes of direction.
    Turns,
    /// Counter-intuitive pushes.
    CounterIntuitive,
    /// The decomposition.
    Decomposition,
    /// Pushes beyond the matching bound.
    Gap,
    /// The score of the grade.
    Score,
    /// Little floor: less is more.
    Small,
    /// Little waste: less room in storages that no solution needs is more.
    Waste,
}

impl Aim {
    /// All of them.
    pub const ALL: [Aim; 11] = [
        Aim::Pushes,
        Aim::Moves,
        Aim::Lines,
        Aim::Changes,
        Aim::Turns,
        Aim::CounterIntuitive,
        Aim::Decomposition,
        Aim::Gap,
        Aim::Score,
        Aim::Small,
        Aim::Waste,
    ];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Aim::Pushes => "pushes",
            Aim::Moves => "moves",
            Aim::Lines => "lines",
            Aim::Changes => "changes",
            Aim::Turns => "turns",
            Aim::CounterIntuitive => "counter-intuitive",
            Aim::Decomposition => "decomposition",
            Aim::Gap => "gap",
            Aim::Score => "score",
            Aim::Small => "small",
            Aim::Waste => "waste",
        }
    }

    /// The aim with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Aim> {
        Aim::ALL.into_iter().find(|aim| aim.name() == name)
    }

    /// Whether waste has to be looked for.
    pub(super) const fn minds_waste(self) -> bool {
        matches!(self, Aim::Score | Aim::Waste)
    }

    /// How much of it a level has.
    pub(super) fn value(self, measures: &RatingMeasures) -> i64 {
        let count = match self {
            Aim::Pushes => measures.pushes,
            Aim::Moves => measures.moves,
            Aim::Lines => measures.box_lines,
            Aim::Changes => measures.box_changes,
            Aim::Turns => measures.direction_changes,
            Aim::CounterIntuitive => measures.counter_intuitive.unwrap_or(0),
            Aim::Decomposition => measures.decomposition,
            Aim::Gap => measures.bound_gap.unwrap_or(0) as usize,
            // Thousandths: finer differences are noise.
            Aim::Score => return (grade::grade(measures).score * 1_000.0).round() as i64,
            Aim::Small => return -(measures.squares as i64),
            // What is not known is no merit.
            Aim::Waste => return measures.waste.map_or(WASTE_UNKNOWN, |it| -(it as i64)),
        };
        count as i64
    }
}

/// What a level is worth whose waste is not known: less than any waste that is.
const WASTE_UNKNOWN: i64 = -1_000_000;

/// Whether one level is at least as good in every aim and better in one.
pub(super) fn dominates(one: &[i64], other: &[i64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one >= other) && one != other
}

/// How many of `all` dominate each: 0 on the Pareto front.
pub(super) fn dominators(all: &[&[i64]]) -> Vec<usize> {
    let count = |it: &&[i64]| all.iter().filter(|other| dominates(other, it)).count();
    all.iter().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::{Aim, dominates, dominators};

    #[test]
    fn a_level_dominates_by_being_no_worse_and_better_once() {
        assert!(dominates(&[3, 1], &[2, 1]));
        assert!(!dominates(&[3, 1], &[2, 2]));
        assert!(!dominates(&[2, 2], &[2, 2]));
        assert_eq!(dominators(&[&[3, 1], &[2, 2], &[1, 1], &[3, 0]]), [0, 0, 2, 1]);
    }

    #[test]
    fn names_lead_back_to_aims() {
        for aim in Aim::ALL {
            assert_eq!(Aim::from_name(aim.name()), Some(aim));
        }
    }
}
