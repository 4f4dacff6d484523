//! Winning moves found by a generator, and whether they are proved to have the fewest pushes.
//!
//! Only [`WinningMoves::from_graph`] accepts such a proof, from the exhaustive searches on small
//! boards.

use sokolab_core::{Board, LetterCase, Level, Moves, State, verify};
use sokolab_field::Field;
use sokolab_insight::Assessed;
use sokolab_solver::moves_of;

use crate::graph::{WinningPushes, on_board};

/// Moves that win according to a generator, before the level has its final picture.
#[derive(Clone, Debug)]
pub(crate) struct WinningMoves {
    moves: Moves,
    is_fewest: bool,
}

impl WinningMoves {
    /// Converts pushes on `field`, laid out from `board`, to moves from `start` on the board of the
    /// generated level.
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
    /// If the moves do not solve the level, which would be a bug of the generator.
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
