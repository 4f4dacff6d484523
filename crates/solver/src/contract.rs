//! Contracts: what a technique requires of a level, and which solutions a search that uses it
//! keeps.
//!
//! Deadlock detectors, lower bounds and pruning rules state their contracts as data. A search makes
//! a promise and uses a technique only if the level meets the technique's needs and the technique
//! keeps at least what the search promises. Tests compare each family with exhaustive search on
//! small worlds.

use sokolab_core::GoalKind;

use crate::problem::Problem;

/// The solutions that a search is sure to keep when it uses a technique. Each variant includes the
/// ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Keeps {
    /// Perhaps none: the technique guesses, and a search that fails with it has proved nothing.
    Nothing,
    /// A solution with the fewest pushes, if the level has a solution.
    FewestPushes,
    /// A solution with the fewest moves as well.
    FewestMoves,
}

/// Which boxes the win must need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boxes {
    /// Any number; there may be spare boxes.
    Any,
    /// All of them, so that a lost box is a deadlock.
    Needed,
    /// All of them, and as many as there are goals, so that the solved states are known.
    OneForEachGoal,
}

/// The directions in which the keeper and the boxes may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ways {
    /// Those of any rule set.
    Any,
    /// Orthogonal directions only.
    Straight,
}

/// What a technique requires of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    /// The goal kinds it can handle.
    pub(crate) goals: &'static [GoalKind],
    pub(crate) boxes: Boxes,
    pub(crate) ways: Ways,
}

impl Needs {
    /// Any level under any rule set.
    pub(crate) const NOTHING: Needs = Needs {
        goals: &[GoalKind::Keep, GoalKind::Fill, GoalKind::Sink],
        boxes: Boxes::Any,
        ways: Ways::Any,
    };

    /// Every box must be brought to a goal by orthogonal moves, and there are no holes. In a
    /// solvable state, any subset of the boxes alone on the board is then solvable too.
    pub(crate) const CLASSICAL: Needs = Needs {
        goals: &[GoalKind::Keep, GoalKind::Sink],
        boxes: Boxes::Needed,
        ways: Ways::Straight,
    };

    /// As [`Needs::CLASSICAL`], and boxes stay on goals.
    pub(crate) const BOXES_STAY: Needs = Needs { goals: &[GoalKind::Keep], ..Needs::CLASSICAL };

    /// As [`Needs::BOXES_STAY`], with as many boxes as goals.
    pub(crate) const ONE_BOX_FOR_EACH_GOAL: Needs =
        Needs { boxes: Boxes::OneForEachGoal, ..Needs::BOXES_STAY };

    /// As [`Needs::CLASSICAL`], and boxes vanish in sinks.
    pub(crate) const SINKS: Needs = Needs { goals: &[GoalKind::Sink], ..Needs::CLASSICAL };

    /// Boxes fill holes.
    pub(crate) const HOLES: Needs = Needs { goals: &[GoalKind::Fill], ..Needs::NOTHING };

    /// Whether a level meets these needs.
    pub(crate) fn are_met_by<const N: usize>(&self, problem: &Problem<'_, N>) -> bool {
        let boxes = match self.boxes {
            Boxes::Any => true,
            Boxes::Needed => problem.spare == 0,
            Boxes::OneForEachGoal => {
                problem.spare == 0 && problem.start.boxes.len() == problem.board.goals().len()
            }
        };
        let ways = match self.ways {
            Ways::Any => true,
            Ways::Straight => problem.field.is_orthogonal(),
        };
        boxes && ways && self.goals.contains(&problem.field.goal_kind())
    }
}

/// What a technique needs of a level and which solutions it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contract {
    pub(crate) needs: Needs,
    pub(crate) keeps: Keeps,
}

impl Contract {
    /// A technique that proves something about every state of a classical level, so that every
    /// search on such a level may use it.
    pub(crate) const CLASSICAL_PROOF: Contract =
        Contract { needs: Needs::CLASSICAL, keeps: Keeps::FewestMoves };

    /// Whether a search on this level that promises `promise` may use the technique.
    pub(crate) fn permits<const N: usize>(&self, problem: &Problem<'_, N>, promise: Keeps) -> bool {
        self.keeps >= promise && self.needs.are_met_by(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::{Contract, Keeps, Needs};
    use crate::problem::Problem;
    use sokolab_core::testing::random_levels;
    use sokolab_core::{Rules, check};

    #[test]
    fn classical_levels_are_those_that_the_problem_calls_so() {
        let (mut classical, mut others) = (0, 0);
        for level in Rules::ALL.into_iter().flat_map(|rules| random_levels(rules, 200)) {
            let (board, start) = check(&level).expect("random levels are playable");
            let Ok(problem) = Problem::<4>::new(&board, &start, 1 << 20, &mut || true) else {
                continue;
            };
            let is_met = Needs::CLASSICAL.are_met_by(&problem);
            assert_eq!(is_met, problem.is_classical(), "{level:?}");
            let is_even = Needs::ONE_BOX_FOR_EACH_GOAL.are_met_by(&problem);
            assert_eq!(is_even && problem.is_small(), problem.is_reversible(), "{level:?}");
            assert!(Needs::NOTHING.are_met_by(&problem));
            *(if is_met { &mut classical } else { &mut others }) += 1;
        }
        assert!(classical > 50 && others > 50, "{classical} and {others}");
    }

    #[test]
    fn a_guess_is_refused_by_a_search_that_promises_more() {
        let (board, start) = sokolab_core::testing::position_in("#####\n#@$.#\n#####", Rules::SINK);
        let problem = Problem::<4>::new(&board, &start, 1 << 20, &mut || true).expect("solvable");
        let guess = Contract { needs: Needs::NOTHING, keeps: Keeps::Nothing };
        assert!(guess.permits(&problem, Keeps::Nothing));
        assert!(!guess.permits(&problem, Keeps::FewestPushes));
        assert!(!Contract::CLASSICAL_PROOF.needs.goals.is_empty());
        assert!(Contract::CLASSICAL_PROOF.permits(&problem, Keeps::FewestMoves));
    }
}
