//! A level that begins in a state of another one.

use sokolab_core::{Board, Level, Picture, State};

/// The level that begins on `board` in `state`: filled holes are floor, everything else is where it
/// was. Columns and rows stay the same, and so do the names of squares and the meaning of moves.
///
/// A state of a level without exits whose holes are all filled is won and has no such level: there
/// is no goal left.
#[must_use]
pub fn level_of_state(board: &Board, state: &State) -> Level {
    Level::from_picture(Picture::of_board(board, state), board.rules())
}
