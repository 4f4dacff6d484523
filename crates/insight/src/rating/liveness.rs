//! Measures of the state space: how easily a player goes wrong, and how much choice there is.

use sokolab_solver::Observer;

use super::missing::Missing;
use super::poll::Poll;
use super::state_graph::{StateGraph, StateId};

/// Which states are still solvable, with the fewest pushes from each.
#[derive(Debug)]
pub(super) struct Liveness {
    /// Pushes to a win; `None` if there is none.
    pushes: Vec<Option<u32>>,
    /// Number of solvable states.
    pub(super) live: usize,
}

impl Liveness {
    /// Computes this backwards from all won states.
    ///
    /// # Errors
    /// If the observer stops it.
    pub(super) fn of(graph: &StateGraph, observer: &mut Observer<'_>) -> Result<Liveness, Missing> {
        let mut poll = Poll::new(observer);
        let (first, sources) = graph.reversed();
        let ids = 0..graph.len() as StateId;
        let mut pushes: Vec<Option<u32>> =
            ids.clone().map(|id| graph.is_won(id).then_some(0)).collect();
        let mut layer: Vec<StateId> = ids.filter(|&id| graph.is_won(id)).collect();
        let mut live = layer.len();
        for count in 1.. {
            let mut next = Vec::new();
            for &state in &layer {
                poll.work(10)?;
                let range = first[state as usize] as usize..first[state as usize + 1] as usize;
                for &source in &sources[range] {
                    if pushes[source as usize].is_none() {
                        pushes[source as usize] = Some(count);
                        next.push(source);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            live += next.len();
            layer = next;
        }
        Ok(Liveness { pushes, live })
    }

    pub(super) fn is_live(&self, state: StateId) -> bool {
        self.pushes[state as usize].is_some()
    }

    /// The fewest pushes from a state to a win.
    #[cfg(test)]
    pub(super) fn pushes(&self, state: StateId) -> Option<u32> {
        self.pushes[state as usize]
    }
}

/// Number of pushes along `path` that would have lost the level.
pub(super) fn wrong_turns(graph: &StateGraph, live: &Liveness, path: &[StateId]) -> usize {
    let wrong =
        |&state: &StateId| graph.after(state).iter().filter(|&&it| !live.is_live(it)).count();
    path.iter().map(wrong).sum()
}

/// The mean number of pushes along `path` that keep the level solvable and do not undo the previous
/// push; 0 for a level that needs no push.
pub(super) fn live_branching(graph: &StateGraph, live: &Liveness, path: &[StateId]) -> f64 {
    let steps = path.len().saturating_sub(1);
    let choices = |at: usize| {
        let before = at.checked_sub(1).map(|at| path[at]);
        let is_choice = |&&to: &&StateId| live.is_live(to) && Some(to) != before;
        graph.after(path[at]).iter().filter(is_choice).count()
    };
    let sum: usize = (0..steps).map(choices).sum();
    sum as f64 / steps.max(1) as f64
}

/// The decimal logarithm of one more than the number of ways to go wrong.
///
/// Counted as in `sokogen`: states that can be reached from each other count as one, and a way is a
/// sequence of irreversible pushes from the start to the first lost state.
///
/// # Errors
/// If the observer stops it.
pub(super) fn wrong_ways_log10(
    graph: &StateGraph,
    live: &Liveness,
    observer: &mut Observer<'_>,
) -> Result<f64, Missing> {
    let mut poll = Poll::new(observer);
    let groups = Groups::of(graph, &mut poll)?;
    // Groups are numbered so that every irreversible push leads to a smaller number.
    let mut order: Vec<StateId> = (0..graph.len() as StateId).collect();
    order.sort_by_key(|&state| std::cmp::Reverse(groups.of[state as usize]));
    let mut ways = vec![f64::NEG_INFINITY; groups.count];
    ways[groups.of[StateGraph::START as usize] as usize] = 0.0;
    let mut wrong = f64::NEG_INFINITY;
    for state in order {
        poll.work(10)?;
        let group = groups.of[state as usize];
        let here = ways[group as usize];
        if !live.is_live(state) || here == f64::NEG_INFINITY {
            continue;
        }
        for &to in graph.after(state) {
            let target = groups.of[to as usize];
            if !live.is_live(to) {
                wrong = log_sum(wrong, here);
            } else if target != group {
                ways[target as usize] = log_sum(ways[target as usize], here);
            }
        }
    }
    Ok(log_sum(0.0, wrong) / std::f64::consts::LN_10)
}

/// The logarithm of the sum of two numbers, given their logarithms.
fn log_sum(one: f64, other: f64) -> f64 {
    let (large, small) = if one >= other { (one, other) } else { (other, one) };
    if small == f64::NEG_INFINITY { large } else { large + (small - large).exp().ln_1p() }
}

/// Strongly connected components: groups of mutually reachable states.
struct Groups {
    of: Vec<u32>,
    count: usize,
}

impl Groups {
    /// Tarjan's algorithm without recursion, since graphs may be deeper than the stack.
    fn of(graph: &StateGraph, poll: &mut Poll<'_, '_>) -> Result<Groups, Missing> {
        const UNSEEN: u32 = u32::MAX;
        let len = graph.len();
        let (mut order, mut low) = (vec![UNSEEN; len], vec![0_u32; len]);
        let mut groups = Groups { of: vec![UNSEEN; len], count: 0 };
        let mut open: Vec<StateId> = Vec::new();
        let mut calls: Vec<(StateId, u32)> = vec![(StateGraph::START, 0)];
        let mut clock = 0;
        while let Some((state, next)) = calls.last_mut() {
            poll.work(3)?;
            let (id, at) = (*state as usize, *next as usize);
            if at == 0 {
                (order[id], low[id]) = (clock, clock);
                clock += 1;
                open.push(*state);
            }
            if let Some(&to) = graph.after(*state).get(at) {
                *next += 1;
                let to_id = to as usize;
                if order[to_id] == UNSEEN {
                    calls.push((to, 0));
                } else if groups.of[to_id] == UNSEEN {
                    low[id] = low[id].min(order[to_id]);
                }
                continue;
            }
            let finished = *state;
            calls.pop();
            if let Some(&(caller, _)) = calls.last() {
                low[caller as usize] = low[caller as usize].min(low[id]);
            }
            if low[id] == order[id] {
                while let Some(member) = open.pop() {
                    groups.of[member as usize] = groups.count as u32;
                    if member == finished {
                        break;
                    }
                }
                groups.count += 1;
            }
        }
        Ok(groups)
    }
}
