//! States that no solution can avoid.
//!
//! A state dominates if every solution passes through it: the same boxes, filled holes and keeper's
//! region, because the same boxes with the keeper elsewhere are another problem. A level in which
//! most states of a solution dominate is long but leaves nothing to decide; the run of them at the
//! beginning is its prelude.
//!
//! One sweep along a solution finds them: the states that no earlier state can bypass.

use std::collections::HashMap;

use sokolab_solver::Observer;

use super::liveness::Liveness;
use super::missing::Missing;
use super::poll::Poll;
use super::state_graph::{StateGraph, StateId};

/// The states that no solution can avoid.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Forced {
    /// The states of the solution without loops.
    path: Vec<StateId>,
    /// Whether each of them dominates.
    dominates: Vec<bool>,
}

impl Forced {
    /// Dominating states per push of the solution without loops, from 0 to 1.
    pub(super) fn share(&self) -> f64 {
        let forced = self.dominates.iter().skip(1).filter(|it| **it).count();
        forced as f64 / (self.path.len() - 1).max(1) as f64
    }

    /// Number of pushes from the start that lead through such states only.
    pub(super) fn prelude(&self) -> usize {
        self.dominates.iter().skip(1).take_while(|it| **it).count()
    }

    /// The states of the solution that dominate.
    pub(super) fn dominating(&self) -> impl Iterator<Item = StateId> + '_ {
        self.path.iter().zip(&self.dominates).filter(|(_, it)| **it).map(|(&state, _)| state)
    }
}

/// Finds what every solution passes through, given the states of one solution.
///
/// # Errors
/// If the observer stops it.
pub(super) fn forced(
    graph: &StateGraph,
    live: &Liveness,
    path: &[StateId],
    observer: &mut Observer<'_>,
) -> Result<Forced, Missing> {
    let path = without_loops(path);
    let dominates = dominating(graph, live, &path, &mut Poll::new(observer))?;
    Ok(Forced { path, dominates })
}

/// The path without loops.
fn without_loops(path: &[StateId]) -> Vec<StateId> {
    let last: HashMap<StateId, usize> =
        path.iter().enumerate().map(|(place, &state)| (state, place)).collect();
    let mut result = Vec::new();
    let mut place = 0;
    while let Some(&state) = path.get(place) {
        result.push(state);
        place = last[&state] + 1;
    }
    result
}

/// Which states of the path no solution can avoid: those that no earlier state can bypass.
fn dominating(
    graph: &StateGraph,
    live: &Liveness,
    path: &[StateId],
    poll: &mut Poll<'_, '_>,
) -> Result<Vec<bool>, Missing> {
    let place_of: HashMap<StateId, usize> =
        path.iter().enumerate().map(|(place, &state)| (state, place)).collect();
    let mut is_seen = vec![false; graph.len()];
    let (mut farthest, mut pending) = (0, Vec::new());
    let mut dominates = Vec::with_capacity(path.len());
    for (place, &on_path) in path.iter().enumerate() {
        dominates.push(farthest <= place);
        pending.push(on_path);
        while let Some(state) = pending.pop() {
            poll.work(10)?;
            for &to in graph.after(state).iter().filter(|&&to| live.is_live(to)) {
                if let Some(&reached) = place_of.get(&to) {
                    farthest = farthest.max(reached);
                } else if graph.is_won(to) {
                    farthest = path.len();
                } else if !std::mem::replace(&mut is_seen[to as usize], true) {
                    pending.push(to);
                }
            }
        }
    }
    Ok(dominates)
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::{Chance, Reachable, random_level};
    use sokolab_core::{Board, Rules, State, check};

    use super::super::liveness::Liveness;
    use super::super::state_graph::{StateGraph, StateId};
    use super::forced;

    /// Number of levels for each rule set, and of states of each level that serve as starts.
    const LEVELS: usize = 3_000;
    const STARTS: usize = 20;

    #[test]
    fn what_is_forced_is_what_every_solution_passes_with_the_keeper_where_it_is() {
        for rules in Rules::ALL {
            let mut chance = Chance::new(0xF0 + rules.name().len() as u64);
            let (mut looked_at, mut telling) = (0, 0);
            for _ in 0..LEVELS {
                let Ok((board, start)) = check(&random_level(&mut chance, rules, 5, 4)) else {
                    continue;
                };
                let few = StateGraph::build(&board, &start, (1_000, 1 << 30), &mut |_| None);
                if !few.is_ok_and(|it| can_win_without(&it, &|_| false)) {
                    continue;
                }
                let Some(all) = Reachable::new(&board, &start, 2_000) else { continue };
                let long = all.pushes().into_iter().zip(all.states());
                let long = long.filter(|(pushes, _)| pushes.is_some_and(|it| it > 1));
                for (_, start) in long.take(STARTS) {
                    looked_at += 1;
                    telling += usize::from(compare(&board, start));
                }
            }
            assert!(telling > 0, "{rules}: none of {looked_at} levels can tell");
        }
    }

    /// Compares the forced states with an exhaustive check of each state of a shortest solution.
    /// Returns whether some state can be avoided although its boxes cannot: such a level shows the
    /// difference between states and boxes alone.
    fn compare(board: &Board, start: &State) -> bool {
        let graph = StateGraph::build(board, start, (10_000, 1 << 30), &mut |_| None);
        let graph = graph.expect("few states");
        let live = Liveness::of(&graph, &mut |_| None).expect("nobody stops it");
        let pushes = live.pushes(StateGraph::START).expect("it can be won");
        let mut path = vec![StateGraph::START];
        for left in (0..pushes).rev() {
            let mut after = graph.after(path[path.len() - 1]).iter();
            path.push(*after.find(|&&it| live.pushes(it) == Some(left)).expect("one is nearer"));
        }
        let found = forced(&graph, &live, &path, &mut |_| None).expect("nobody stops it");
        let mut is_telling = false;
        for (place, &state) in path.iter().enumerate().skip(1) {
            let is_avoidable = can_win_without(&graph, &|it| it == state);
            assert_eq!(found.dominates[place], !is_avoidable, "push {place}: {board:?} {start:?}");
            let boxes = graph.configuration(state);
            let is_like = |it: StateId| graph.configuration(it) == boxes;
            is_telling |= is_avoidable && !can_win_without(&graph, &is_like);
        }
        is_telling
    }

    /// Whether a win can be reached without passing through a barred state.
    fn can_win_without(graph: &StateGraph, is_barred: &dyn Fn(StateId) -> bool) -> bool {
        if is_barred(StateGraph::START) {
            return false;
        }
        let mut seen = vec![false; graph.len()];
        let mut pending = vec![StateGraph::START];
        while let Some(state) = pending.pop() {
            if graph.is_won(state) {
                return true;
            }
            for &to in graph.after(state) {
                if !is_barred(to) && !std::mem::replace(&mut seen[to as usize], true) {
                    pending.push(to);
                }
            }
        }
        false
    }
}
