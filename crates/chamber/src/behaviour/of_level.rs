//! Which chambers of a level are storages, and how much they hold.

use sokolab_analysis::Chamber;
use sokolab_core::{Board, State};

use super::storage::{Storage, storage};
use crate::shape::ChamberShape;
use crate::space::Parking;

/// The largest number of states of one chamber that are explored.
pub const STATES_MAX: usize = 60_000;

/// Whether a chamber is a storage: not a niche, initially empty, without goals, with one door.
#[must_use]
pub fn is_storage(board: &Board, start: &State, chamber: &Chamber) -> bool {
    let is_bare = |&it| !start.boxes.contains(it) && !board.goals().contains(it);
    !chamber.is_small() && chamber.ports.len() <= 1 && chamber.squares.iter().all(is_bare)
}

/// What a storage of a level holds if no box is left in a doorway; `None` if it has too many
/// states.
#[must_use]
pub fn storage_of(board: &Board, chamber: &Chamber) -> Option<Storage> {
    let shape = ChamberShape::of_chamber(board, chamber).ok()?;
    storage(&shape, board.rules(), Parking::Forbidden, STATES_MAX).ok()
}
