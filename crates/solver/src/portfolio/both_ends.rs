//! Parallel bidirectional search, on two threads or more.
//!
//! One thread searches forwards by pushes and one backwards by pulls; they share only a table of
//! meetings. Further threads refute: they take states that the forward search looks at, try to
//! prove them dead with more effort than it would spend, and hand back the patterns they learn.

use crate::leg::Way;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::contract::Keeps;
use crate::internal_error::contain;
use crate::memory::lock;
use crate::memory::{Full, MeetTable, Side};
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::prune::rule::{Pruning, Rule};
use crate::request::Request;
use crate::search::best_first::SearchResult;
use crate::search::frontier::{Frontier, Order, Visit};
use crate::space::Space;
use crate::space::pulls::PullSpace;
use crate::space::pushes::PushSpace;
use crate::space::refute::{SharedPatterns, refute};
use sokolab_core::{Progress, Stop};
use sokolab_field::Place;

/// The state through which the best solution so far leads.
#[derive(Clone, Debug)]
struct Meeting {
    key: Vec<u64>,
    keeper: Place,
    hash: u64,
    cost: u32,
}

/// The data that the threads share.
struct Shared {
    table: MeetTable,
    best: Mutex<Option<Meeting>>,
    /// The cost of the best meeting, or of the solution in hand, for reading without the lock.
    best_cost: AtomicU32,
    is_done: Arc<AtomicBool>,
    /// The least sum of cost and bound, and the least cost, of each side.
    least: [AtomicU32; 2],
    least_cost: [AtomicU32; 2],
    nodes_backwards: AtomicU64,
    bytes: [AtomicU64; 2],
    states: AtomicUsize,
    /// Whether one side is exhausted or has seen a proof.
    is_settled: AtomicBool,
    /// Neither side continues before both have added their root states.
    begin: Gate,
}

/// Holds both sides back until both have arrived, or one of them has failed.
#[derive(Debug, Default)]
struct Gate {
    arrived: Mutex<usize>,
    changed: Condvar,
}

impl Gate {
    fn arrive(&self) {
        *lock(&self.arrived) += 1;
        self.changed.notify_all();
    }

    /// Waits until both sides have arrived.
    fn wait(&self) {
        let mut arrived = lock(&self.arrived);
        while *arrived < 2 {
            arrived = self.changed.wait(arrived).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Stops the other threads if this one panics; otherwise they would wait for it forever.
struct StopOnPanic<'a>(&'a Shared);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.is_done.store(true, Ordering::Relaxed);
            self.0.begin.arrive();
        }
    }
}

impl Shared {
    fn new(known_cost: Option<u32>) -> Shared {
        Shared {
            table: MeetTable::new(),
            best: Mutex::new(None),
            best_cost: AtomicU32::new(known_cost.unwrap_or(u32::MAX)),
            is_done: Arc::default(),
            least: Default::default(),
            least_cost: Default::default(),
            nodes_backwards: AtomicU64::new(0),
            bytes: Default::default(),
            states: AtomicUsize::new(0),
            is_settled: AtomicBool::new(false),
            begin: Gate::default(),
        }
    }

    fn visit(&self, side: Side, visit: &Visit<'_>) {
        self.states.fetch_add(1, Ordering::Relaxed);
        let Some(cost) = self.table.visit(side, visit.state.hash, visit.cost) else { return };
        if cost >= self.best_cost.load(Ordering::Relaxed) {
            return;
        }
        let mut best = lock(&self.best);
        if best.as_ref().is_none_or(|known| cost < known.cost) {
            let state = visit.state;
            let (key, keeper, hash) = (state.key.words.clone(), state.keeper, state.hash);
            *best = Some(Meeting { key, keeper, hash, cost });
            self.best_cost.store(cost, Ordering::Relaxed);
        }
    }

    /// No solution costs less than this.
    fn lower_bound(&self) -> u32 {
        let load = |it: &AtomicU32| it.load(Ordering::Relaxed);
        let [one, two] = &self.least;
        let costs = self.least_cost.iter().map(load).sum::<u32>() + 1;
        load(one).max(load(two)).max(costs)
    }

    fn is_proved(&self, is_enough: bool) -> bool {
        let cost = self.best_cost.load(Ordering::Relaxed);
        cost != u32::MAX && (is_enough || cost <= self.lower_bound())
    }
}

/// Searches with at least two threads; `None` if a meeting turned out to be false because two
/// states have the same hash.
pub(crate) fn search<const N: usize>(
    problem: &Problem<'_, N>,
    request: &Request<'_>,
    is_enough: bool,
    meter: &mut SearchMeter<'_>,
) -> Option<SearchResult> {
    let shared = Shared::new(meter.known_cost);
    let lemmas = SharedPatterns::new();
    let refuting = request.threads.saturating_sub(2);
    std::thread::scope(|scope| {
        let backwards = scope.spawn(|| go_backwards(problem, request, is_enough, &shared));
        let _guard = StopOnPanic(&shared);
        for _ in 0..refuting {
            // Patterns only help: without those of a thread that fails, the result is the same.
            scope.spawn(|| contain(|| refute(problem, &lemmas, &shared.is_done, refuting)));
        }
        let pruning = Pruning::keeping(problem, Keeps::FewestPushes).without(Rule::Symmetry);
        let mut space = PushSpace::new(problem, pruning);
        if request.threads > 2 {
            space.share(&lemmas);
        }
        let (stopped, way, lemma_nodes) = go_forwards(space, is_enough, &shared, meter);
        let (stopped_back, way_back, nodes_back) = match backwards.join() {
            Ok(half) => half,
            Err(payload) => resume_unwind(payload),
        };
        meter.progress.nodes += nodes_back;
        let stopped = if shared.is_settled.load(Ordering::Relaxed) || shared.is_proved(is_enough) {
            None
        } else {
            Stop::weightiest(stopped.into_iter().chain(stopped_back))
        };
        let best = match lock(&shared.best).as_ref() {
            None => None,
            Some(meeting) => {
                let mut way = way?;
                way.extend(way_back?.into_iter().rev());
                Some((way, meeting.cost))
            }
        };
        let lower_bound = match (&best, stopped) {
            (Some((_, cost)), None) if !is_enough => *cost,
            _ => shared.lower_bound().min(shared.best_cost.load(Ordering::Relaxed)),
        };
        let memory_bytes = shared.bytes.iter().map(|it| it.load(Ordering::Relaxed)).sum::<u64>()
            + MeetTable::bytes(shared.states.load(Ordering::Relaxed));
        Some(SearchResult { best, stopped, lower_bound, memory_bytes, lemma_nodes })
    })
}

/// Searches forwards on this thread. Returns the limit it hit, its half of the path, and the nodes
/// of its small searches. The observer is told the nodes of both sides.
fn go_forwards<const N: usize>(
    space: PushSpace<'_, N>,
    is_enough: bool,
    shared: &Shared,
    meter: &mut SearchMeter<'_>,
) -> Half {
    let budget = meter.budget.less_nodes(meter.progress.nodes);
    let mut tell = |progress: &Progress| {
        let nodes = progress.nodes + shared.nodes_backwards.load(Ordering::Relaxed);
        meter.tell(&Progress { nodes, ..*progress })
    };
    let mut own = SearchMeter::new(budget, &mut tell);
    let mut frontier = Frontier::new(space, Order::EXACT, budget.memory_bytes_max / 3);
    let stopped = run(&mut frontier, Side::Forwards, is_enough, shared, &mut own).err();
    let nodes = own.progress.nodes;
    meter.progress.nodes += nodes;
    shared.is_done.store(true, Ordering::Relaxed);
    let way = meeting_node(&frontier, shared).map(|node| frontier.way_to(node));
    (stopped, way, frontier.space.lemma_nodes())
}

/// The result of a side: the limit it hit, its half of the path, and the nodes of its small
/// searches or, backwards, all its nodes.
type Half = (Option<Stop>, Option<Way>, u64);

fn go_backwards<const N: usize>(
    problem: &Problem<'_, N>,
    request: &Request<'_>,
    is_enough: bool,
    shared: &Shared,
) -> Half {
    let _guard = StopOnPanic(shared);
    let mut is_told = false;
    let mut observer = |_: &_| {
        is_told |= shared.is_done.load(Ordering::Relaxed);
        is_told.then_some(Stop::Interrupted)
    };
    let mut meter = SearchMeter::new(request.budget, &mut observer);
    let space = PullSpace::new(problem);
    let mut frontier = Frontier::new(space, Order::EXACT, meter.budget.memory_bytes_max / 3);
    let stopped = run(&mut frontier, Side::Backwards, is_enough, shared, &mut meter).err();
    if stopped.is_none() || stopped == Some(Stop::Nodes) {
        shared.is_done.store(true, Ordering::Relaxed);
    }
    // The other side may still be in its last expansion; a meeting found there is on this side too.
    while !shared.is_done.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
    let way = meeting_node(&frontier, shared).map(|node| frontier.way_to(node));
    let nodes = meter.progress.nodes;
    // The side that stopped the search reports the reason.
    (stopped.filter(|_| !is_told), way, nodes)
}

fn meeting_node<S: Space>(frontier: &Frontier<S>, shared: &Shared) -> Option<u32> {
    let best = lock(&shared.best);
    let meeting = best.as_ref()?;
    frontier.store.find(&meeting.key, meeting.keeper, meeting.hash)
}

fn run<S: Space>(
    frontier: &mut Frontier<S>,
    side: Side,
    is_enough: bool,
    shared: &Shared,
    meter: &mut SearchMeter<'_>,
) -> Result<(), Stop> {
    let index = side as usize;
    let started = frontier.start(|visit| shared.visit(side, visit));
    shared.begin.arrive();
    shared.begin.wait();
    started.map_err(|Full| Stop::Memory)?;
    loop {
        let Some(least) = frontier.least() else {
            shared.is_settled.store(true, Ordering::Relaxed);
            return Ok(());
        };
        shared.least[index].store(least as u32, Ordering::Relaxed);
        shared.least_cost[index].store(frontier.least_cost() as u32, Ordering::Relaxed);
        if shared.is_proved(is_enough) {
            shared.is_settled.store(true, Ordering::Relaxed);
            return Ok(());
        }
        if shared.is_done.load(Ordering::Relaxed) {
            return Ok(());
        }
        let Some((node, _)) = frontier.next() else { continue };
        let cost = shared.best_cost.load(Ordering::Relaxed);
        let limit = (cost != u32::MAX).then_some(cost);
        frontier.expand(node, limit, meter, |visit| shared.visit(side, visit))?;
        look(frontier, side, shared, meter)?;
    }
}

/// Divides the memory between the sides, and updates the progress.
fn look<S: Space>(
    frontier: &mut Frontier<S>,
    side: Side,
    shared: &Shared,
    meter: &mut SearchMeter<'_>,
) -> Result<(), Stop> {
    shared.bytes[side as usize].store(frontier.bytes(), Ordering::Relaxed);
    let states = shared.states.load(Ordering::Relaxed);
    let bytes = shared.bytes.iter().map(|it| it.load(Ordering::Relaxed)).sum::<u64>()
        + MeetTable::bytes(states);
    let rest = (meter.budget.memory_bytes_max / 16 * 15).checked_sub(bytes).ok_or(Stop::Memory)?;
    frontier.let_grow(rest / 2);
    match side {
        Side::Backwards => shared.nodes_backwards.store(meter.progress.nodes, Ordering::Relaxed),
        Side::Forwards => {
            let cost = shared.best_cost.load(Ordering::Relaxed);
            let progress = &mut meter.progress;
            progress.open = frontier.open.len() as u64;
            progress.seen = states as u64;
            progress.lower_bound = u64::from(shared.lower_bound());
            progress.best = (cost != u32::MAX).then_some(u64::from(cost));
            progress.memory_bytes = bytes;
        }
    }
    Ok(())
}
