//! A sequence of moves that claims to solve a level.

use std::fmt;

use crate::direction::Direction;

/// Whether a move was written as a step or as a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Small letter.
    Step,
    /// Capital letter.
    Push,
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where to.
    pub direction: Direction,
    /// What it claims to be.
    pub kind: MoveKind,
}

impl Move {
    /// Its letter: small for a step, capital for a push.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.kind {
            MoveKind::Step => self.direction.letter(),
            MoveKind::Push => self.direction.letter().to_ascii_uppercase(),
        }
    }
}

/// Moves in order. They promise nothing; [`verify`](crate::verify) makes a solution of them.
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

    /// How many there are.
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
