//! Slack: storage capacity beyond what every solution uses.
//!
//! The need is not read off one solution, which may store more than necessary, but proved with the
//! complete state space.

use sokolab_analysis::{chambers, cut_squares, tunnels};
use sokolab_chamber::behaviour::{is_storage, storage_of};
use sokolab_core::{Board, State};

use super::liveness::Liveness;
use super::missing::Missing;
use super::occupancy::needed_at_once;
use super::state_graph::StateGraph;

/// The slack of all storages of a solvable level, 0 if it has none.
///
/// # Errors
/// If a storage is too large to compute its capacity.
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
        // A chamber may hold boxes for good that it cannot give back, beyond its capacity.
        let needed = needed_at_once(board, whole, &chamber.squares).unwrap_or(0);
        Ok(capacity.saturating_sub(needed))
    });
    slacks.sum()
}
