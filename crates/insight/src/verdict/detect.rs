//! Runs the deadlock detectors on one state, without a search of the whole state space.

use sokolab_analysis::Refuter;
use sokolab_core::{Board, State, check};
use sokolab_solver::contain;

use super::dead::Dead;
use super::state_level::level_of_state;

/// Maximum number of square-goal pairs; larger boards are left to searches, which can be stopped.
const PAIRS_MAX: usize = 60_000;

/// The simplest reason why `state` cannot be solved; `None` if no detector finds one, which proves
/// nothing. It takes milliseconds. For states of one game, [`Detectors::detect`] gives the same
/// answers faster.
#[must_use]
pub fn detect(board: &Board, state: &State) -> Option<Dead> {
    Detectors::default().detect(board, state)
}

/// The deadlock detectors, for one state of a game after another: they remember what also holds for
/// the next state, mostly about groups of boxes that nobody has pushed.
#[derive(Clone, Debug, Default)]
pub struct Detectors {
    refuter: Refuter,
}

impl Detectors {
    /// The answer of [`detect`].
    #[must_use]
    pub fn detect(&mut self, board: &Board, state: &State) -> Option<Dead> {
        if board.square_count() * board.goals().len().max(1) > PAIRS_MAX {
            return None;
        }
        // The board made from the state itself has no filled holes, so it has fewer goals.
        let (now, start) = check(&level_of_state(board, state)).ok()?;
        // A failing detector only loses its own result; the search still gives an answer.
        let mut refuter = std::mem::take(&mut self.refuter);
        let found = contain(|| {
            let refutation = refuter.refute(&now, &start);
            (refuter, refutation)
        });
        let (refuter, refutation) = found.ok()?;
        self.refuter = refuter;
        Some(Dead::by_detector(board, (&now, &start), &refutation?))
    }
}
