//! Why a game refused a request.

use std::error::Error;
use std::fmt;

use sokolab_core::Hindrance;

use crate::limits::MOVES_MAX;

/// Why a request was refused. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameRefusal {
    /// The rules do not allow the move.
    Move(Hindrance),
    /// The keeper cannot walk there without pushing.
    NoWalk,
    /// There is no box on the given square.
    NoBox,
    /// The box cannot be pushed there while all others stay where they are.
    NoPushes,
    /// The history has reached its maximum size.
    Full,
}

impl From<Hindrance> for GameRefusal {
    fn from(hindrance: Hindrance) -> GameRefusal {
        GameRefusal::Move(hindrance)
    }
}

impl fmt::Display for GameRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameRefusal::Move(hindrance) => hindrance.fmt(formatter),
            GameRefusal::NoWalk => {
                formatter.write_str("the keeper cannot walk there without pushing a box")
            }
            GameRefusal::NoBox => formatter.write_str("no box stands there"),
            GameRefusal::NoPushes => {
                formatter.write_str("the box cannot be pushed there while the others stay")
            }
            GameRefusal::Full => {
                write!(formatter, "the game has {MOVES_MAX} moves, and no more are kept")
            }
        }
    }
}

impl Error for GameRefusal {}

/// A sequence of moves that was interrupted by an illegal one; the moves before it have been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalMove {
    /// The index of the illegal move, from 0.
    pub index: usize,
    /// Why it is illegal.
    pub refused: GameRefusal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Programs count moves from 0, people from 1.
        write!(formatter, "move {}: {}", self.index + 1, self.refused)
    }
}

impl Error for IllegalMove {}
