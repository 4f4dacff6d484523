//! Searches for any solution on several threads: the strategies are dealt out, and those of each
//! thread take turns.

use std::sync::atomic::Ordering;
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use super::schedule::Entry;
use super::turns::Portfolio;
use crate::internal_error::contain_method;
use crate::memory::lock;
use crate::meter::SearchMeter;
use crate::method::Method;
use crate::problem::Problem;
use crate::request::Request;
use crate::search::best_first::SearchResult;
use crate::search::fess::shared::{PortfolioResult, Shared, StopCause};
use sokolab_core::{Budget, Progress, Stop};

/// The least memory per place of the field that a thread should have, in bytes.
const PLACE_BYTES: u64 = 300;

/// Searches on up to `request.threads` threads.
pub(crate) fn search<const N: usize>(
    problem: &Problem<'_, N>,
    schedule: &[Entry],
    request: &Request<'_>,
    meter: &mut SearchMeter<'_>,
) -> (Method, SearchResult) {
    let shared = Shared::new();
    // Each thread has tables of its own, which must leave room for its search.
    let fitting = usize::try_from(meter.budget.memory_bytes_max / (PLACE_BYTES * N as u64 * 64));
    let fitting = fitting.unwrap_or(usize::MAX).max(1);
    let threads = request.threads.min(schedule.len()).min(fitting);
    let hand = |thread: usize| -> Vec<Entry> {
        schedule.iter().skip(thread).step_by(threads).copied().collect()
    };
    let budget = share_of(meter.budget, threads as u64);
    let (stopped, lemma_nodes) = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|thread| {
                let (shared, hand) = (&shared, hand(thread));
                scope.spawn(move || {
                    let mut observer = |_: &_| shared.reason_to_end();
                    let mut meter = SearchMeter::new(budget, &mut observer);
                    play(problem, &hand, thread, shared, &mut meter)
                })
            })
            .collect();
        let (stopped, mut lemma_nodes) = play_first(problem, &hand(0), &shared, budget, meter);
        let mut reasons: Vec<Stop> = stopped.into_iter().collect();
        match stopped {
            Some(reason) if reason.comes_from_observer() => shared.end(StopCause::Limit(reason)),
            _ => ask_for(&others, &shared, meter),
        }
        for other in others {
            let Ok((stopped, nodes)) = other.join() else { continue };
            reasons.extend(stopped);
            lemma_nodes += nodes;
        }
        // If another thread has stopped all of them, this thread only repeats the reason.
        let told = match shared.end.get() {
            Some(StopCause::Limit(reason)) => Some(*reason),
            Some(StopCause::Result) | None => None,
        };
        (told.or_else(|| Stop::weightiest(reasons)), lemma_nodes)
    });
    meter.errors = std::mem::take(&mut *lock(&shared.errors));
    meter.progress.nodes = shared.nodes.load(Ordering::Relaxed);
    let (method, way, stopped) = match shared.result() {
        Some(PortfolioResult::Found(method, way)) => (method, Some(way), None),
        Some(PortfolioResult::NoSolution(method)) => (method, None, None),
        None => (Method::Auto, None, stopped.or(Some(Stop::Memory))),
    };
    let memory_bytes = shared.bytes.load(Ordering::Relaxed) + shared.state_bytes();
    (method, SearchResult { memory_bytes, lemma_nodes, ..SearchResult::of_way(way, stopped) })
}

/// The budget of each of `threads` threads.
fn share_of(budget: Budget, threads: u64) -> Budget {
    let share = |whole: u64| if whole == u64::MAX { whole } else { whole / threads };
    Budget { nodes_max: share(budget.nodes_max), memory_bytes_max: share(budget.memory_bytes_max) }
}

/// The work of the first thread, which alone may ask the observer.
fn play_first<const N: usize>(
    problem: &Problem<'_, N>,
    hand: &[Entry],
    shared: &Shared<N>,
    budget: Budget,
    meter: &mut SearchMeter<'_>,
) -> (Option<Stop>, u64) {
    let mut tell = |progress: &Progress| shared.reason_to_end().or_else(|| meter.tell(progress));
    let mut own = SearchMeter::new(budget, &mut tell);
    let played = play(problem, hand, 0, shared, &mut own);
    let progress = own.progress;
    meter.progress = progress;
    played
}

/// How long the first thread waits for the others between two calls of the observer.
const WAIT: Duration = Duration::from_millis(2);

/// Keeps asking the observer, which only the first thread may do, until the other threads have
/// ended. A reason from the observer stops them all, and so does a panic in it.
fn ask_for<T, const N: usize>(
    others: &[ScopedJoinHandle<'_, T>],
    shared: &Shared<N>,
    meter: &mut SearchMeter<'_>,
) {
    while shared.end.get().is_none() && !others.iter().all(ScopedJoinHandle::is_finished) {
        match contain_method(Method::Auto, || meter.ask().err()) {
            Ok(Some(reason)) => shared.end(StopCause::Limit(reason)),
            Ok(None) => std::thread::sleep(WAIT),
            Err(error) => {
                lock(&shared.errors).push(error);
                shared.end(StopCause::Limit(Stop::Failed));
            }
        }
    }
}

/// The work of one thread: why it stopped, and the nodes of its small searches. Internal errors are
/// recorded, and the other threads continue.
fn play<const N: usize>(
    problem: &Problem<'_, N>,
    hand: &[Entry],
    thread: usize,
    shared: &Shared<N>,
    meter: &mut SearchMeter<'_>,
) -> (Option<Stop>, u64) {
    let played = contain_method(Method::Auto, || play_hand(problem, hand, thread, shared, meter));
    let mut errors = lock(&shared.errors);
    errors.append(&mut meter.errors);
    played.unwrap_or_else(|error| {
        errors.push(error);
        (Some(Stop::Failed), 0)
    })
}

fn play_hand<const N: usize>(
    problem: &Problem<'_, N>,
    hand: &[Entry],
    thread: usize,
    shared: &Shared<N>,
    meter: &mut SearchMeter<'_>,
) -> (Option<Stop>, u64) {
    let mut table = match Portfolio::new(problem, hand, meter) {
        Ok(table) => table,
        Err(reason) => return (Some(reason), 0),
    };
    table.context.share(thread, shared);
    let (way, stopped) = table.play(meter);
    shared.nodes.fetch_add(meter.progress.nodes, Ordering::Relaxed);
    shared.bytes.fetch_add(table.peak, Ordering::Relaxed);
    match (way, stopped) {
        (Some(way), _) => shared.finish(PortfolioResult::Found(table.last, way)),
        (None, None) => shared.finish(PortfolioResult::NoSolution(table.last)),
        (None, Some(_)) => {}
    }
    (stopped, table.lemma_nodes())
}
