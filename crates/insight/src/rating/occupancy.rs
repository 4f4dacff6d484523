//! How many boxes every solution must have in a part of the floor at once.

use sokolab_core::{Board, Square};

use super::liveness::Liveness;
use super::state_graph::{StateGraph, StateId};

/// Minimum number of boxes in a part of the floor at once; see
/// [`Walkthrough::occupancy`](super::Walkthrough::occupancy).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// Every solution has at least this many at some time, and some solution never has more.
    pub at_least: usize,
    /// The same before the first push that brings a box to the other part.
    pub before: Option<usize>,
}

impl Occupancy {
    /// The boxes in `part`, and those before the first box enters `other`; `None` if the level is
    /// unsolvable.
    pub(super) fn through(
        board: &Board,
        (graph, live): (&StateGraph, &Liveness),
        part: &[Square],
        other: &[Square],
    ) -> Option<Occupancy> {
        let (half, other) = (board.no_squares().words().len(), mask(board, other));
        // A push brings a box to the other part if the box then stands there or has disappeared:
        // boxes disappear nowhere else.
        let comes = |from: StateId, to: StateId| {
            let (before, _) = graph.configuration(from).split_at(half);
            let (after, _) = graph.configuration(to).split_at(half);
            let count = |boxes: &[u64]| boxes.iter().map(|it| it.count_ones()).sum::<u32>();
            let mut words = after.iter().zip(before).zip(&other);
            let stands = words.any(|((after, before), other)| after & !before & other != 0);
            stands || count(after) < count(before)
        };
        let at_least = needed_at_once(board, (graph, live), part)?;
        let counted = counted(board, graph, part);
        let before = bottleneck((graph, live), &counted, &|_| false, &comes);
        Some(Occupancy { at_least, before })
    }
}

/// The number of boxes that every solution has in `part` at once; `None` if it is unsolvable.
pub(super) fn needed_at_once(
    board: &Board,
    (graph, live): (&StateGraph, &Liveness),
    part: &[Square],
) -> Option<usize> {
    let counted = counted(board, graph, part);
    bottleneck((graph, live), &counted, &|it| graph.is_won(it), &|_, _| false)
}

/// Counts the boxes in `part`.
fn counted(board: &Board, graph: &StateGraph, part: &[Square]) -> impl Fn(StateId) -> usize {
    let part = mask(board, part);
    move |state| {
        let boxes = graph.configuration(state).iter().zip(&part);
        boxes.map(|(boxes, part)| (boxes & part).count_ones() as usize).sum()
    }
}

fn mask(board: &Board, squares: &[Square]) -> Vec<u64> {
    let mut set = board.no_squares();
    set.extend(squares.iter().copied());
    set.words().to_vec()
}

/// The minimum over all games that stay solvable of the maximum of `count`, up to and including a
/// state that `is_end` accepts, or before a push that `is_last` accepts.
fn bottleneck(
    (graph, live): (&StateGraph, &Liveness),
    count: &dyn Fn(StateId) -> usize,
    is_end: &dyn Fn(StateId) -> bool,
    is_last: &dyn Fn(StateId, StateId) -> bool,
) -> Option<usize> {
    let mut seen = vec![false; graph.len()];
    let mut waiting: Vec<Vec<StateId>> = vec![Vec::new()];
    let mut put = |waiting: &mut Vec<Vec<StateId>>, most: usize, state: StateId| {
        if live.is_live(state) && !std::mem::replace(&mut seen[state as usize], true) {
            let most = most.max(count(state));
            if waiting.len() <= most {
                waiting.resize(most + 1, Vec::new());
            }
            waiting[most].push(state);
        }
    };
    put(&mut waiting, 0, StateGraph::START);
    let mut most = 0;
    while most < waiting.len() {
        while let Some(state) = waiting[most].pop() {
            if is_end(state) {
                return Some(most);
            }
            for &to in graph.after(state) {
                if live.is_live(to) && is_last(state, to) {
                    return Some(most);
                }
                put(&mut waiting, most, to);
            }
        }
        most += 1;
    }
    None
}
