//! Searches several windows in parallel. A search gives the same result on any thread, and results
//! come back in the order of the tasks.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::distances::LoneDistances;
use super::window::{WindowOutcome, WindowSearch, WindowTask};
use crate::meter::SearchMeter;
use crate::problem::Problem;
use sokolab_core::{Budget, Stop};

/// The result of a task, and the memory it took in bytes.
pub(crate) type WindowResult = (WindowOutcome, u64);

/// Searches all tasks, each on a thread of its own.
///
/// # Errors
/// If a limit is hit.
pub(crate) fn search<const N: usize>(
    problem: &Problem<'_, N>,
    distances: &LoneDistances<N>,
    tasks: &[WindowTask<N>],
    meter: &mut SearchMeter<'_>,
) -> Result<Vec<WindowResult>, Stop> {
    let Some((first, others)) = tasks.split_first() else { return Ok(Vec::new()) };
    if others.is_empty() {
        return Ok(vec![search_one(problem, distances, first, meter)?]);
    }
    let (is_over, running) = (AtomicBool::new(false), AtomicUsize::new(others.len()));
    std::thread::scope(|scope| {
        let search_other = |task| {
            let mut ask = |_: &_| is_over.load(Ordering::Relaxed).then_some(Stop::Interrupted);
            let mut meter = SearchMeter::new(Budget::UNLIMITED, &mut ask);
            let _counted = Running(&running);
            (search_one(problem, distances, task, &mut meter), meter.progress.nodes)
        };
        let spawn = |task| scope.spawn(move || search_other(task));
        let others: Vec<_> = others.iter().map(spawn).collect();
        let _guard = StopOnPanic(&is_over);
        let own = search_one(problem, distances, first, meter);
        let mut stopped = own.as_ref().err().copied();
        // Only this thread may ask the observer, so it keeps asking on behalf of the others.
        while stopped.is_none() && running.load(Ordering::Relaxed) > 0 {
            std::thread::yield_now();
            stopped = meter.work(WAITING_WORK).err();
        }
        is_over.store(stopped.is_some(), Ordering::Relaxed);
        let mut done = vec![own];
        for other in others {
            let (came, nodes) = other.join().unwrap_or_else(|payload| resume_unwind(payload));
            meter.progress.nodes += nodes;
            done.push(came);
        }
        match stopped {
            Some(reason) => Err(reason),
            None => done.into_iter().collect(),
        }
    })
}

/// Counts a search on another thread as running until it is dropped.
struct Running<'a>(&'a AtomicUsize);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Stops the other threads if this one panics.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// The work units of one iteration of the waiting loop.
const WAITING_WORK: u64 = 10;

fn search_one<const N: usize>(
    problem: &Problem<'_, N>,
    distances: &LoneDistances<N>,
    task: &WindowTask<N>,
    meter: &mut SearchMeter<'_>,
) -> Result<WindowResult, Stop> {
    let mut bytes = 0;
    for &ends in task.ends {
        let mut search = WindowSearch::new(problem, distances, task, ends);
        let found = search.run(meter)?;
        bytes = search.bytes().max(bytes);
        if found != WindowOutcome::Nothing {
            return Ok((found, bytes));
        }
    }
    Ok((WindowOutcome::Nothing, bytes))
}
