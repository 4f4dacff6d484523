//! What no solution can avoid.
//!
//! A configuration, boxes and filled holes without the keeper, dominates if every solution passes
//! through it. Where most do, a level is long but leaves nothing to decide; the run of them at the
//! beginning is its prelude.
//!
//! First the states of one solution are looked at: one sweep along it finds those that cannot be
//! gone round. A configuration is more than one state, so for each of the others it is tried
//! whether a win can be come to without it; a way that is found acquits all that are not on it.

use std::collections::HashMap;

use sokolab_solver::{Observer, Progress};

use super::liveness::Liveness;
use super::missing::Missing;
use super::state_graph::{StateGraph, StateId};

/// What no solution can avoid.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Forced {
    /// The states of the solution without detours.
    path: Vec<StateId>,
    /// Whether the configuration of each of them dominates.
    dominates: Vec<bool>,
}

impl Forced {
    /// Dominating configurations for each push of the solution without detours, from 0 to 1.
    pub(super) fn share(&self) -> f64 {
        let forced = self.dominates.iter().skip(1).filter(|it| **it).count();
        forced as f64 / (self.path.len() - 1).max(1) as f64
    }

    /// How many pushes lead from the start through such configurations only.
    pub(super) fn prelude(&self) -> usize {
        self.dominates.iter().skip(1).take_while(|it| **it).count()
    }

    /// The states of the solution whose configurations dominate.
    pub(super) fn dominating(&self) -> impl Iterator<Item = StateId> + '_ {
        self.path.iter().zip(&self.dominates).filter(|(_, it)| **it).map(|(&state, _)| state)
    }
}

/// No configuration of the path.
const ELSEWHERE: u32 = u32::MAX;

/// States looked at between two questions to the observer.
const POLL_INTERVAL: u64 = 1 << 16;

/// Finds what every solution passes through, by one solution, given as states.
pub(super) fn forced(
    graph: &StateGraph,
    live: &Liveness,
    path: &[StateId],
    observer: &mut Observer<'_>,
) -> Result<Forced, Missing> {
    let path = without_loops(path);
    let mut dominates = dominating_states(graph, live, &path);
    let places = places(graph, &path);
    // A configuration that comes back is tried where it is first on the path.
    let first_of = |place: usize| places[path[place] as usize] as usize;
    let is_suspect = |place: usize| first_of(place) == place && !dominates[place];
    let mut suspects: Vec<usize> = (1..path.len()).filter(|&place| is_suspect(place)).collect();
    let mut search = Bypass::new(graph, live, &places);
    while let Some(suspect) = suspects.pop() {
        match search.way_without(suspect as u32, observer)? {
            None => dominates[suspect] = true,
            Some(passed) => suspects.retain(|&it| passed.contains(&(it as u32))),
        }
    }
    for place in 1..path.len() {
        dominates[place] = dominates[first_of(place)];
    }
    Ok(Forced { path, dominates })
}

/// The path without coming back to a state.
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

/// The place on the path of each state's configuration.
fn places(graph: &StateGraph, path: &[StateId]) -> Vec<u32> {
    let mut place_of: HashMap<&[u64], u32> = HashMap::new();
    for (place, &state) in path.iter().enumerate() {
        // A configuration that comes back with the keeper elsewhere is judged once.
        place_of.entry(graph.configuration(state)).or_insert(place as u32);
    }
    let place = |state| place_of.get(graph.configuration(state)).copied().unwrap_or(ELSEWHERE);
    (0..graph.len() as StateId).map(place).collect()
}

/// Which states of the path no solution can avoid: those that nothing before them leads past.
fn dominating_states(graph: &StateGraph, live: &Liveness, path: &[StateId]) -> Vec<bool> {
    let place_of: HashMap<StateId, usize> =
        path.iter().enumerate().map(|(place, &state)| (state, place)).collect();
    let mut is_seen = vec![false; graph.len()];
    let (mut farthest, mut pending) = (0, Vec::new());
    let mut dominates = Vec::with_capacity(path.len());
    for (place, &on_path) in path.iter().enumerate() {
        dominates.push(farthest <= place);
        pending.push(on_path);
        while let Some(state) = pending.pop() {
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
    dominates
}

/// Looks for wins that leave a configuration out.
struct Bypass<'a> {
    graph: &'a StateGraph,
    live: &'a Liveness,
    places: &'a [u32],
    /// The search that saw each state last, and where it came from.
    seen: Vec<(u32, StateId)>,
    round: u32,
    looked_at: u64,
}

impl<'a> Bypass<'a> {
    fn new(graph: &'a StateGraph, live: &'a Liveness, places: &'a [u32]) -> Bypass<'a> {
        let seen = vec![(0, StateGraph::START); graph.len()];
        Bypass { graph, live, places, seen, round: 0, looked_at: 0 }
    }

    /// The configurations of the path that some win passes which leaves out `banned`.
    fn way_without(
        &mut self,
        banned: u32,
        observer: &mut Observer<'_>,
    ) -> Result<Option<Vec<u32>>, Missing> {
        self.round += 1;
        let (graph, live) = (self.graph, self.live);
        let mut pending = vec![StateGraph::START];
        let mut children = Vec::new();
        self.seen[StateGraph::START as usize] = (self.round, StateGraph::START);
        while let Some(state) = pending.pop() {
            self.looked_at += 1;
            if self.looked_at.is_multiple_of(POLL_INTERVAL)
                && let Some(reason) = observer(&Progress::default())
            {
                return Err(Missing::Stopped(reason));
            }
            if graph.is_won(state) {
                return Ok(Some(self.passed(state)));
            }
            children.clear();
            children.extend(graph.after(state).iter().copied().filter(|&to| live.is_live(to)));
            // What is nearest to a win comes last and so is looked at first.
            children.sort_by_key(|&to| std::cmp::Reverse(live.pushes(to)));
            for &to in &children {
                let seen = &mut self.seen[to as usize];
                if seen.0 != self.round && self.places[to as usize] != banned {
                    *seen = (self.round, state);
                    pending.push(to);
                }
            }
        }
        Ok(None)
    }

    fn passed(&self, won: StateId) -> Vec<u32> {
        let mut passed = Vec::new();
        let mut state = won;
        loop {
            passed.push(self.places[state as usize]);
            if state == StateGraph::START {
                return passed;
            }
            state = self.seen[state as usize].1;
        }
    }
}
