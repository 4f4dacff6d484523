//! Searches over every state of a small board, by pushes and by pulls, under every rule set.
//!
//! They prune nothing but what is surely dead, so that what they say about the fewest pushes is
//! exact, and they are made for boards by the thousand: nothing is prepared but the field.

mod farthest;
mod hauls;
mod nodes;
mod pulling;
mod pushing;
#[cfg(test)]
mod tests;

pub(crate) use farthest::farthest_boxes;
pub(crate) use hauls::{hauls, pulls_to};
pub(crate) use pulling::{Closure, pull_closure};
pub(crate) use pushing::{Checked, PlacePush, Start, fewest_pushes, shifted};

use sokolab_core::{Board, Direction, Push};
use sokolab_solver::field::Field;

/// States expanded between two questions whether to go on.
const NODES_BETWEEN_QUESTIONS: usize = 4096;

/// Pushes on a field as pushes on the board it was made from.
pub(crate) fn on_board<const N: usize>(
    board: &Board,
    field: &Field<N>,
    pushes: &[PlacePush],
) -> Vec<Push> {
    let push = |&(place, way): &PlacePush| Push {
        from: board.square(field.square_index(place)),
        direction: Direction::ALL[usize::from(way)],
    };
    pushes.iter().map(push).collect()
}
