//! Bidirectional A*: forwards by pushes or moves and backwards by the same, until the two sides
//! meet.
//!
//! A state that both sides have seen gives a solution. The best one is proved optimal when it costs
//! no more than either side's least sum of cost and bound, or than the sum of both sides' least
//! open costs plus one, the least cost of an edge.
//!
//! In the order of A*, the side with fewer open nodes is expanded next. In balanced order, which
//! pays where the bounds are weak, all nodes whose sum is at most a common level are expanded by
//! cost, the side with fewer nodes of its least cost first, until the least costs of both sides
//! and one more exceed the level. Then no solution costs as little as the level, unless it has been
//! found, and the level rises (as in the near-optimal bidirectional search of Chen and others).

use super::best_first::SearchResult;
use super::frontier::{Frontier, Order, Visit};
use crate::memory::{Full, NodeNumber};
use crate::meter::SearchMeter;
use crate::slice::Slice;
use crate::space::Space;
use sokolab_core::Stop;

/// Searches from both ends on `threads` threads. With `is_enough`, stops at the first meeting.
pub(crate) fn search<F: Space, B: Space>(
    (forwards, backwards): (impl Fn() -> F, impl Fn() -> B),
    order: Order,
    threads: usize,
    is_enough: bool,
    meter: &mut SearchMeter<'_>,
) -> SearchResult {
    let ends = (forwards(), backwards());
    let mut search = Bidirectional::new(ends, order, is_enough, meter.budget.memory_bytes_max);
    search.forwards.add_helpers((1..threads).map(|_| forwards()));
    search.backwards.add_helpers((1..threads).map(|_| backwards()));
    let stopped = search.run(meter).err();
    search.finding(stopped)
}

/// A state that both sides have seen.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    forwards: NodeNumber,
    backwards: NodeNumber,
    cost: u32,
}

/// One of the two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Forwards,
    Backwards,
}

/// A resumable bidirectional search.
#[derive(Debug)]
pub(crate) struct Bidirectional<F, B> {
    forwards: Frontier<F>,
    backwards: Frontier<B>,
    order: Order,
    /// In balanced order, the level up to which nodes are expanded, and the side whose turn it is
    /// with the cost of its nodes.
    level: usize,
    turn: Option<(Side, usize)>,
    is_enough: bool,
    has_begun: bool,
    /// The memory limit, in bytes.
    pub(crate) bytes_max: u64,
    best: Option<Meeting>,
    lower_bound: u32,
}

/// Keeps a meeting if it is cheaper than the best one so far and than the solution in hand.
fn keep(best: &mut Option<Meeting>, limit: Option<u32>, meeting: Meeting) {
    let limit = best.map(|known| known.cost).or(limit);
    if limit.is_none_or(|limit| meeting.cost < limit) {
        *best = Some(meeting);
    }
}

/// Looks up on the other side a state that one side has just visited.
fn meet<S: Space>(other: &Frontier<S>, visit: &Visit<'_>) -> Option<(NodeNumber, u32)> {
    let state = visit.state;
    let node = other.store.find(&state.key.words, state.keeper, state.hash)?;
    Some((node, u32::from(visit.cost) + u32::from(other.store.link(node).cost)))
}

impl<F: Space, B: Space> Bidirectional<F, B> {
    /// A search from both ends. With `is_enough`, it stops at the first meeting.
    pub(crate) fn new(
        (forwards, backwards): (F, B),
        order: Order,
        is_enough: bool,
        bytes_max: u64,
    ) -> Bidirectional<F, B> {
        Bidirectional {
            forwards: Frontier::new(forwards, order, bytes_max / 2),
            backwards: Frontier::new(backwards, order, bytes_max / 2),
            order,
            level: 0,
            turn: None,
            is_enough,
            has_begun: false,
            bytes_max,
            best: None,
            lower_bound: 0,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.forwards.bytes() + self.backwards.bytes()
    }

    /// The result so far; `stopped` is why the search stopped early.
    pub(crate) fn finding(&self, stopped: Option<Stop>) -> SearchResult {
        let best = self.best.map(|meeting| {
            let mut way = self.forwards.way_to(meeting.forwards);
            way.extend(self.backwards.way_to(meeting.backwards).into_iter().rev());
            (way, meeting.cost)
        });
        let lower_bound = match (stopped, &best) {
            (None, Some((_, cost))) if !self.is_enough => *cost,
            _ => self.lower_bound,
        };
        let lemma_nodes = self.forwards.lemma_nodes() + self.backwards.lemma_nodes();
        SearchResult { best, stopped, lower_bound, memory_bytes: self.bytes(), lemma_nodes }
    }

    /// Searches until it is done or the slice is used up.
    pub(crate) fn run(&mut self, meter: &mut SearchMeter<'_>) -> Result<Slice, Stop> {
        meter.ask()?;
        if !std::mem::replace(&mut self.has_begun, true) {
            self.begin()?;
        }
        loop {
            if meter.is_spent() {
                return Ok(Slice::Spent);
            }
            let next = self.next_side(meter)?;
            // Another thread may have found a solution meanwhile that is no worse.
            let known = meter.known_cost.get();
            self.best.take_if(|meeting| known.is_some_and(|known| known <= meeting.cost));
            let Some((bound, side)) = next else { return Ok(Slice::Done) };
            let limit = self.best.map(|meeting| meeting.cost).or(known);
            self.lower_bound = self.lower_bound.max(bound.min(limit.unwrap_or(bound)));
            let is_met = self.is_enough && self.best.is_some();
            if is_met || limit.is_some_and(|cost| cost <= bound) {
                return Ok(Slice::Done);
            }
            match side {
                Side::Forwards => self.go_forwards(limit, meter)?,
                Side::Backwards => self.go_backwards(limit, meter)?,
            }
            self.look(meter)?;
        }
    }

    /// The cost that no solution still to be found undercuts, and the side to expand next; `None`
    /// if there is nothing left to find.
    ///
    /// # Errors
    /// If a limit is hit.
    fn next_side(&mut self, meter: &mut SearchMeter<'_>) -> Result<Option<(u32, Side)>, Stop> {
        if self.order == Order::Balanced {
            return self.next_side_in_balance(meter);
        }
        let Some((least, least_back)) = self.forwards.least().zip(self.backwards.least()) else {
            return Ok(None);
        };
        let costs = self.forwards.least_cost() + self.backwards.least_cost() + 1;
        let is_forwards = self.forwards.open_len() <= self.backwards.open_len();
        let side = if is_forwards { Side::Forwards } else { Side::Backwards };
        Ok(Some((least.max(least_back).max(costs) as u32, side)))
    }

    fn next_side_in_balance(
        &mut self,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Option<(u32, Side)>, Stop> {
        while let Some((least, least_back)) = self.forwards.least().zip(self.backwards.least()) {
            self.level = self.level.max(least).max(least_back);
            self.forwards.raise(self.level, meter)?;
            self.backwards.raise(self.level, meter)?;
            let ready = self.forwards.least_ready().zip(self.backwards.least_ready());
            if let Some(((cost, count), (cost_back, count_back))) = ready
                && cost + cost_back < self.level
            {
                let side = match self.turn {
                    Some((Side::Forwards, begun)) if begun == cost => Side::Forwards,
                    Some((Side::Backwards, begun)) if begun == cost_back => Side::Backwards,
                    _ if count <= count_back => Side::Forwards,
                    _ => Side::Backwards,
                };
                let begun = if side == Side::Forwards { cost } else { cost_back };
                self.turn = Some((side, begun));
                return Ok(Some((self.level as u32, side)));
            }
            self.level += 1;
        }
        Ok(None)
    }

    fn begin(&mut self) -> Result<(), Stop> {
        self.forwards.start(|_| {}).map_err(|Full| Stop::Memory)?;
        let (forwards, best) = (&self.forwards, &mut self.best);
        let started = self.backwards.start(|visit| {
            if let Some((node, cost)) = meet(forwards, visit) {
                keep(best, None, Meeting { forwards: node, backwards: visit.node, cost });
            }
        });
        started.map_err(|Full| Stop::Memory)
    }

    fn go_forwards(&mut self, limit: Option<u32>, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        let batch = self.forwards.next_batch();
        let (other, best) = (&self.backwards, &mut self.best);
        self.forwards.expand_all(&batch, limit, meter, |visit| {
            if let Some((node, cost)) = meet(other, visit) {
                keep(best, limit, Meeting { forwards: visit.node, backwards: node, cost });
            }
        })
    }

    fn go_backwards(
        &mut self,
        limit: Option<u32>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<(), Stop> {
        let batch = self.backwards.next_batch();
        let (other, best) = (&self.forwards, &mut self.best);
        self.backwards.expand_all(&batch, limit, meter, |visit| {
            if let Some((node, cost)) = meet(other, visit) {
                keep(best, limit, Meeting { forwards: node, backwards: visit.node, cost });
            }
        })
    }

    /// Divides the memory between the sides, and updates the progress.
    fn look(&mut self, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        let limit = self.bytes_max / 16 * 15;
        let (one, two) = (self.forwards.bytes(), self.backwards.bytes());
        let rest = limit.checked_sub(one + two).ok_or(Stop::Memory)?;
        self.forwards.let_grow(rest);
        self.backwards.let_grow(rest);
        let progress = &mut meter.progress;
        progress.open = (self.forwards.open_len() + self.backwards.open_len()) as u64;
        progress.seen = (self.forwards.store.len() + self.backwards.store.len()) as u64;
        progress.lower_bound = u64::from(self.lower_bound);
        progress.best = self.best.map(|meeting| u64::from(meeting.cost));
        progress.memory_bytes = one + two;
        Ok(())
    }
}
