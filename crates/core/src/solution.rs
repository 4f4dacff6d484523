//! Moves that have been verified to solve a level.

use crate::direction::Direction;
use crate::moves::{Move, MoveKind, Moves};
use crate::square::Square;

/// A verified solution. Only [`verify`](crate::verify) makes one, so holding it is the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    moves: Moves,
    measures: Measures,
}

/// The metrics by which solutions are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Number of steps and pushes.
    pub moves: usize,
    /// Number of pushes.
    pub pushes: usize,
    /// Runs of consecutive pushes of one box in one direction.
    pub box_lines: usize,
    /// Number of times that the pushed box changes, counting the first.
    pub box_changes: usize,
    /// Runs of pushes without a step in between.
    pub pushing_sessions: usize,
    /// Runs of moves in one direction.
    pub keeper_lines: usize,
}

impl Solution {
    pub(crate) fn new(moves: Moves, measures: Measures) -> Solution {
        Solution { moves, measures }
    }

    /// The moves, with capitals exactly where a box is pushed.
    #[must_use]
    pub const fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Its length by several metrics.
    #[must_use]
    pub const fn measures(&self) -> Measures {
        self.measures
    }
}

/// Counts the metrics of a game while it is played or replayed.
#[derive(Clone, Debug, Default)]
pub struct MeasureCounter {
    measures: Measures,
    last: Option<Move>,
    last_push: Option<(Direction, Square)>,
}

impl MeasureCounter {
    /// Counts a step.
    #[inline]
    pub fn step(&mut self, direction: Direction) {
        self.count(Move { direction, kind: MoveKind::Step });
    }

    /// Counts a push of a box from `from` to `to`.
    #[inline]
    pub fn push(&mut self, direction: Direction, from: Square, to: Square) {
        self.measures.pushes += 1;
        match self.last_push {
            Some((_, at)) if at != from => self.measures.box_changes += 1,
            None => self.measures.box_changes += 1,
            Some(_) => {}
        }
        if self.last_push != Some((direction, from)) {
            self.measures.box_lines += 1;
        }
        if self.last.is_none_or(|last| last.kind == MoveKind::Step) {
            self.measures.pushing_sessions += 1;
        }
        self.last_push = Some((direction, to));
        self.count(Move { direction, kind: MoveKind::Push });
    }

    #[inline]
    fn count(&mut self, it: Move) {
        self.measures.moves += 1;
        if self.last.is_none_or(|last| last.direction != it.direction) {
            self.measures.keeper_lines += 1;
        }
        self.last = Some(it);
    }

    /// The counts so far.
    #[must_use]
    pub fn measures(&self) -> Measures {
        self.measures
    }
}
