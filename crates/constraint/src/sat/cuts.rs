//! Cuts: lazily added clauses for the keeper's walks.
//!
//! Formulas by pushes leave the keeper's walks out. When a model has a push that the keeper cannot
//! reach, the boxes around the floor where it is, or where it should be, become a *cut*: as long as
//! all of them stand there, the keeper is inside before the walk if and only if it is inside
//! afterwards. That holds in every plane of every game.

use sokolab_core::{Board, Direction, Square, SquareSet, State, region};

/// A part of the floor and the boxes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) inside: SquareSet,
    pub(crate) boxes: Vec<Square>,
}

/// The cuts that explain why the keeper of a state cannot walk to a square.
pub(crate) fn cuts_between(board: &Board, state: &State, to: Square) -> Vec<Cut> {
    let here = cut(board, state);
    let there = cut(board, &State { keeper: to, ..state.clone() });
    if there == here { vec![here] } else { vec![here, there] }
}

fn cut(board: &Board, state: &State) -> Cut {
    let inside = region(board, state);
    let is_beside = |&square: &Square| {
        let mut ways = Direction::ORTHOGONAL.into_iter();
        ways.any(|way| board.neighbour(square, way).is_some_and(|it| inside.contains(it)))
    };
    let boxes = state.boxes.iter().filter(is_beside).collect();
    Cut { inside, boxes }
}
