//! Iterative-deepening A* with a transposition table of proved bounds.
//!
//! An iteration expands, depth first, every state whose cost plus bound is within the limit. The
//! next limit is the least sum beyond the current one. Apart from the path and its siblings there
//! is only a table that may forget entries, so memory hardly ever stops the search. (Source: R.
//! Korf, *Depth-first iterative-deepening*, 1985; the table follows A. Reinefeld and T. Marsland,
//! *Enhanced iterative-deepening search*, 1994.)
//!
//! A state is skipped if it has been reached in the same iteration at no higher cost, whether it is
//! on the current path, still waiting, expanded or cut. The outcome of an expansion therefore
//! depends on the path (graph-history interaction), so no outcome is passed up from child to
//! parent. Instead, the search uses two facts about a whole iteration. Let d(s) be the least cost
//! from s to a win, and call (s, g) a *visit* if s was reached at cost g.
//!
//! *If an iteration with limit L ends without a win, then g + d(s) > L for every visit.* Suppose
//! not, and take a violating visit with the least d(s), and among those one with the least g. It
//! was not skipped, because then an earlier visit with no greater g would violate the claim too. It
//! was not cut, because bounds are admissible. So s was expanded, and one of its edges, of cost c >
//! 0, leads to a state t with d(t) = d(s) - c. Either t was won within the limit, or it was visited
//! at g + c and violates the claim with a smaller d. So after the iteration each state expanded at
//! cost g has the proved bound L - g + 1, whatever path it was on.
//!
//! *The least sum of a cut, M, is at most d of the root; without a cut there is no win.* Take a
//! visit with g + d(s) < M, or with finite d(s) if there is no cut, and with the least d(s), then
//! g. By the same steps there would be another with less. A cut does not count if its state was
//! visited more cheaply later, because that visit has its own outcome. A cut that the table has
//! forgotten counts for good.
//!
//! A win within the limit is therefore optimal even if the rest of its iteration was not finished.
//! On a level without a solution the limits stop growing: once the limit exceeds the cost of every
//! path without repeated states, only remembered bounds can cut. If nothing else did and the table
//! has forgotten something, the next iteration starts with an empty table, and nothing is cut.

use crate::leg::{Leg, Way};
use std::collections::BTreeMap;

use super::best_first::SearchResult;
use crate::memory::{BoundEntry, BoundTable, DEAD, StateName, Status};
use crate::meter::SearchMeter;
use crate::space::{Edge, Space};
use sokolab_core::Stop;
use sokolab_field::Place;

/// The table may take at most one part in this many of the memory.
const TABLE_SHARE: u64 = 2;

/// Searches until a won state is proved optimal, or, with `is_enough`, until any won state is seen.
pub(crate) fn search<S: Space>(
    space: S,
    is_enough: bool,
    meter: &mut SearchMeter<'_>,
) -> SearchResult {
    let table = BoundTable::new(space.key_words(), meter.budget.memory_bytes_max / TABLE_SHARE);
    search_with(space, table, is_enough, meter)
}

/// Searches with a table that is still empty.
fn search_with<S: Space>(
    space: S,
    table: BoundTable,
    is_enough: bool,
    meter: &mut SearchMeter<'_>,
) -> SearchResult {
    let mut search = Deepening {
        space,
        table,
        is_enough,
        limits: Vec::new(),
        cuts: BTreeMap::new(),
        has_new_cut: false,
        path: Vec::new(),
        path_words: Vec::new(),
        open: Vec::new(),
        open_words: Vec::new(),
        edges: Vec::new(),
        key: Vec::new(),
        best: None,
    };
    let stopped = search.run(meter).err();
    let memory_bytes = search.bytes();
    let mut lower_bound = search.limits.last().copied().unwrap_or(0);
    if let (None, Some((_, cost)), false) = (stopped, &search.best, is_enough) {
        lower_bound = *cost;
    }
    let lemma_nodes = search.space.lemma_nodes();
    SearchResult { best: search.best, stopped, lower_bound, memory_bytes, lemma_nodes }
}

struct Deepening<S> {
    space: S,
    table: BoundTable,
    is_enough: bool,
    /// The limits of all iterations so far.
    limits: Vec<u32>,
    /// The number of cuts of this iteration that count, by the sum of cost and bound.
    cuts: BTreeMap<u32, u64>,
    /// Whether one of them was not caused by a remembered bound.
    has_new_cut: bool,
    /// The states from a root to the current one, and the words of their keys.
    path: Vec<Waiting>,
    path_words: Vec<u64>,
    /// The states that wait to be expanded, the next one last, and the words of their keys.
    open: Vec<Waiting>,
    open_words: Vec<u64>,
    edges: Vec<Edge>,
    key: Vec<u64>,
    best: Option<(Way, u32)>,
}

/// A state that waits to be expanded or is on the path.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// Where the words of its key start, and where those of its last sibling end.
    at: usize,
    end: usize,
    hash: u64,
    keeper: Place,
    /// The edge that led here, and the number of states on the path to it.
    edge: Edge,
    depth: usize,
    cost: u32,
    bound: u32,
}

/// The result of looking at the end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EdgeOutcome {
    /// It is proved dead.
    Dead,
    /// It may lead to a win.
    Alive,
    /// It is won, and nothing better is needed.
    Done,
}

impl<S: Space> Deepening<S> {
    fn run(&mut self, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        meter.ask()?;
        let roots = self.space.roots();
        if roots.iter().any(|(state, _)| state.is_won) {
            self.best = Some((Vec::new(), 0));
            return Ok(());
        }
        let mut limit = roots.iter().map(|(_, bound)| u32::from(*bound)).min();
        while let Some(now) = limit {
            if self.best.as_ref().is_some_and(|(_, cost)| *cost <= now) {
                return Ok(());
            }
            self.begin(now);
            for (state, bound) in &roots {
                let edge = Edge::new(Leg::NONE);
                let name =
                    StateName { key: &state.key.words, keeper: state.keeper, hash: state.hash };
                self.visit(name, edge, 0, u32::from(*bound), 0);
            }
            self.end_group(0);
            if self.deepen(meter)? == EdgeOutcome::Done {
                return Ok(());
            }
            limit = self.cuts.keys().next().copied();
        }
        Ok(())
    }

    fn begin(&mut self, limit: u32) {
        let is_stale = !self.has_new_cut && self.table.has_forgotten();
        if is_stale && !self.limits.is_empty() {
            self.table.clear();
        }
        self.limits.push(limit);
        self.cuts.clear();
        self.has_new_cut = false;
        self.path.clear();
        self.path_words.clear();
    }

    /// The number of this iteration, and its limit.
    fn now(&self) -> (u32, u32) {
        let index = self.limits.len() - 1;
        (index as u32, self.limits[index])
    }

    /// Expands all open states and everything they lead to within the limit.
    fn deepen(&mut self, meter: &mut SearchMeter<'_>) -> Result<EdgeOutcome, Stop> {
        let words = self.space.key_words();
        let (iteration, limit) = self.now();
        while let Some(own) = self.open.pop() {
            let key = &self.open_words[own.at..own.at + words];
            let name = StateName { key, keeper: own.keeper, hash: own.hash };
            let known = self.table.get(name).filter(|memo| memo.iteration == iteration);
            let is_done = known.is_some_and(|memo| {
                memo.cost < own.cost || memo.cost == own.cost && memo.status == Status::Expanded
            });
            if is_done {
                continue;
            }
            let memo = BoundEntry {
                iteration,
                cost: own.cost,
                bound: own.bound,
                status: Status::Expanded,
            };
            self.table.put(name, memo);
            self.path.truncate(own.depth);
            self.path_words.truncate(own.depth * words);
            self.path_words.extend_from_slice(key);
            self.path.push(own);
            self.open_words.truncate(own.end);
            if self.expand(own, meter)? == EdgeOutcome::Done {
                return Ok(EdgeOutcome::Done);
            }
            self.tell(limit, meter)?;
        }
        Ok(EdgeOutcome::Alive)
    }

    /// Expands the last state of the path.
    fn expand(&mut self, own: Waiting, meter: &mut SearchMeter<'_>) -> Result<EdgeOutcome, Stop> {
        meter.count_node()?;
        if self.table.wants_to_grow() {
            self.table.grow(|| meter.work(2_000))?;
        }
        let words = self.space.key_words();
        let at = own.depth * words;
        self.space.prepare(meter)?;
        self.space.enter(&self.path_words[at..at + words], own.keeper);
        let mut edges = std::mem::take(&mut self.edges);
        self.space.edges(&mut edges);
        let effort = self.space.effort();
        meter.work(2 * effort)?;
        let first = self.open.len();
        let mut is_dead = true;
        for &edge in &edges {
            meter.work(effort)?;
            match self.look(own, edge) {
                EdgeOutcome::Dead => {}
                EdgeOutcome::Alive => is_dead = false,
                EdgeOutcome::Done => return Ok(EdgeOutcome::Done),
            }
        }
        self.edges = edges;
        self.end_group(first);
        if is_dead {
            // This does not depend on the path: it is a proof about the state.
            let key = &self.path_words[at..at + words];
            let name = StateName { key, keeper: own.keeper, hash: own.hash };
            let (iteration, status) = (self.now().0, Status::Expanded);
            self.table.put(name, BoundEntry { iteration, cost: own.cost, bound: DEAD, status });
        }
        Ok(EdgeOutcome::Alive)
    }

    /// Examines the end of an edge of the current state.
    fn look(&mut self, own: Waiting, edge: Edge) -> EdgeOutcome {
        let (iteration, limit) = self.now();
        let cost = own.cost + u32::from(edge.cost);
        if self.space.follow(edge).is_won {
            return self.win(edge, cost);
        }
        let state = self.space.reached();
        // Pathmax: the sum of cost and bound never decreases along an edge.
        let least = (own.cost + own.bound).saturating_sub(cost);
        let name = StateName { key: &state.key.words, keeper: state.keeper, hash: state.hash };
        let bound = if let Some(memo) = self.table.get(name) {
            if memo.bound == DEAD {
                return EdgeOutcome::Dead;
            }
            if memo.iteration == iteration {
                if memo.cost <= cost {
                    return EdgeOutcome::Alive;
                }
                self.forget_cut(memo);
            }
            self.proved(memo)
        } else {
            if self.is_on_path(name) {
                return EdgeOutcome::Alive;
            }
            let Some(bound) = self.space.judge() else { return EdgeOutcome::Dead };
            self.has_new_cut |= cost + u32::from(bound) > limit;
            u32::from(bound)
        };
        let (state, mut key) = (self.space.reached(), std::mem::take(&mut self.key));
        key.clear();
        key.extend_from_slice(&state.key.words);
        let name = StateName { key: &key, keeper: state.keeper, hash: state.hash };
        self.visit(name, edge, cost, bound.max(least), own.depth + 1);
        self.key = key;
        EdgeOutcome::Alive
    }

    /// Records a won state.
    fn win(&mut self, edge: Edge, cost: u32) -> EdgeOutcome {
        if self.best.as_ref().is_none_or(|(_, known)| cost < *known) {
            let edges = self.path.iter().skip(1).map(|step| step.edge).chain([edge]);
            self.best = Some((edges.map(|edge| edge.leg).collect(), cost));
        }
        if self.is_enough || cost <= self.now().1 {
            return EdgeOutcome::Done;
        }
        self.has_new_cut = true;
        *self.cuts.entry(cost).or_default() += 1;
        EdgeOutcome::Alive
    }

    /// Cuts a state or adds it to those that wait.
    fn visit(&mut self, name: StateName<'_>, edge: Edge, cost: u32, bound: u32, depth: usize) {
        let (iteration, limit) = self.now();
        let is_cut = cost + bound > limit;
        let status = if is_cut { Status::Cut } else { Status::Open };
        self.table.put(name, BoundEntry { iteration, cost, bound, status });
        if is_cut {
            *self.cuts.entry(cost + bound).or_default() += 1;
            return;
        }
        let StateName { key, keeper, hash } = name;
        let at = self.open_words.len();
        self.open_words.extend_from_slice(key);
        self.open.push(Waiting { at, end: at, hash, keeper, edge, depth, cost, bound });
    }

    /// Sorts the children of a state, those from `first` on, so that the most promising one is
    /// expanded next.
    fn end_group(&mut self, first: usize) {
        let end = self.open_words.len();
        let group = &mut self.open[first..];
        for child in group.iter_mut() {
            child.end = end;
        }
        group.sort_by_key(|child| std::cmp::Reverse((child.cost + child.bound, child.bound)));
    }

    /// Takes back the cut of a state that has been reached more cheaply.
    fn forget_cut(&mut self, memo: BoundEntry) {
        let sum = memo.cost + memo.bound;
        if memo.status == Status::Cut
            && let Some(count) = self.cuts.get_mut(&sum)
        {
            *count -= 1;
            if *count == 0 {
                self.cuts.remove(&sum);
            }
        }
    }

    /// The bound that an entry of the table proves.
    fn proved(&self, memo: BoundEntry) -> u32 {
        let (iteration, _) = self.now();
        if memo.status != Status::Expanded || memo.iteration == iteration {
            return memo.bound;
        }
        let limit = self.limits[memo.iteration as usize];
        memo.bound.max(limit + 1 - memo.cost)
    }

    /// Whether a state is on the path. Only needed for states that the table does not know.
    fn is_on_path(&self, name: StateName<'_>) -> bool {
        let words = name.key.len();
        self.path.iter().enumerate().any(|(depth, step)| {
            step.hash == name.hash
                && step.keeper == name.keeper
                && &self.path_words[depth * words..(depth + 1) * words] == name.key
        })
    }

    fn bytes(&self) -> u64 {
        let states = (self.path.capacity() + self.open.capacity()) * size_of::<Waiting>();
        let words = (self.path_words.capacity() + self.open_words.capacity()) * 8;
        self.table.bytes_peak() + (states + words) as u64 + self.space.bytes()
    }

    /// Updates the progress, and stops the search if it takes too much memory.
    fn tell(&self, limit: u32, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        let bytes = self.bytes();
        let progress = &mut meter.progress;
        progress.open = self.open.len() as u64;
        progress.seen = self.table.len() as u64;
        progress.lower_bound = u64::from(limit);
        progress.best = self.best.as_ref().map(|(_, cost)| u64::from(*cost));
        progress.memory_bytes = bytes;
        if bytes > meter.budget.memory_bytes_max { Err(Stop::Memory) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{SearchResult, search_with};
    use crate::contract::Keeps;
    use crate::memory::BoundTable;
    use crate::meter::SearchMeter;
    use crate::problem::Problem;
    use crate::prune::rule::Pruning;
    use crate::search::best_first;
    use crate::search::frontier::Order;
    use crate::space::Space;
    use crate::space::pushes::PushSpace;
    use crate::space::walks::WalkSpace;
    use sokolab_core::testing::{Chance, random_level};
    use sokolab_core::{Budget, Level, Rules, check};

    /// The most nodes that a search with a small table may expand in this test.
    const NODES_MAX: u64 = 20_000;

    /// The results of a search with a table of `slots` slots, and of A*.
    fn both<S: Space>(slots: usize, space: impl Fn() -> S) -> (SearchResult, SearchResult) {
        let observer = &mut |_: &_| None;
        let mut meter = SearchMeter::new(Budget::of_nodes(NODES_MAX), observer);
        let table = BoundTable::with_slots(space().key_words(), 0, slots);
        let found = search_with(space(), table, false, &mut meter);
        let mut meter = SearchMeter::new(Budget::default(), observer);
        (found, best_first::search(space(), Order::Exact, false, &mut meter))
    }

    /// Compares the two. Returns whether the search with the small table came to an end.
    fn check_both<S: Space>(level: &Level, slots: usize, space: impl Fn() -> S) -> bool {
        let (found, truth) = both(slots, space);
        let cost = |finding: &SearchResult| finding.best.as_ref().map(|(_, cost)| *cost);
        if let Some(cost) = cost(&truth) {
            assert!(found.lower_bound <= cost, "{slots} slots: {level:?}");
        }
        let is_done = found.stopped.is_none();
        if is_done {
            assert_eq!(cost(&found), cost(&truth), "{slots} slots: {level:?}");
        }
        is_done
    }

    #[test]
    fn a_table_that_forgets_changes_no_answer() {
        for rules in Rules::ALL {
            let (mut all, mut done) = (0, 0);
            let mut chance = Chance::new(77);
            for _ in 0..150 {
                let level = random_level(&mut chance, rules, 6, 3);
                let Ok((board, state)) = check(&level) else { continue };
                let Ok(problem) = Problem::<4>::new(&board, &state, 1 << 30, &mut || true) else {
                    continue;
                };
                for slots in [1, 8, 64] {
                    let pruning = Pruning::keeping(&problem, Keeps::FewestPushes);
                    let pushes = || PushSpace::new(&problem, pruning);
                    done += usize::from(check_both(&level, slots, pushes));
                    let walks = || WalkSpace::new(&problem);
                    done += usize::from(check_both(&level, slots, walks));
                    all += 2;
                }
            }
            assert!(done * 20 >= all * 19, "{rules}: only {done} of {all} came to an end");
        }
    }
}
