//! The frame in which a level is solved: its playable floor with one layer of wall around it.
//!
//! How a level is drawn — indented, behind thick walls, beside floor or boxes that nobody can reach
//! — must not change what is found or how, so every request enters the solver through this frame.
//! Moves keep their meaning; only columns and rows differ from the level as read, on which the
//! referee replays the result.

use sokolab_core::{
    Board, Edge, GoalKind, Ground, Level, Picture, Place, Square, SquareSet, State, region,
};

/// Redraws `level`, whose checked form is `board` and `state`, in its frame.
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

/// Boxes on goals that keep their boxes and that the keeper cannot reach: they stay there in every
/// state. They are kept if there are no other goals, because a level needs a goal.
fn decoration(board: &Board, state: &State) -> SquareSet {
    let none = board.no_squares();
    if board.rules().goal() != GoalKind::Keep {
        return none;
    }
    let reached = region(board, &State { boxes: none.clone(), ..state.clone() });
    let closed = state.boxes.intersection(board.goals()).difference(&reached);
    if closed.len() == board.goals().len() { none } else { closed }
}
