//! Runs long computations on a separate thread, watched by the calling thread.
//!
//! Python delivers signals to its main thread only, and callbacks need the interpreter. So the
//! computation never touches Python: the calling thread waits without the interpreter lock, checks
//! for Ctrl-C and reports progress at intervals, and cancels the computation if either raises an
//! exception.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sokolab::{Progress, Stop, contain};

use crate::errors::internal_error;

/// The interval at which the calling thread checks for Ctrl-C.
const INTERVAL: Duration = Duration::from_millis(50);

/// The stack of the thread. Recursive searches need as much as a main thread has, which is more
/// than the default.
const STACK_BYTES: usize = 64 << 20;

/// What the work and the calling thread share.
#[derive(Debug)]
pub(crate) struct Watch {
    begin: Instant,
    time_limit: Option<Duration>,
    is_cancelled: AtomicBool,
    progress: Mutex<Progress>,
    levels: AtomicU64,
    is_done: Mutex<bool>,
    done: Condvar,
}

impl Watch {
    /// A watch whose time begins now.
    pub(crate) fn new(time_limit: Option<Duration>) -> Watch {
        Watch {
            begin: Instant::now(),
            time_limit,
            is_cancelled: AtomicBool::new(false),
            progress: Mutex::new(Progress::default()),
            levels: AtomicU64::new(0),
            is_done: Mutex::new(false),
            done: Condvar::new(),
        }
    }

    /// Seconds since the beginning.
    pub(crate) fn seconds(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    /// Whether this share of the time limit is spent.
    pub(crate) fn has_spent(&self, share: f64) -> bool {
        self.time_limit.is_some_and(|limit| self.begin.elapsed() >= limit.mul_f64(share))
    }

    /// Records the progress of a search; returns a reason to stop it, if there is one.
    pub(crate) fn observe(&self, progress: &Progress) -> Option<Stop> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = *progress;
        self.stop()
    }

    /// The reason to stop, if there is one.
    pub(crate) fn stop(&self) -> Option<Stop> {
        if self.is_cancelled.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        self.has_spent(1.0).then_some(Stop::Time)
    }

    /// Counts a level that was made.
    pub(crate) fn count_level(&self) {
        self.levels.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits a moment; whether the work is done.
    fn wait(&self) -> bool {
        let is_done = self.is_done.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.done.wait_timeout_while(is_done, INTERVAL, |is_done| !*is_done);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn finish(&self) {
        *self.is_done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.done.notify_all();
    }
}

/// Runs `work` on a separate thread and calls `on_progress`, unless it is `None`, at intervals.
///
/// # Errors
/// The exception of Ctrl-C or of the callback, once the work has ended; or an internal error of the
/// work.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    watch: &Watch,
    on_progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    if on_progress.is_some_and(|callback| !callback.is_callable()) {
        return Err(PyTypeError::new_err("progress must be a function, or None"));
    }
    let (result, raised) = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let worker = thread.spawn_scoped(scope, || {
            let result = contain(work);
            watch.finish();
            result
        })?;
        let mut raised = None;
        while !py.detach(|| watch.wait()) {
            if raised.is_none()
                && let Err(error) = look_up(py, watch, on_progress)
            {
                watch.is_cancelled.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        }
        let result = py.detach(|| worker.join()).expect("failed assertions are contained");
        Ok::<_, PyErr>((result, raised))
    })?;
    match (result, raised) {
        (_, Some(error)) => Err(error),
        (Ok(result), None) => Ok(result),
        (Err(message), None) => Err(internal_error(py, &message)),
    }
}

/// Runs `work`, which has no way to be stopped, on a thread of its own. After Ctrl-C nobody waits
/// for it, and it ends by itself.
///
/// # Errors
/// The exception of Ctrl-C, or an internal error of the work.
pub(crate) fn run_apart<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::Builder::new().stack_size(STACK_BYTES);
    // Nobody receives the result after Ctrl-C.
    thread.spawn(move || drop(sender.send(contain(work))))?;
    let receiver = Mutex::new(receiver);
    loop {
        let received = py.detach(|| {
            receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(INTERVAL)
        });
        match received {
            Ok(result) => return result.map_err(|message| internal_error(py, &message)),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(internal_error(py, "a thread ended without a result"));
            }
        }
    }
}

/// Runs `work` on the calling thread without the interpreter lock.
///
/// # Errors
/// An internal error of the work.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| contain(work)).map_err(|message| internal_error(py, &message))
}

/// Lets work on the calling thread check for Ctrl-C at intervals, for work that is mostly too short
/// for a thread of its own.
#[derive(Debug)]
pub(crate) struct Interrupts(Mutex<(Instant, Option<PyErr>)>);

impl Interrupts {
    /// Interrupts that are checked from now on.
    pub(crate) fn new() -> Interrupts {
        Interrupts(Mutex::new((Instant::now(), None)))
    }

    /// Whether to continue.
    pub(crate) fn keep_going(&self) -> bool {
        let mut checked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, raised) = &mut *checked;
        if raised.is_none() && last.elapsed() >= INTERVAL {
            let check = |py: Python<'_>| py.check_signals();
            *raised = Python::attach(check).err();
            *last = Instant::now();
        }
        raised.is_none()
    }

    /// The exception that ended the work, if one did.
    pub(crate) fn into_raised(self) -> Option<PyErr> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).1
    }
}

fn look_up(py: Python<'_>, watch: &Watch, on_progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    let Some(callback) = on_progress else { return Ok(()) };
    let progress = *watch.progress.lock().unwrap_or_else(PoisonError::into_inner);
    let Progress { nodes, open, seen, lower_bound, best, memory_bytes, .. } = progress;
    let levels = watch.levels.load(Ordering::Relaxed);
    let numbers = (watch.seconds(), nodes, open, seen, lower_bound, best, memory_bytes, levels);
    let class = py.import("sokolab.results")?.getattr("Progress")?;
    callback.call1((class.call1(numbers)?,)).map(|_| ())
}
