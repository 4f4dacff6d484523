//! Earlier starts of a level from which everything up to its own start is forced.
//!
//! A state one push before another is *forced* into it if every solution from it passes through the
//! other one. A chain of such states is a prelude: from its far end, every solution comes to the
//! old start, after at least as many pushes as the chain has links.

use std::collections::HashSet;

use sokolab_core::{Board, GoalKind, Square, State, region};
use sokolab_solver::Observer;

use super::liveness::Liveness;
use super::missing::Missing;
use super::poll::Poll;
use super::state_graph::{Player, StateGraph, StateId};

/// The largest number of starts with equally many forced pushes that are extended further.
const WIDTH_MAX: usize = 300;

/// A state up to a walk: boxes, filled holes and the first square of the keeper's region.
type Key = (Vec<u64>, Vec<u64>, Square);

/// The starts with the most forced pushes before `state`, at most `wanted`, and how many pushes
/// those are; no starts if nothing leads to it by force.
///
/// # Errors
/// If the level has too many states, or the observer wants to stop.
pub(crate) fn forced_starts(
    board: &Board,
    state: &State,
    (wanted, states_max, memory_bytes_max): (usize, usize, u64),
    observer: &mut Observer<'_>,
) -> Result<(Vec<State>, usize), Missing> {
    let graph = StateGraph::build(board, state, (states_max, memory_bytes_max), observer)?;
    let live = Liveness::of(&graph, observer)?;
    let around = Around { board, avoiding: avoiding_start(&graph), graph, live, states_max };
    let mut poll = Poll::new(observer);
    let (mut layer, mut count) = (vec![state.clone()], 0);
    while count < wanted {
        let mut earlier = Vec::new();
        let mut seen: HashSet<Key> = HashSet::new();
        for target in &layer {
            let goal = key(board, target);
            for before in pulled(board, target) {
                if earlier.len() < WIDTH_MAX
                    && seen.insert(key(board, &before))
                    && around.is_forced(&before, &goal, &mut poll)?
                {
                    earlier.push(before);
                }
            }
        }
        if earlier.is_empty() {
            break;
        }
        layer = earlier;
        count += 1;
    }
    Ok(if count == 0 { (Vec::new(), 0) } else { (layer, count) })
}

/// A level with all its states, and states before its start.
struct Around<'a> {
    board: &'a Board,
    graph: StateGraph,
    live: Liveness,
    /// Whether the level can be won from each state without coming to its start.
    avoiding: Vec<bool>,
    states_max: usize,
}

impl Around<'_> {
    /// Whether every solution from `before` passes through `target`: through which, in turn, every
    /// solution passes through the start of the level. With too many states to look at, it is not
    /// known and the answer is no.
    fn is_forced(
        &self,
        before: &State,
        target: &Key,
        poll: &mut Poll<'_, '_>,
    ) -> Result<bool, Missing> {
        let mut seen: HashSet<Key> = HashSet::new();
        let mut pending = vec![before.clone()];
        seen.insert(key(self.board, before));
        let (mut pushes, mut reaches) = (Vec::new(), false);
        if Player::new(self.board, before).settle().1 {
            return Ok(false);
        }
        while let Some(state) = pending.pop() {
            let mut player = Player::new(self.board, &state);
            player.list_pushes(&mut pushes);
            for &push in &pushes {
                poll.work(self.board.square_count() as u64)?;
                let undo = player.push(push);
                let (keeper, is_won) = player.settle();
                let it = key_at(&player.state, keeper);
                if it == *target {
                    reaches = true;
                } else if is_won || seen.len() > self.states_max {
                    return Ok(false);
                } else {
                    match self.graph.find(self.board, &player.state) {
                        // It can be won past the start, and so past the target.
                        Some(StateGraph::START) => return Ok(false),
                        Some(id) if self.avoiding[id as usize] => return Ok(false),
                        Some(id) if !self.live.is_live(id) => {}
                        _ => {
                            if seen.insert(it) {
                                pending.push(player.state.clone());
                            }
                        }
                    }
                }
                player.undo(undo);
            }
        }
        Ok(reaches)
    }
}

/// Whether each state can be won without passing through the start.
fn avoiding_start(graph: &StateGraph) -> Vec<bool> {
    let (first, sources) = graph.reversed();
    let ids = 0..graph.len() as StateId;
    let mut can = vec![false; graph.len()];
    let mut pending: Vec<StateId> =
        ids.filter(|&id| graph.is_won(id) && id != StateGraph::START).collect();
    for &won in &pending {
        can[won as usize] = true;
    }
    while let Some(state) = pending.pop() {
        let range = first[state as usize] as usize..first[state as usize + 1] as usize;
        for &source in &sources[range] {
            if source != StateGraph::START && !std::mem::replace(&mut can[source as usize], true) {
                pending.push(source);
            }
        }
    }
    can
}

fn key(board: &Board, state: &State) -> Key {
    let (keeper, _) = Player::new(board, state).settle();
    key_at(state, keeper)
}

fn key_at(state: &State, keeper: Square) -> Key {
    (state.boxes.words().to_vec(), state.filled.words().to_vec(), keeper)
}

/// The states from which one push leads to `state`, up to a walk. Boxes that have vanished stay so.
fn pulled(board: &Board, state: &State) -> Vec<State> {
    let mut found = Vec::new();
    for keeper in region(board, state).iter() {
        for &way in board.rules().pushes().list() {
            let ahead = board.neighbour(keeper, way);
            let behind = board.neighbour(keeper, way.opposite());
            let (Some(ahead), Some(behind)) = (ahead, behind) else { continue };
            let is_free = |square: Square| {
                !state.boxes.contains(square) && !state.is_open_hole(board, square)
            };
            let is_swallowed =
                board.rules().goal() == GoalKind::Sink && board.goals().contains(keeper);
            if !state.boxes.contains(ahead) || !is_free(behind) || is_swallowed {
                continue;
            }
            let mut before = state.clone();
            before.boxes.remove(ahead);
            before.boxes.insert(keeper);
            before.keeper = behind;
            found.push(before);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::random_levels;
    use sokolab_core::{Rules, check};

    use super::super::liveness::Liveness;
    use super::super::state_graph::{StateGraph, StateId};
    use super::forced_starts;

    /// Whether a win can be reached from the start without passing through a state.
    fn can_avoid(graph: &StateGraph, banned: StateId) -> bool {
        let mut seen = vec![false; graph.len()];
        let mut pending = vec![StateGraph::START];
        while let Some(state) = pending.pop() {
            if graph.is_won(state) {
                return true;
            }
            for &to in graph.after(state) {
                if to != banned && !std::mem::replace(&mut seen[to as usize], true) {
                    pending.push(to);
                }
            }
        }
        false
    }

    #[test]
    fn every_solution_from_an_earlier_start_passes_the_old_one() {
        let (mut starts_seen, mut longest) = (0, 0);
        for rules in Rules::ALL {
            for level in random_levels(rules, 180) {
                let (board, start) = check(&level).expect("playable");
                let limits = (3, 20_000, 1 << 30);
                let found = forced_starts(&board, &start, limits, &mut |_| None);
                let (starts, pushes) = found.expect("a small world");
                let fewest = |from: &_| {
                    let most = (100_000, 1 << 30);
                    let graph = StateGraph::build(&board, from, most, &mut |_| None);
                    let graph = graph.expect("a small world");
                    let live = Liveness::of(&graph, &mut |_| None).expect("nobody stops it");
                    (live.pushes(StateGraph::START), graph)
                };
                let (old, _) = fewest(&start);
                for earlier in &starts {
                    let (new, graph) = fewest(earlier);
                    let passed = graph.find(&board, &start).expect("one comes to the old start");
                    assert!(!can_avoid(&graph, passed), "{rules}: {:?}", level.picture);
                    assert_eq!(new, old.map(|it| it + pushes as u32));
                    starts_seen += usize::from(old.is_some());
                    longest = longest.max(pushes);
                }
            }
        }
        assert!(starts_seen > 50 && longest == 3, "{starts_seen} starts, {longest} pushes");
    }
}
