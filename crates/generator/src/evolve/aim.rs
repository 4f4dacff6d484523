//! The aims of evolution.

use sokolab_insight::rating::{RatingMeasures, grade};

sokolab_core::named! {
    /// A measure to maximise.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Aim: "measure" {
        /// Number of pushes.
        Pushes = "pushes",
        /// Number of moves.
        Moves = "moves",
        /// Runs of pushes of one box in one direction.
        Lines = "lines",
        /// Number of box changes.
        Changes = "changes",
        /// Number of changes of direction.
        Turns = "turns",
        /// Number of counter-intuitive pushes.
        CounterIntuitive = "counter-intuitive",
        /// The 2-decomposition.
        Decomposition = "decomposition",
        /// Pushes beyond the matching bound.
        Gap = "gap",
        /// The score behind the grade.
        Score = "score",
        /// Small floor area.
        Small = "small",
        /// Little waste: room in storages that no solution needs counts against a level.
        Waste = "waste",
    }
}

impl Aim {
    /// Whether the waste of levels has to be measured.
    pub(super) const fn needs_waste(self) -> bool {
        matches!(self, Aim::Score | Aim::Waste)
    }

    /// The value of a level for this aim; larger is better.
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
            // In thousandths: finer differences are noise.
            Aim::Score => return (grade::grade(measures).score * 1_000.0).round() as i64,
            Aim::Small => return -(measures.squares as i64),
            // An unknown value counts as the worst one.
            Aim::Waste => return measures.waste.map_or(WASTE_UNKNOWN, |it| -(it as i64)),
        };
        count as i64
    }
}

/// The value of a level whose waste is unknown: below every known one.
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
    use super::{dominates, dominators};

    #[test]
    fn a_level_dominates_by_being_no_worse_and_better_once() {
        assert!(dominates(&[3, 1], &[2, 1]));
        assert!(!dominates(&[3, 1], &[2, 2]));
        assert!(!dominates(&[2, 2], &[2, 2]));
        assert_eq!(dominators(&[&[3, 1], &[2, 2], &[1, 1], &[3, 0]]), [0, 0, 2, 1]);
    }
}
