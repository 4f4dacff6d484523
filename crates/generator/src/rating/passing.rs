//! How many boxes must be in some part of the floor at once, whatever the solution.

use sokolab_core::{Board, Square};

use super::graph::{StateGraph, StateId};
use super::whole::Liveness;

/// How many boxes must be in some part of the floor at once; see
/// [`Course::passing`](super::Course::passing).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passing {
    /// In every solution, so many at least at some time; and in some solution never more.
    pub at_least: usize,
    /// The same before the first box comes to the other part.
    pub before: Option<usize>,
}

impl Passing {
    /// The boxes in `part`, and those before the first box comes to `other`; `None` if the level
    /// has no solution.
    pub(super) fn through(
        board: &Board,
        (graph, live): (&StateGraph, &Liveness),
        part: &[Square],
        other: &[Square],
    ) -> Option<Passing> {
        let (half, other) = (board.no_squares().words().len(), mask(board, other));
        // A box that came to the other part stands there or has filled a hole there.
        let there = |state: StateId| {
            let (boxes, filled) = graph.configuration(state).split_at(half);
            let words = boxes.iter().zip(filled).zip(&other);
            words.map(|((boxes, filled), other)| ((boxes | filled) & other).count_ones()).sum()
        };
        let at_first: u32 = there(StateGraph::START);
        let came = |state: StateId| live.is_live(state) && there(state) > at_first;
        let at_least = at_once(board, (graph, live), part, &|it| graph.is_won(it))?;
        Some(Passing { at_least, before: at_once(board, (graph, live), part, &came) })
    }
}

/// The boxes that every solution has in `part` at once; `None` if there is no solution.
pub(super) fn needed_at_once(
    board: &Board,
    (graph, live): (&StateGraph, &Liveness),
    part: &[Square],
) -> Option<usize> {
    at_once(board, (graph, live), part, &|it| graph.is_won(it))
}

/// The boxes that every play to a state that `ends` accepts has in `part` at once.
fn at_once(
    board: &Board,
    (graph, live): (&StateGraph, &Liveness),
    part: &[Square],
    ends: &dyn Fn(StateId) -> bool,
) -> Option<usize> {
    let part = mask(board, part);
    let count = |state: StateId| {
        let boxes = graph.configuration(state).iter().zip(&part);
        boxes.map(|(boxes, part)| (boxes & part).count_ones() as usize).sum()
    };
    bottleneck(graph, live, &count, ends)
}

fn mask(board: &Board, squares: &[Square]) -> Vec<u64> {
    let mut set = board.no_squares();
    set.extend(squares.iter().copied());
    set.words().to_vec()
}

/// The least over all plays to a state that `ends` accepts of the most that `count` says on the
/// way.
fn bottleneck(
    graph: &StateGraph,
    live: &Liveness,
    count: &dyn Fn(StateId) -> usize,
    ends: &dyn Fn(StateId) -> bool,
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
            if ends(state) {
                return Some(most);
            }
            for &to in graph.after(state) {
                put(&mut waiting, most, to);
            }
        }
        most += 1;
    }
    None
}
