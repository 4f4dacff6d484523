//! Nodes of one priority expanded side by side by a crew of threads, merged in order.
//!
//! Most of the work of an expansion is done by the space: regions, deadlock tests and bounds. So a
//! batch of open nodes with the same priority is dealt out to the threads, each with a space of its
//! own, while the nodes seen so far are only read. Then one thread stores what they found, node by
//! node. Nothing depends on which thread is faster: a search on a given number of threads always
//! expands the same nodes.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};

use super::frontier::{Frontier, Order, Visit};
use super::successor::{Helper, Successor, assess};
use crate::memory::{Link, NodeNumber, NodeStore};
use crate::meter::SearchMeter;
use crate::space::Space;
use sokolab_core::{Budget, Stop};

/// The work units of a batch, a few milliseconds: enough to pay for waking the threads, and little
/// enough that limits are kept.
const BATCH_WORK: u64 = 400_000;

/// The most nodes in a batch.
const BATCH_NODES_MAX: u64 = 512;

/// A batch has at most one node for so many that have been expanded at its priority. The way down
/// to a solution leads through nodes with ever smaller bounds, and the rest of a batch is wasted
/// there; but a priority at which many nodes have led nowhere is likely to have many more of them.
/// Small worlds need a smaller number for batches to be tested.
const LAYER_SHARE: u64 = if cfg!(test) { 4 } else { 64 };

/// A batch with fewer nodes for each thread does not pay for waking the threads.
const NODES_PER_THREAD_MIN: usize = if cfg!(test) { 2 } else { 32 };

/// The edges of a node, roughly.
const EDGES: u64 = 8;

/// What the threads of a crew read while they expand a batch.
#[derive(Clone, Copy)]
struct Batch<'a> {
    store: &'a NodeStore,
    order: Order,
    nodes: &'a [NodeNumber],
    threads: usize,
    limit: Option<u32>,
}

impl Batch<'_> {
    /// Expands the nodes dealt to one thread. Returns the number of successors of each.
    fn expand<S: Space>(
        &self,
        thread: usize,
        space: &mut S,
        found: &mut Vec<Successor>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Vec<usize>, Stop> {
        let (mut edges, mut counts, mut all) = (Vec::new(), Vec::new(), 0);
        for &node in self.nodes.iter().skip(thread).step_by(self.threads) {
            let own = self.store.link(node);
            space.prepare(meter)?;
            space.enter(self.store.key(node), self.store.keeper(node));
            space.edges(&mut edges);
            let effort = space.effort();
            meter.work(2 * effort)?;
            meter.units += edges.len() as u64;
            let before = all;
            for &edge in &edges {
                meter.work(effort)?;
                if all == found.len() {
                    found.push(Successor::default());
                }
                let nodes = (self.store, self.order);
                let verdict = assess(space, nodes, own, edge, self.limit, &mut found[all]);
                all += usize::from(verdict.is_some());
            }
            counts.push(all - before);
        }
        Ok(counts)
    }
}

impl<S: Space> Frontier<S> {
    /// Lets other threads help, each with a space of its own.
    pub(crate) fn add_helpers(&mut self, spaces: impl Iterator<Item = S>) {
        self.helpers.extend(spaces.map(|space| Helper { space, found: Vec::new() }));
    }

    /// Removes the open nodes with the least priority that are to be expanded next: one, or as many
    /// as are worth dealing out.
    pub(crate) fn next_batch(&mut self) -> Vec<(NodeNumber, Link)> {
        let mut batch: Vec<_> = self.next().into_iter().collect();
        let Some((_, link)) = batch.first() else { return batch };
        if self.helpers.is_empty() {
            return batch;
        }
        let first = self.priority(link);
        let by_work = BATCH_WORK / (EDGES * self.space.effort().max(1));
        if self.layer.0 != first {
            self.layer = (first, 0);
        }
        let most = by_work.clamp(1, BATCH_NODES_MAX).min(self.layer.1 / LAYER_SHARE) as usize;
        while batch.len() < most && self.least_priority() == Some(first) {
            batch.extend(self.next_of(first));
        }
        self.layer.1 += batch.len() as u64;
        batch
    }

    /// Expands a batch of nodes and calls `visit` for each successor that is new or cheaper than
    /// known. `limit` is the cost of a solution in hand: successors that cannot beat it are left
    /// out.
    pub(crate) fn expand_all(
        &mut self,
        batch: &[(NodeNumber, Link)],
        limit: Option<u32>,
        meter: &mut SearchMeter<'_>,
        mut visit: impl FnMut(&Visit<'_>),
    ) -> Result<(), Stop> {
        let threads = self.helpers.len() + 1;
        if batch.len() < NODES_PER_THREAD_MIN * threads {
            return batch
                .iter()
                .try_for_each(|&(node, _)| self.expand(node, limit, meter, &mut visit));
        }
        let nodes: Vec<NodeNumber> = batch.iter().map(|it| it.0).collect();
        nodes.iter().try_for_each(|_| meter.count_node())?;
        let counts = self.deal(&nodes, limit, meter)?;
        S::exchange(&mut self.crew());
        self.merge(&nodes, &counts, &mut visit)
    }

    /// All spaces, that of this thread first.
    fn crew(&mut self) -> Vec<&mut S> {
        let helpers = self.helpers.iter_mut().map(|it| &mut it.space);
        std::iter::once(&mut self.space).chain(helpers).collect()
    }

    /// Has the threads expand the nodes. Returns how many successors each node has, by thread.
    fn deal(
        &mut self,
        nodes: &[NodeNumber],
        limit: Option<u32>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Vec<Vec<usize>>, Stop> {
        let Frontier { space, store, order, helpers, found, .. } = self;
        let (order, threads) = (*order, helpers.len() + 1);
        let batch = Batch { store, order, nodes, threads, limit };
        let is_stopped = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let mut others = Vec::new();
            for (index, helper) in helpers.iter_mut().enumerate() {
                let is_stopped = &is_stopped;
                others.push(scope.spawn(move || {
                    let mut observer =
                        |_: &_| is_stopped.load(Ordering::Relaxed).then_some(Stop::Interrupted);
                    let mut meter = SearchMeter::new(Budget::UNLIMITED, &mut observer);
                    let Helper { space, found } = helper;
                    let counts = batch.expand(index + 1, space, found, &mut meter);
                    (counts, meter.units)
                }));
            }
            let own = batch.expand(0, space, found, meter);
            is_stopped.store(own.is_err(), Ordering::Relaxed);
            let mut counts = vec![own];
            for other in others {
                let (theirs, units) = other.join().unwrap_or_else(|panic| resume_unwind(panic));
                meter.units += units;
                counts.push(theirs);
            }
            counts.into_iter().collect()
        })
    }

    /// Stores what the threads have found, in the order of the nodes.
    fn merge(
        &mut self,
        nodes: &[NodeNumber],
        counts: &[Vec<usize>],
        visit: &mut impl FnMut(&Visit<'_>),
    ) -> Result<(), Stop> {
        let mut founds = vec![std::mem::take(&mut self.found)];
        founds.extend(self.helpers.iter_mut().map(|it| std::mem::take(&mut it.found)));
        let mut taken = vec![0; founds.len()];
        let mut merged = Ok(());
        'all: for (index, &node) in nodes.iter().enumerate() {
            let thread = index % founds.len();
            let first = taken[thread];
            taken[thread] += counts[thread][index / founds.len()];
            for successor in &founds[thread][first..taken[thread]] {
                let state = &successor.state;
                // Another node of the batch may have led there since.
                let known = self.store.find(&state.key.words, state.keeper, state.hash);
                if known.is_some_and(|it| !self.is_improved(it, successor.cost)) {
                    continue;
                }
                merged = self.admit(node, successor, known, visit);
                if merged.is_err() {
                    break 'all;
                }
            }
        }
        let mut founds = founds.into_iter();
        self.found = founds.next().unwrap_or_default();
        self.helpers.iter_mut().zip(founds).for_each(|(helper, found)| helper.found = found);
        merged
    }

    /// Whether a path of this cost to a stored node is worth taking.
    fn is_improved(&self, node: NodeNumber, cost: u16) -> bool {
        let link = self.store.link(node);
        cost < link.cost && (!link.is_closed || self.order.reopens())
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::reference::fewest_pushes;
    use sokolab_core::testing::{level, random_levels};
    use sokolab_core::{Board, Budget, Rules, State, check};

    use crate::contract::Keeps;
    use crate::meter::SearchMeter;
    use crate::problem::{PrepareError, Problem};
    use crate::prune::rule::{Pruning, Rule};
    use crate::search::best_first;
    use crate::search::bidirectional;
    use crate::search::frontier::Order;
    use crate::space::pulls::PullSpace;
    use crate::space::pushes::PushSpace;

    /// The fewest pushes from both ends and from the start alone, each with the nodes expanded.
    fn fewest(board: &Board, start: &State, threads: usize) -> [(Option<u32>, u64); 2] {
        let problem = match Problem::<4>::new(board, start, 1 << 30, &mut || true) {
            Ok(problem) => problem,
            Err(PrepareError::Unsolvable) => return [(None, 0); 2],
            Err(PrepareError::Stopped) => panic!("nobody stops it"),
        };
        let pruning = Pruning::keeping(&problem, Keeps::FewestPushes).without(Rule::Symmetry);
        let pushes = || PushSpace::new(&problem, pruning);
        let mut observer = |_: &_| None;
        let mut meter = SearchMeter::new(Budget::UNLIMITED, &mut observer);
        let ends = (pushes, || PullSpace::new(&problem));
        let both = bidirectional::search(ends, Order::Exact, threads, false, &mut meter);
        let nodes = meter.progress.nodes;
        let spaces = (pushes(), (1..threads).map(|_| pushes()));
        let one = best_first::search_with(spaces, Order::Exact, false, &mut meter);
        let cost = |best: Option<(_, u32)>| best.map(|it| it.1);
        [(cost(both.best), nodes), (cost(one.best), meter.progress.nodes - nodes)]
    }

    #[test]
    fn any_number_of_threads_finds_the_fewest_pushes() {
        for level in random_levels(Rules::OFFICIAL, 150) {
            let (board, start) = check(&level).expect("random levels are playable");
            if start.boxes.len() != board.goals().len() {
                continue;
            }
            let truth = fewest_pushes(&board, &start).map(|it| it as u32);
            for threads in [1, 2, 3] {
                let found = fewest(&board, &start, threads).map(|it| it.0);
                assert_eq!(found, [truth; 2], "{threads} threads: {:?}", level.source.rows);
            }
        }
    }

    /// Its lower bound is far too low, so that many nodes have the same priority.
    const ROOMS: &str = "
               #########
        ######## ....  # #####
        #     ## ####  ###   #
        # $$ $@  #### ###    #
        #  #  #            # #
        # $  ########  ##    #
        ##   #      #####  # #
         #####          ##   #
                         #####";

    #[test]
    fn nodes_depend_on_the_number_of_threads_only() {
        let (board, start) = check(&level(ROOMS)).expect("a playable level");
        let alone = fewest(&board, &start, 1);
        for threads in [2, 3, 4] {
            let found = fewest(&board, &start, threads);
            assert_eq!(found, fewest(&board, &start, threads));
            for ((cost, nodes), (truth, nodes_alone)) in found.into_iter().zip(alone) {
                assert_eq!(cost, truth);
                assert_ne!(nodes, nodes_alone, "batches were expanded");
            }
        }
    }
}
