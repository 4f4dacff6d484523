//! The checkers of `petersohn`'s solver: is the state after a push already lost?
//!
//! [`movable()`] and [`closed_corridor_published`] are as published. The first is sound. The second
//! is not: it considers some corridors closed that can be opened by pushing a box in from the side,
//! so it must not be used in proofs. [`detect_corridor`] examines the same corridors and is sound.
//! The modules of this folder do not import each other; what they share is here.

mod corridor;
mod corridor_published;
mod movable;

use sokolab_core::{Board, Direction, Square, SquareSet, State, region};

pub use corridor::detect_corridor;
pub use corridor_published::closed_corridor_published;
pub use movable::movable;

/// Connected empty squares in one row or one column that walls and boxes enclose, without the
/// keeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corridor {
    /// The squares.
    pub squares: SquareSet,
    /// The directions of its ends: the two along it or, for a single square, all four.
    pub ends: Vec<Direction>,
}

/// The corridors next to `square`.
#[must_use]
pub fn corridors_beside(board: &Board, state: &State, square: Square) -> Vec<Corridor> {
    let beside = Direction::ORTHOGONAL.into_iter().filter_map(|it| board.neighbour(square, it));
    corridors_through(board, state, beside)
}

/// The corridors through one of the squares in `firsts`.
fn corridors_through(
    board: &Board,
    state: &State,
    firsts: impl Iterator<Item = Square>,
) -> Vec<Corridor> {
    let walked = region(board, state);
    let mut corridors: Vec<Corridor> = Vec::new();
    for first in firsts {
        let is_known = corridors.iter().any(|it| it.squares.contains(first));
        if !state.boxes.contains(first) && !walked.contains(first) && !is_known {
            corridors.extend(corridor_from(board, state, first));
        }
    }
    corridors
}

/// The corridor that contains `first`, if there is one.
fn corridor_from(board: &Board, state: &State, first: Square) -> Option<Corridor> {
    let is_open = |square: Square, direction: Direction| {
        board.neighbour(square, direction).is_some_and(|it| !state.boxes.contains(it))
    };
    let along = |direction: &Direction| is_open(first, *direction);
    let first_way = Direction::ORTHOGONAL.into_iter().find(along);
    let ends = match first_way {
        None => Direction::ORTHOGONAL.to_vec(),
        Some(direction) => vec![direction, direction.opposite()],
    };
    let mut squares = board.no_squares();
    let mut pending = vec![first];
    while let Some(square) = pending.pop() {
        if !squares.insert(square) {
            continue;
        }
        for direction in Direction::ORTHOGONAL {
            if is_open(square, direction) {
                if !ends.contains(&direction) {
                    return None;
                }
                pending.extend(board.neighbour(square, direction));
            }
        }
    }
    Some(Corridor { squares, ends })
}
