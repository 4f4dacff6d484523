//! The search from below beside that from above.
//!
//! The exact search runs on the calling thread (and on all but one of the others), while one more
//! thread finds and improves solutions. Each tells the other what it has: a higher lower bound, a
//! cheaper solution. Both begin at once, so a level takes as long as the faster of the two, while
//! on one thread a proof that does not end soon has to wait for all improvements.

use std::cell::Cell;
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use sokolab_core::{Budget, Observer, Progress, Solution, Stop};

use super::exchange::{Exchange, Side};
use super::{AnytimeRun, Shares, cost_in_search};
use crate::exact;
use crate::internal_error::{InternalError, contain};
use crate::meter::KnownCost;
use crate::prepared::Prepared;
use crate::request::Request;
use crate::search::Searched;

/// The part of the memory that improvements get; the proof gets the rest.
const MEMORY_SHARE: u64 = 4;

/// The improvements as they end.
#[derive(Debug)]
struct Improvements {
    best: Option<Solution>,
    is_hopeless: bool,
    nodes: u64,
    lemma_nodes: u64,
    memory_bytes: u64,
    errors: Vec<InternalError>,
}

/// Searches from below and from above until the two meet. Returns the limit of the whole request
/// that was hit, if any.
pub(super) fn search(
    run: &mut AnytimeRun<'_>,
    level: &Prepared,
    observer: &mut Observer<'_>,
) -> Option<Stop> {
    let exchange = Exchange::default();
    let [below, above] = Side::both(&exchange);
    let (to_prove, to_improve) = shares(run);
    let (shares, lower_bound, best) = (run.shares, run.lower_bound, run.best.clone());
    let (found, improvements, told) = std::thread::scope(|scope| {
        let _guard = StopOnPanic(&exchange);
        let climb = move || improve(level, &to_improve, shares, (best, lower_bound), above);
        let climb = scope.spawn(move || contain(climb));
        let found = prove(&*run, level, &to_prove, (below, &exchange), observer);
        let reason = found.result.stopped().filter(|it| it.comes_from_observer());
        let told = match reason {
            Some(reason) => {
                exchange.stop(reason);
                Some(reason)
            }
            None => wait_for(&climb, &exchange, &*run, &found, observer),
        };
        (found, climb.join().expect("an assertion that fails there is contained"), told)
    });
    let ended = run.merge(found, improvements);
    if run.is_proved() {
        return None;
    }
    told.or(ended.filter(|_| run.is_full(ended) || run.is_over(ended)))
}

/// The requests of the two sides, with a half of the nodes each.
fn shares<'a>(run: &AnytimeRun<'a>) -> (Request<'a>, Request<'a>) {
    let request = run.part(run.request.objective, u64::MAX);
    let Budget { nodes_max, memory_bytes_max } = request.budget;
    let half = |whole: u64| if whole == u64::MAX { whole } else { whole / 2 };
    let memory = memory_bytes_max / MEMORY_SHARE;
    let budget = |memory_bytes_max| Budget { nodes_max: half(nodes_max), memory_bytes_max };
    let threads = request.threads - 1;
    let to_prove = Request { budget: budget(memory_bytes_max - memory), threads, ..request };
    (to_prove, Request { budget: budget(memory), threads: 1, ..request })
}

/// Proves from below that no solution is cheaper than the one in hand.
fn prove(
    run: &AnytimeRun<'_>,
    level: &Prepared,
    request: &Request<'_>,
    (mut side, exchange): (Side<'_>, &Exchange),
    observer: &mut Observer<'_>,
) -> Searched {
    let (nodes, lower_bound) = (run.nodes, run.lower_bound);
    let known = Cell::new(run.cost().map(cost_in_search));
    let mut nodes_above = 0;
    let mut tell = |progress: &Progress| {
        let bound = progress.lower_bound.max(lower_bound);
        let best = progress.best.into_iter().chain(known.get().map(u64::from)).min();
        let nodes = nodes + progress.nodes + nodes_above;
        let shown = Progress { nodes, lower_bound: bound, best, ..*progress };
        let mut ask = || observer(&shown);
        if let Some(reason) = ask() {
            exchange.stop(reason);
            return Some(reason);
        }
        match side.tick(Some(bound), progress.nodes, &mut ask) {
            Ok(news) => {
                nodes_above = news.nodes;
                let cheaper = news.value.map(cost_in_search);
                known.set(known.get().into_iter().chain(cheaper).min());
                news.is_settled.then_some(Stop::Interrupted)
            }
            Err(reason) => {
                exchange.stop(reason);
                Some(reason)
            }
        }
    };
    let (_, found) = exact::search_contained(level, request, KnownCost::of(&known), &mut tell);
    if found.result.stopped().is_none() {
        side.settle();
    }
    found
}

/// Finds and improves solutions until one meets the lower bound.
fn improve(
    level: &Prepared,
    request: &Request<'_>,
    shares: Shares,
    (best, lower_bound): (Option<Solution>, u64),
    mut side: Side<'_>,
) -> Improvements {
    let mut run = AnytimeRun { lower_bound, best, ..AnytimeRun::new(request, shares) };
    let mut tell = |progress: &Progress| {
        let news = match side.tick(progress.best, progress.nodes, &mut || None) {
            Ok(news) => news,
            Err(reason) => return Some(reason),
        };
        let is_met = progress.best.zip(news.value).is_some_and(|(best, bound)| best <= bound);
        (news.is_settled || is_met).then_some(Stop::Interrupted)
    };
    run.improve_starts(level, &mut tell);
    // The last solution may be cheaper than what was told with the last tick.
    let _ = side.tick(run.cost(), run.nodes, &mut || None);
    if run.is_hopeless {
        side.settle();
    }
    let AnytimeRun { best, is_hopeless, nodes, lemma_nodes, memory_bytes, errors, .. } = run;
    Improvements { best, is_hopeless, nodes, lemma_nodes, memory_bytes, errors }
}

/// How long the calling thread waits between two calls of the observer.
const WAIT: Duration = Duration::from_millis(2);

/// Keeps asking the observer, which only this thread may do, until the improvements have ended.
/// Returns the reason with which it stopped them, if it did.
fn wait_for<T>(
    climb: &ScopedJoinHandle<'_, T>,
    exchange: &Exchange,
    run: &AnytimeRun<'_>,
    found: &Searched,
    observer: &mut Observer<'_>,
) -> Option<Stop> {
    let (nodes, lower_bound) = (run.nodes + found.nodes, run.lower_bound.max(found.lower_bound));
    let progress = Progress { nodes, lower_bound, best: run.cost(), ..Progress::default() };
    while !climb.is_finished() {
        if let Some(reason) = observer(&progress) {
            exchange.stop(reason);
            return Some(reason);
        }
        std::thread::sleep(WAIT);
    }
    None
}

/// Stops the improvements if the calling thread panics.
struct StopOnPanic<'a>(&'a Exchange);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Stop::Failed);
        }
    }
}

impl AnytimeRun<'_> {
    /// Takes over what both sides have spent and learned. Returns the limit that stopped the proof.
    fn merge(
        &mut self,
        found: Searched,
        improvements: Result<Improvements, String>,
    ) -> Option<Stop> {
        let before = self.memory_bytes;
        match improvements {
            Ok(it) => {
                self.nodes += it.nodes;
                self.lemma_nodes += it.lemma_nodes;
                self.errors.extend(it.errors);
                it.best.into_iter().for_each(|solution| self.keep(solution));
                self.is_hopeless |= it.is_hopeless;
                self.memory_bytes = before.max(it.memory_bytes + found.memory_bytes);
            }
            Err(message) => self.errors.push(InternalError { method: None, message }),
        }
        self.conclude(found)
    }
}
