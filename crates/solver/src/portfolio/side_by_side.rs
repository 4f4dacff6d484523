//! Any solution on several threads: the strategies are dealt out, and each thread lets its own take
//! turns.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::shared::{Result, Shared};
use super::turns::{Entry, Table};
use crate::problem::Problem;
use crate::report::StopReason;
use crate::request::{Method, Request};
use crate::search::best_first::Finding;
use crate::search::meter::Meter;

/// Searches on `request.threads` threads.
pub(crate) fn search<const N: usize>(
    problem: &Problem<'_, N>,
    schedule: &[Entry],
    request: &Request<'_>,
    meter: &mut Meter<'_, '_>,
) -> (Method, Finding) {
    let shared = Shared::new();
    let threads = request.threads.min(schedule.len());
    let hand = |thread: usize| -> Vec<Entry> {
        schedule.iter().skip(thread).step_by(threads).copied().collect()
    };
    let (bytes_max, nodes_max) = (meter.bytes_max, meter.nodes_max);
    let share = |whole: u64| if whole == u64::MAX { whole } else { whole / threads as u64 };
    let (stopped, lemma_nodes) = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|thread| {
                let (shared, hand) = (&shared, hand(thread));
                let (bytes, nodes) = (share(bytes_max), share(nodes_max));
                scope.spawn(move || {
                    let mut observer = |_: &_| None;
                    let mut meter = Meter::new(request, &mut observer);
                    (meter.bytes_max, meter.nodes_max) = (bytes, nodes);
                    play(problem, &hand, thread, shared, &mut meter)
                })
            })
            .collect();
        (meter.bytes_max, meter.nodes_max) = (share(bytes_max), share(nodes_max));
        let own = play(problem, &hand(0), 0, &shared, meter);
        if own.0.is_some_and(|reason| reason != StopReason::Memory && reason != StopReason::Nodes) {
            shared.is_done.store(true, Ordering::Relaxed);
        }
        let mut all = own;
        for other in others {
            // A thread that panics is a fault of ours; what the others have found still counts.
            let Ok((stopped, nodes)) = other.join() else { continue };
            all.0 = all.0.or(stopped);
            all.1 += nodes;
        }
        all
    });
    (meter.bytes_max, meter.nodes_max, meter.stop) = (bytes_max, nodes_max, None);
    meter.nodes = shared.nodes.load(Ordering::Relaxed);
    let (method, way, stopped) = match shared.result() {
        Some(Result::Found(method, way)) => (method, Some(way), None),
        Some(Result::NoSolution(method)) => (method, None, None),
        None => (Method::Auto, None, stopped.or(Some(StopReason::Memory))),
    };
    let memory_bytes = shared.bytes.load(Ordering::Relaxed) + shared.state_bytes();
    (method, Finding { memory_bytes, lemma_nodes, ..Finding::of_way(way, stopped) })
}

/// One thread's part: why it stopped, and the states its lemmas took.
fn play<const N: usize>(
    problem: &Problem<'_, N>,
    hand: &[Entry],
    thread: usize,
    shared: &Shared<N>,
    meter: &mut Meter<'_, '_>,
) -> (Option<StopReason>, u64) {
    meter.stop = Some(Arc::clone(&shared.is_done));
    let mut table = Table::new(problem, hand);
    table.tools.share(thread, shared);
    let (way, stopped) = table.play(meter);
    shared.nodes.fetch_add(meter.nodes, Ordering::Relaxed);
    shared.bytes.fetch_add(table.peak, Ordering::Relaxed);
    match (way, stopped) {
        (Some(way), _) => shared.finish(Result::Found(table.last, way)),
        (None, None) => shared.finish(Result::NoSolution(table.last)),
        (None, Some(_)) => {}
    }
    (stopped, table.lemma_nodes())
}
