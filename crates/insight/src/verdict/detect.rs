//! The detectors of deadlocks, asked about one state: no search of the whole state, no waiting.

use sokolab_analysis::refute;
use sokolab_core::{Board, State, check};
use sokolab_solver::contain;

use super::dead::Dead;
use super::state_level::level_of_state;

/// Larger boards, in pairs of squares and goals, are left to searches, which can be stopped.
const PAIRS_MAX: usize = 60_000;

/// The simplest reason for which `state` cannot be solved; `None` if no detector sees one, which
/// proves nothing. It takes milliseconds.
#[must_use]
pub fn detect(board: &Board, state: &State) -> Option<Dead> {
    if board.square_count() * board.goals().len().max(1) > PAIRS_MAX {
        return None;
    }
    // The board of the state itself has no filled holes, so less is taken for a goal.
    let (now, start) = check(&level_of_state(board, state)).ok()?;
    // A detector that fails costs its own answer; the search still gives one.
    let refutation = contain(|| refute(&now, &start)).ok().flatten()?;
    Some(Dead::by_detector(board, (&now, &start), &refutation))
}
