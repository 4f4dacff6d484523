//! Runs the deadlock detectors on one state, without a search of the whole state space.

use sokolab_analysis::refute;
use sokolab_core::{Board, State, check};
use sokolab_solver::contain;

use super::dead::Dead;
use super::state_level::level_of_state;

/// Maximum number of square-goal pairs; larger boards are left to searches, which can be stopped.
const PAIRS_MAX: usize = 60_000;

/// The simplest reason why `state` cannot be solved; `None` if no detector finds one, which proves
/// nothing. It takes milliseconds.
#[must_use]
pub fn detect(board: &Board, state: &State) -> Option<Dead> {
    if board.square_count() * board.goals().len().max(1) > PAIRS_MAX {
        return None;
    }
    // The board made from the state itself has no filled holes, so it has fewer goals.
    let (now, start) = check(&level_of_state(board, state)).ok()?;
    // A failing detector only loses its own result; the search still gives an answer.
    let refutation = contain(|| refute(&now, &start)).ok().flatten()?;
    Some(Dead::by_detector(board, (&now, &start), &refutation))
}
