//! Why a state cannot be solved, in a sentence: the simplest reason that a detector can prove.
//!
//! A reason is a list of [`Statement`]s about the level, and the sentence says these and no more.
//! Each is something that trying everything can check, and the tests do.

mod reasons;
mod sentence;
#[cfg(test)]
mod tests;

use sokolab_core::{Board, Direction, Square, SquareSet, State};

use crate::deadlock::{Deadlock, DeadlockKind, Proof};
use reasons::{Reason, detect};
use sentence::sentence;

/// A proof that a state cannot be solved, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The proof.
    pub deadlock: Deadlock,
    /// What is said of the level.
    pub statements: Vec<Statement>,
    /// The reason as a sentence without a full stop. Squares are named as on the board.
    pub sentence: String,
}

impl Refutation {
    /// The refutation of a state of which every box is needed and of which `boxes`, with nothing
    /// else on the board, cannot all be brought to goals: a search of `states` states has shown
    /// that.
    #[must_use]
    pub fn of_group(
        board: &Board,
        state: &State,
        (kind, boxes): (DeadlockKind, SquareSet),
        states: usize,
    ) -> Refutation {
        let statements = vec![Statement::NotAll { boxes: boxes.clone(), lost_min: 1 }];
        let deadlock = Deadlock { kind, boxes, proof: Proof::Search(states) };
        let reason = Reason::new(deadlock, statements);
        let sentence = sentence(board, state, &reason);
        let Reason { deadlock, statements, .. } = reason;
        Refutation { deadlock, statements, sentence }
    }
}

/// What a refutation says of the level. It holds however the level is played from this state on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// There are fewer boxes than a win needs.
    TooFewBoxes,
    /// Walls keep the keeper from every exit.
    ExitOutOfReach,
    /// None of these boxes can ever be pushed.
    NeverPushed(SquareSet),
    /// From where it stands, this box can be pushed in no other directions.
    PushedOnly(Square, Vec<Direction>),
    /// None of these boxes can be brought to a goal.
    NoGoal(SquareSet),
    /// Whichever of these boxes is pushed first can be brought to no goal after that.
    LostIfPushed(SquareSet),
    /// No other boxes can be brought to these goals, as long as `still` stay where they are.
    OnlyBoxes {
        /// The boxes.
        boxes: SquareSet,
        /// The goals.
        goals: SquareSet,
        /// Boxes that would be lost if they were pushed.
        still: SquareSet,
    },
    /// These boxes can be brought to no other goals, as long as `still` stay where they are.
    OnlyGoals {
        /// The boxes.
        boxes: SquareSet,
        /// The goals.
        goals: SquareSet,
        /// Boxes that would be lost if they were pushed.
        still: SquareSet,
    },
    /// Every state that can be solved has a box on one of these goals, if `still` are where they
    /// are.
    FilledBefore {
        /// The goals.
        goals: SquareSet,
        /// Boxes that would be lost if they were pushed.
        still: SquareSet,
    },
    /// So many of these boxes at least are never on goals together with the others.
    NotAll {
        /// The boxes.
        boxes: SquareSet,
        /// How many.
        lost_min: usize,
    },
}

/// Larger boards are not looked at: distances of that many pairs of squares and goals take
/// seconds.
const PAIRS_MAX: usize = 1_000_000;

/// The simplest reason for which `state` cannot be solved; `None` if no detector sees one, which
/// proves nothing.
#[must_use]
pub fn refute(board: &Board, state: &State) -> Option<Refutation> {
    if board.square_count() * board.goals().len().max(1) > PAIRS_MAX {
        return None;
    }
    let reason = detect(board, state)?;
    let sentence = sentence(board, state, &reason);
    let Reason { deadlock, statements, .. } = reason;
    Some(Refutation { deadlock, statements, sentence })
}
