//! A sequence of moves, unchecked.

use std::fmt;

use crate::direction::Direction;

/// Whether a move was written as a step or as a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A step, written as a lower-case letter.
    Step,
    /// A push, written as a capital letter.
    Push,
}

/// One move as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Direction of the keeper's movement.
    pub direction: Direction,
    /// Whether it is written as a step or as a push.
    pub kind: MoveKind,
}

impl Move {
    /// Its letter: lower case for a step, a capital for a push.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.kind {
            MoveKind::Step => self.direction.letter(),
            MoveKind::Push => self.direction.letter().to_ascii_uppercase(),
        }
    }
}

/// A sequence of unchecked moves; [`verify`](crate::verify) turns it into a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(Vec<Move>);

impl Moves {
    /// No moves.
    #[must_use]
    pub const fn new() -> Moves {
        Moves(Vec::new())
    }

    /// Adds a step.
    pub fn step(&mut self, direction: Direction) {
        self.0.push(Move { direction, kind: MoveKind::Step });
    }

    /// Adds a push.
    pub fn push(&mut self, direction: Direction) {
        self.0.push(Move { direction, kind: MoveKind::Push });
    }

    /// The moves as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.0
    }

    /// Number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Move> for Moves {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Moves {
        Moves(moves.into_iter().collect())
    }
}

/// Letters `lurd` and `qezc`, capitals for pushes.
impl fmt::Display for Moves {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.0.iter().map(|it| it.letter()).collect();
        formatter.write_str(&letters)
    }
}
