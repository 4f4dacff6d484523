//! Best-first search over a space: A* and its greedier relatives.

use super::frontier::{Frontier, Order};
use crate::leg::Way;
use crate::memory::{Full, Link, NodeNumber};
use crate::meter::SearchMeter;
use crate::slice::Slice;
use crate::space::Space;
use sokolab_core::Stop;
use sokolab_field::{Key, Place};

/// The result of a best-first search.
#[derive(Debug)]
pub(crate) struct SearchResult {
    /// The path to the best won state seen, with its cost.
    pub(crate) best: Option<(Way, u32)>,
    /// Why the search stopped early, if it did.
    pub(crate) stopped: Option<Stop>,
    /// No solution costs less than this.
    pub(crate) lower_bound: u32,
    pub(crate) memory_bytes: u64,
    pub(crate) lemma_nodes: u64,
}

impl SearchResult {
    /// The result of a search that did not begin.
    pub(crate) fn nothing() -> SearchResult {
        SearchResult::of_way(None, None)
    }

    /// The result of a search for any solution, which proves no bound; the caller fills in its
    /// cost.
    pub(crate) fn of_way(way: Option<Way>, stopped: Option<Stop>) -> SearchResult {
        let best = way.map(|way| {
            let pushes = way.len() as u32;
            (way, pushes)
        });
        SearchResult { best, stopped, lower_bound: 0, memory_bytes: 0, lemma_nodes: 0 }
    }
}

/// A state that another search has reached too.
#[derive(Debug)]
pub(crate) struct Met<'a> {
    pub(crate) key: &'a [u64],
    pub(crate) keeper: Place,
    /// The path that leads there.
    pub(crate) way: Way,
}

/// Searches until the next node in `order` is a won state, or, with `is_enough`, until any won
/// state is seen.
pub(crate) fn search<S: Space>(
    space: S,
    order: Order,
    is_enough: bool,
    meter: &mut SearchMeter<'_>,
) -> SearchResult {
    search_with((space, std::iter::empty()), order, is_enough, meter)
}

/// The same, helped by other threads, each with a space of its own.
pub(crate) fn search_with<S: Space>(
    (space, others): (S, impl Iterator<Item = S>),
    order: Order,
    is_enough: bool,
    meter: &mut SearchMeter<'_>,
) -> SearchResult {
    let mut search = BestFirst::new(space, order, is_enough, meter.budget.memory_bytes_max);
    search.frontier.add_helpers(others);
    let stopped = search.run(meter).err();
    search.finding(stopped)
}

/// A resumable best-first search.
#[derive(Debug)]
pub(crate) struct BestFirst<S> {
    frontier: Frontier<S>,
    order: Order,
    is_enough: bool,
    has_begun: bool,
    /// The memory limit, in bytes.
    pub(crate) bytes_max: u64,
    best: Option<(NodeNumber, u32)>,
    /// States that another search has reached too.
    met: Vec<NodeNumber>,
    lower_bound: u32,
}

impl<S: Space> BestFirst<S> {
    pub(crate) fn new(space: S, order: Order, is_enough: bool, bytes_max: u64) -> BestFirst<S> {
        let frontier = Frontier::new(space, order, bytes_max);
        BestFirst {
            frontier,
            order,
            is_enough,
            has_begun: false,
            bytes_max,
            best: None,
            met: Vec::new(),
            lower_bound: 0,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.frontier.bytes()
    }

    /// Whether it may have reached a state with this hash. Compares half of the hash only.
    #[inline]
    pub(crate) fn may_know(&self, hash: u64) -> bool {
        self.frontier.store.may_have(hash)
    }

    /// Takes one of the states that another search has reached too.
    pub(crate) fn take_met(&mut self) -> Option<Met<'_>> {
        let node = self.met.pop()?;
        let (store, way) = (&self.frontier.store, self.frontier.way_to(node));
        Some(Met { key: store.key(node), keeper: store.keeper(node), way })
    }

    /// The path to a state, if the search has reached it.
    pub(crate) fn way_to(&self, key: &Key, keeper: Place, hash: u64) -> Option<Way> {
        let node = self.frontier.store.find(&key.words, keeper, hash)?;
        Some(self.frontier.way_to(node))
    }

    /// The result so far; `stopped` is why the search stopped early.
    pub(crate) fn finding(&self, stopped: Option<Stop>) -> SearchResult {
        let best = self.best.map(|(node, cost)| (self.frontier.way_to(node), cost));
        let is_exact = self.order == Order::Exact && !self.is_enough;
        let lower_bound = match (stopped, &best) {
            (None, Some((_, cost))) if is_exact => *cost,
            _ => self.lower_bound,
        };
        SearchResult {
            best,
            stopped,
            lower_bound,
            memory_bytes: self.frontier.bytes(),
            lemma_nodes: self.frontier.lemma_nodes(),
        }
    }

    /// Searches until it is done or the slice is used up.
    pub(crate) fn run(&mut self, meter: &mut SearchMeter<'_>) -> Result<Slice, Stop> {
        self.run_beside(meter, &|_| false)
    }

    /// Searches until it is finished, the slice is used up, or it reaches states that another
    /// search has reached, which `meets` recognises by their hashes. [`BestFirst::take_met`] then
    /// returns them.
    pub(crate) fn run_beside(
        &mut self,
        meter: &mut SearchMeter<'_>,
        meets: &dyn Fn(u64) -> bool,
    ) -> Result<Slice, Stop> {
        meter.ask()?;
        if !std::mem::replace(&mut self.has_begun, true) {
            let best = &mut self.best;
            let seen = self.frontier.start(|visit| {
                if visit.state.is_won {
                    *best = Some((visit.node, 0));
                }
            });
            seen.map_err(|Full| Stop::Memory)?;
        }
        loop {
            if meter.is_spent() || !self.met.is_empty() {
                return Ok(Slice::Spent);
            }
            // Another thread may have found a solution meanwhile that is no worse.
            let known = meter.known_cost.get();
            self.best.take_if(|(_, cost)| known.is_some_and(|known| known <= *cost));
            let batch = self.frontier.next_batch();
            let Some((_, link)) = batch.first() else { return Ok(Slice::Done) };
            let least = u32::from(link.cost) + u32::from(link.bound);
            if self.order == Order::Exact {
                self.lower_bound = self.lower_bound.max(least);
            } else if meter.progress.nodes == 0 {
                self.lower_bound = least;
            }
            if self.is_done(least) || known.is_some_and(|cost| cost <= least) {
                return Ok(Slice::Done);
            }
            self.expand(&batch, meter, meets)?;
            self.look(meter)?;
        }
    }

    /// Whether the best solution seen ends the search when no open node has a sum below `least`.
    fn is_done(&self, least: u32) -> bool {
        self.best.is_some_and(|(_, cost)| self.is_enough || cost <= least)
    }

    fn expand(
        &mut self,
        batch: &[(NodeNumber, Link)],
        meter: &mut SearchMeter<'_>,
        meets: &dyn Fn(u64) -> bool,
    ) -> Result<(), Stop> {
        let (best, met) = (&mut self.best, &mut self.met);
        let limit = best.map(|(_, cost)| cost).or(meter.known_cost.get());
        self.frontier.expand_all(batch, limit, meter, |visit| {
            let cost = u32::from(visit.cost);
            if visit.state.is_won && best.is_none_or(|(_, known)| cost < known) {
                *best = Some((visit.node, cost));
            }
            if meets(visit.state.hash) {
                met.push(visit.node);
            }
        })
    }

    /// Divides the memory between nodes and tables, and updates the progress.
    fn look(&mut self, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        let beside = self.frontier.bytes_beside();
        // A margin for what one expansion may add to the tables.
        let rest = (self.bytes_max / 16 * 15).checked_sub(beside).ok_or(Stop::Memory)?;
        self.frontier.store.set_bytes_max(rest);
        let progress = &mut meter.progress;
        progress.open = self.frontier.open.len() as u64;
        progress.seen = self.frontier.store.len() as u64;
        progress.lower_bound = u64::from(self.lower_bound);
        progress.best = self.best.map(|(_, cost)| u64::from(cost));
        progress.memory_bytes = self.frontier.bytes();
        Ok(())
    }
}
