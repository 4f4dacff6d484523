//! The variable part of a level in play.

use crate::board::Board;
use crate::rule_set::GoalKind;
use crate::square::Square;
use crate::square_set::SquareSet;

/// Boxes, filled goals and keeper.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// The squares with a box.
    pub boxes: SquareSet,
    /// The holes that have been filled; empty under rule sets without holes.
    pub filled: SquareSet,
    /// Where the keeper stands.
    pub keeper: Square,
}

impl State {
    /// Whether `square` is a hole that is still open.
    #[must_use]
    #[inline]
    pub fn is_open_hole(&self, board: &Board, square: Square) -> bool {
        board.rules().goal() == GoalKind::Fill
            && board.goals().contains(square)
            && !self.filled.contains(square)
    }

    /// The goals that can still take a box: under `Keep` those without one, under `Fill` the open
    /// holes, under `Sink` every sink.
    #[must_use]
    pub fn open_goals(&self, board: &Board) -> SquareSet {
        match board.rules().goal() {
            GoalKind::Keep => board.goals().difference(&self.boxes),
            GoalKind::Fill => board.goals().difference(&self.filled),
            GoalKind::Sink => board.goals().clone(),
        }
    }
}
