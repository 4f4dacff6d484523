//! The frame in which a level is solved: its floor with one wall around it, and nothing else.
//!
//! How a level is drawn — indented, behind thick walls, beside floor or boxes that nobody can
//! reach — must not change what is found or how, so every request enters the solver through this
//! frame. Moves keep their meaning; only columns and rows differ from the level as read, on which
//! the referee replays what was found.

use sokolab_core::{
    Board, Edge, GoalKind, Ground, Level, Picture, Place, Square, SquareSet, State, region,
};

/// `level`, which begins on `board` in `state`, in its frame.
pub(crate) fn framed(level: &Level, board: &Board, state: &State) -> Level {
    let decoration = decoration(board, state);
    let squares: Vec<Square> = board.squares().filter(|it| !decoration.contains(*it)).collect();
    let positions = || squares.iter().map(|&square| board.position(square));
    let left = positions().map(|(x, _)| x).min().unwrap_or(0);
    let top = positions().map(|(_, y)| y).min().unwrap_or(0);
    let right = positions().map(|(x, _)| x).max().unwrap_or(0);
    let bottom = positions().map(|(_, y)| y).max().unwrap_or(0);
    let (width, height) = (right - left + 3, bottom - top + 3);
    let wall = Place::bare(Ground::Wall);
    let mut picture = Picture::new(width, vec![wall; width * height], Edge::Solid);
    for (x, y) in positions() {
        picture.put(x - left + 1, y - top + 1, level.picture.at(x, y));
    }
    Level::from_picture(picture, level.rules)
}

/// Boxes on goals out of the keeper's reach, where goals keep their boxes: they stay as they are
/// in every state. Where there are no other goals they count, for a level needs one.
fn decoration(board: &Board, state: &State) -> SquareSet {
    let none = board.no_squares();
    if board.rules().goal() != GoalKind::Keep {
        return none;
    }
    let reached = region(board, &State { boxes: none.clone(), ..state.clone() });
    let closed = state.boxes.intersection(board.goals()).difference(&reached);
    if closed.len() == board.goals().len() { none } else { closed }
}
