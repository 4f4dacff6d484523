//! Explains in a sentence why a state cannot be solved: the simplest reason that a detector proves.
//!
//! A reason is a list of [`Statement`]s about the level, and the sentence says exactly these. Each
//! statement can be checked by exhaustive search, and the tests do that.

mod facts;
mod reasons;
mod sentence;
#[cfg(test)]
mod tests;

use sokolab_core::{Board, Direction, Square, SquareSet, State};

use crate::deadlock::{Deadlock, DeadlockKind, Proof};
use facts::BoardFacts;
use reasons::{Reason, detect};
use sentence::sentence;

/// A proof that a state cannot be solved, with its explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The proof.
    pub deadlock: Deadlock,
    /// The claims about the level.
    pub statements: Vec<Statement>,
    /// The reason as a sentence without a full stop. Squares are called by their names on the
    /// board.
    pub sentence: String,
}

impl Refutation {
    /// The refutation of a state in which every box is needed, but `boxes`, alone on the board,
    /// cannot all be brought to goals, as a search of `states` states has shown.
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

/// A claim about the level. It holds however the level is played from this state on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// There are fewer boxes than a win needs.
    TooFewBoxes,
    /// Walls keep the keeper from every exit.
    ExitOutOfReach,
    /// None of these boxes can ever be pushed.
    NeverPushed(SquareSet),
    /// From where it stands, this box can be pushed in these directions only.
    PushedOnly(Square, Vec<Direction>),
    /// None of these boxes can be brought to a goal.
    NoGoal(SquareSet),
    /// Whichever of these boxes is pushed first can reach no goal after that.
    LostIfPushed(SquareSet),
    /// No other boxes can reach these goals as long as `still` stay where they are.
    OnlyBoxes {
        /// The boxes.
        boxes: SquareSet,
        /// The goals.
        goals: SquareSet,
        /// Boxes that would be lost if they were pushed.
        still: SquareSet,
    },
    /// These boxes can reach no other goals as long as `still` stay where they are.
    OnlyGoals {
        /// The boxes.
        boxes: SquareSet,
        /// The goals.
        goals: SquareSet,
        /// Boxes that would be lost if they were pushed.
        still: SquareSet,
    },
    /// Every solvable state has a box on one of these goals, provided that `still` are where they
    /// are.
    FilledBefore {
        /// The goals.
        goals: SquareSet,
        /// Boxes that would be lost if they were pushed.
        still: SquareSet,
    },
    /// At least this many of these boxes can never be on goals together with the others.
    NotAll {
        /// The boxes.
        boxes: SquareSet,
        /// Lower bound on the boxes that are lost.
        lost_min: usize,
    },
}

/// Maximum number of square-goal pairs: distances of more pairs take seconds.
const PAIRS_MAX: usize = 1_000_000;

/// The simplest reason why `state` cannot be solved; `None` if no detector finds one, which proves
/// nothing. For states of one game, [`Refuter::refute`] gives the same answers faster.
#[must_use]
pub fn refute(board: &Board, state: &State) -> Option<Refutation> {
    Refuter::default().refute(board, state)
}

/// Refutes one state of a game after another, and remembers what it finds: most of it holds for the
/// next state too. What it remembers never changes an answer.
#[derive(Clone, Debug, Default)]
pub struct Refuter {
    facts: Option<BoardFacts>,
}

impl Refuter {
    /// The answer of [`refute`]. What is known about another board is forgotten.
    #[must_use]
    pub fn refute(&mut self, board: &Board, state: &State) -> Option<Refutation> {
        if board.square_count() * board.goals().len().max(1) > PAIRS_MAX {
            return None;
        }
        if self.facts.as_ref().is_some_and(|it| &it.board != board) {
            self.facts = None;
        }
        let facts = self.facts.get_or_insert_with(|| BoardFacts::new(board));
        let reason = detect(board, state, facts)?;
        let sentence = sentence(board, state, &reason);
        let Reason { deadlock, statements, .. } = reason;
        Some(Refutation { deadlock, statements, sentence })
    }
}
