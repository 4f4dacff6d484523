//! Winning moves that a generator has found, and whether they are proved to be the fewest pushes.
//!
//! Only [`WinningMoves::from_graph`] takes such a proof, from the searches over every state of a
//! small board.

use sokolab_core::{Board, LetterCase, Level, Moves, State, verify};
use sokolab_field::Field;
use sokolab_insight::Assessed;
use sokolab_solver::moves_of;

use crate::graph::{WinningPushes, on_board};

/// Moves that a generator claims to win, before the level has its final picture.
#[derive(Clone, Debug)]
pub(crate) struct WinningMoves {
    moves: Moves,
    is_fewest: bool,
}

impl WinningMoves {
    /// Pushes on `field`, laid out from `board`, as moves from `start` on the board of the level
    /// that was made.
    pub(crate) fn from_graph<const N: usize>(
        (board, field): (&Board, &Field<N>),
        pushes: &WinningPushes,
        (level_board, start): (&Board, &State),
    ) -> WinningMoves {
        let is_fewest = pushes.is_fewest();
        let pushes = on_board(board, field, pushes);
        WinningMoves { moves: moves_of(level_board, start, pushes), is_fewest }
    }

    /// The moves.
    pub(crate) const fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The solution of `level`, which must be the same puzzle in another frame.
    ///
    /// # Panics
    /// If the moves do not solve the level: the generator that made them is wrong then.
    pub(crate) fn on(self, level: &Level) -> Assessed {
        let verdict = verify(level, &self.moves, LetterCase::Strict);
        let verdict = verdict.expect("the referee accepts what a generator made");
        if self.is_fewest {
            Assessed::proved(verdict.solution)
        } else {
            Assessed::unproved(verdict.solution)
        }
    }
}

impl From<Assessed> for WinningMoves {
    fn from(assessed: Assessed) -> WinningMoves {
        WinningMoves { moves: assessed.moves().clone(), is_fewest: assessed.is_fewest() }
    }
}
