//! Turns a state of a level into a level of its own.

use sokolab_core::{Board, Level, Picture, State};

/// The level that begins on `board` in `state`: filled holes become floor, and everything else
/// keeps its place. Columns and rows stay the same, and so do square names and the meaning of
/// moves.
///
/// If all holes of a level without exits are filled, the state is won and the result is not a valid
/// level, because it has no goal.
#[must_use]
pub fn level_of_state(board: &Board, state: &State) -> Level {
    Level::from_picture(Picture::of_board(board, state), board.rules())
}
