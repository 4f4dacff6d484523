//! The gap between a solution and the lower bound from exact costs of pairs.

use sokolab_analysis::{PairTable, pair_bound, spare_boxes};
use sokolab_core::{Board, State};
use sokolab_solver::{Observer, Progress};

use super::missing::Missing;

/// Boards with more pairs of live squares get no table.
const PAIRS_MAX: usize = 30_000;

/// The number of pushes by which a solution exceeds the pair bound of the start. The table may have
/// `pairs_max` pairs of squares; 0 means that the measure is not requested.
pub(super) fn pair_gap(
    board: &Board,
    start: &State,
    pushes: usize,
    pairs_max: usize,
    observer: &mut Observer<'_>,
) -> Result<u64, Missing> {
    if pairs_max == 0 {
        return Err(Missing::NotMeasured);
    }
    // A solution need not use both boxes of a pair, so the cost of the pair proves nothing.
    if spare_boxes(board, start) != Ok(0) {
        return Err(Missing::SpareBoxes);
    }
    let mut stopped = None;
    let mut keep_going = |_, _| {
        stopped = stopped.or(observer(&Progress::default()));
        stopped.is_none()
    };
    let most = pairs_max.min(PAIRS_MAX);
    let table = PairTable::build(board, most, &mut keep_going);
    let table = table.ok_or(stopped.map_or(Missing::TooManyPairs(most), Missing::Stopped))?;
    let bound = pair_bound(&table, start).unwrap_or(0);
    Ok((pushes as u64).saturating_sub(bound))
}
