//! Slack: boxes that the storages of a level hold beyond those that every solution stores.
//!
//! What is needed is not read off one solution, which may well store more than it must, but proved
//! by all states of the level.

use sokolab_analysis::{chambers, cut_squares, tunnels};
use sokolab_chamber::behaviour::{is_storage, storage_of};
use sokolab_core::{Board, State};

use super::liveness::Liveness;
use super::missing::Missing;
use super::occupancy::needed_at_once;
use super::state_graph::StateGraph;

/// The slack of all storages of a level that can be solved, 0 if it has none.
///
/// # Errors
/// If a storage is too large to say what it holds.
pub(super) fn slack(
    board: &Board,
    start: &State,
    whole: (&StateGraph, &Liveness),
) -> Result<usize, Missing> {
    let cut = cut_squares(board);
    let chambers = chambers(board, &cut, &tunnels(board, &cut));
    // Floor without a door is not part of the puzzle.
    let has_door = chambers.chambers().iter().filter(|it| !it.ports.is_empty());
    let storages = has_door.filter(|it| is_storage(board, start, it));
    let slacks = storages.map(|chamber| {
        let capacity = storage_of(board, chamber).ok_or(Missing::ChamberTooLarge)?.capacity;
        // A chamber may hold boxes for good that it cannot give back, more than its capacity.
        let needed = needed_at_once(board, whole, &chamber.squares).unwrap_or(0);
        Ok(capacity.saturating_sub(needed))
    });
    slacks.sum()
}
