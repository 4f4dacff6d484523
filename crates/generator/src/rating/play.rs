//! What a solution tells without the states beside it.

use sokolab_analysis::{
    KeeperWay, PushDistances, Whereabouts, chambers, cut_squares, matching_bound, tunnels,
};
use sokolab_core::{Board, State};
use sokolab_solver::{Observer, Progress};

use super::missing::Missing;
use super::trace::Trace;

/// More pairs of squares and goals than this are not worth a table.
const PAIRS_MAX: usize = 20_000_000;

/// What the distances of lone boxes tell about a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Detours {
    /// For each push, whether it brings its box no nearer to where it ends.
    pub(super) is_counter_intuitive: Vec<bool>,
    /// Pushes beyond the least that a matching of boxes with goals takes.
    pub(super) bound_gap: u64,
}

/// Measures a solution against what each box would need alone.
pub(super) fn detours(
    board: &Board,
    start: &State,
    trace: &Trace,
    observer: &mut Observer<'_>,
) -> Result<Detours, Missing> {
    if board.square_count() * board.goals().len() > PAIRS_MAX {
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
    let is_counter_intuitive = |push: &super::trace::TracedPush| {
        let goal = trace.ends[push.box_index];
        let before = distances.distance(push.from, push.keeper, goal);
        let after = distances.distance(push.to, push.from, goal);
        // A box that ends on no goal has no distance: all its pushes are a detour.
        after.is_none_or(|after| before.is_some_and(|before| after >= before))
    };
    let bound = matching_bound(board, &distances, start).unwrap_or(0);
    Ok(Detours {
        is_counter_intuitive: trace.pushes.iter().map(is_counter_intuitive).collect(),
        bound_gap: (trace.pushes.len() as u64).saturating_sub(bound),
    })
}

/// How often a box comes to another chamber than the one it was in last.
pub(super) fn crossings(board: &Board, trace: &Trace) -> usize {
    let cut = cut_squares(board);
    let chambers = chambers(board, &cut, &tunnels(board, &cut));
    let chamber_of = |square| match chambers.whereabouts(square) {
        Whereabouts::Chamber(index) => Some(index),
        Whereabouts::Corridor(_) => None,
    };
    let mut last: Vec<Option<usize>> = trace.starts.iter().map(|&it| chamber_of(it)).collect();
    let mut count = 0;
    for push in &trace.pushes {
        let now = chamber_of(push.to);
        let known = &mut last[push.box_index];
        if now.is_some() && *known != now {
            count += usize::from(known.is_some());
            *known = now;
        }
    }
    count
}
