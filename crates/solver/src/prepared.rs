//! A level checked and normalised once per request.

use sokolab_analysis::{Normalized, normalize_checked};
use sokolab_core::{Board, Level, State, check};

/// A level that has been checked and normalised.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// The level as it is, for searches without pruning.
    pub(crate) board: Board,
    pub(crate) start: State,
    /// The level with walls in place of useless floor. Pushes mean the same on both.
    pub(crate) normalized: Normalized,
}

impl Prepared {
    /// Checks and normalises a level.
    ///
    /// # Panics
    /// If the level is not playable.
    pub(crate) fn new(level: &Level) -> Prepared {
        let (board, start) = check(level).expect("a frame leaves a level playable");
        let normalized = normalize_checked(level, board.clone(), start.clone());
        Prepared { board, start, normalized }
    }
}
