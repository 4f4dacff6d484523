//! Measures of a solution that do not need the state space.

use sokolab_analysis::{
    FloorPart, KeeperWay, PushDistances, chambers, cut_squares, matching_bound, tunnels,
};
use sokolab_core::{Board, Square, State};
use sokolab_solver::{Observer, Progress};

use super::missing::Missing;
use super::replay::Replay;

/// Maximum number of square-goal pairs for a table.
const PAIRS_MAX: usize = 20_000_000;

/// Maximum number of boxes: matching more takes so long that a time limit would be overrun.
const BOXES_MAX: usize = 400;

/// Measures of a solution relative to the distances of lone boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Detours {
    /// For each push, whether it brings its box no closer to its final square.
    pub(super) is_counter_intuitive: Vec<bool>,
    /// Pushes beyond the lower bound from matching boxes with goals.
    pub(super) bound_gap: u64,
}

/// Compares a solution with what each box would need alone.
pub(super) fn detours(
    board: &Board,
    start: &State,
    replay: &Replay,
    observer: &mut Observer<'_>,
) -> Result<Detours, Missing> {
    let is_large = board.square_count() * board.goals().len() > PAIRS_MAX;
    if is_large || start.boxes.len() > BOXES_MAX {
        return Err(Missing::TooLarge);
    }
    let mut stopped = None;
    let mut keep_going = || {
        stopped = stopped.or(observer(&Progress::default()));
        stopped.is_none()
    };
    let walls = board.no_squares();
    let distances =
        PushDistances::with_walls_while(board, &walls, KeeperWay::Walking, &mut keep_going);
    let Some(distances) = distances else {
        return Err(stopped.map_or(Missing::NotMeasured, Missing::Stopped));
    };
    let is_counter_intuitive = |push: &super::replay::ReplayedPush| {
        let goal = replay.ends[push.box_index];
        let before = distances.distance(push.from, push.keeper, goal);
        let after = distances.distance(push.to, push.from, goal);
        // A box that ends on no goal has no distance: all its pushes are detours.
        after.is_none_or(|after| before.is_some_and(|before| after >= before))
    };
    let bound = matching_bound(board, &distances, start).unwrap_or(0);
    Ok(Detours {
        is_counter_intuitive: replay.pushes.iter().map(is_counter_intuitive).collect(),
        bound_gap: (replay.pushes.len() as u64).saturating_sub(bound),
    })
}

/// Measures of a solution relative to the chambers of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Crossings {
    /// How often a box enters another chamber than the one it was in last.
    pub(super) crossings: usize,
    /// Those crossings that lead to a chamber in which no box can end.
    pub(super) storage_visits: usize,
    /// The maximum number of boxes in such chambers at once, not counting those that have been
    /// there from the start.
    pub(super) stored_most: usize,
}

/// Tracks the boxes through the chambers.
pub(super) fn crossings(board: &Board, replay: &Replay) -> Crossings {
    let cut = cut_squares(board);
    let chambers = chambers(board, &cut, &tunnels(board, &cut));
    let is_end = |square: &Square| board.goals().contains(*square);
    let is_storage: Vec<bool> =
        chambers.chambers().iter().map(|it| !it.squares.iter().any(is_end)).collect();
    let chamber_of = |square| match chambers.whereabouts(square) {
        FloorPart::Chamber(index) => Some(index),
        FloorPart::Corridor(_) => None,
    };
    let mut last: Vec<Option<usize>> = replay.starts.iter().map(|&it| chamber_of(it)).collect();
    let mut is_stored = vec![false; last.len()];
    let mut crossings = Crossings::default();
    for push in &replay.pushes {
        let known = &mut last[push.box_index];
        let Some(now) = chamber_of(push.to) else { continue };
        if known.replace(now).is_none_or(|before| before == now) {
            continue;
        }
        crossings.crossings += 1;
        crossings.storage_visits += usize::from(is_storage[now]);
        is_stored[push.box_index] = is_storage[now];
        let stored = is_stored.iter().filter(|it| **it).count();
        crossings.stored_most = crossings.stored_most.max(stored);
    }
    crossings
}
