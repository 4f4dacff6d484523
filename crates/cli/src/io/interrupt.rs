//! Ctrl-C: once to stop and keep the results, twice to abort.

use std::fmt;
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static AT_ONCE: AtomicBool = AtomicBool::new(false);
static ABANDONED: AtomicBool = AtomicBool::new(false);

/// A signal this soon after the first belongs to it: `timeout`, for one, signals the program and
/// its group.
const SAME_WISH: Duration = Duration::from_millis(500);

/// What happens to results when an interrupt ends the program immediately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Results {
    /// What was finished is kept.
    Kept,
    /// Pending files are removed.
    Dropped,
}

/// Begins to listen for interrupts. `end` ends the program at once.
pub(crate) fn listen(end: fn(Results) -> !) {
    let first = OnceLock::new();
    let handler = move || {
        let first: &Instant = first.get_or_init(Instant::now);
        let again = INTERRUPTED.swap(true, Ordering::SeqCst);
        if again && first.elapsed() >= SAME_WISH {
            end(Results::Dropped);
        }
        if AT_ONCE.load(Ordering::SeqCst) {
            end(Results::Kept);
        }
    };
    // Without a handler, an interrupt ends the program immediately, which is acceptable.
    drop(ctrlc::set_handler(handler));
}

/// Makes the first interrupt end the program, for commands whose work on a level cannot be
/// interrupted; finished results are kept.
pub(crate) fn end_at_once() {
    AT_ONCE.store(true, Ordering::SeqCst);
}

/// Whether the user asked to stop.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// The user asked to stop while the program was waiting for input.
///
/// It is not `ErrorKind::Interrupted`, after which the readers of the standard library try again.
#[derive(Debug)]
struct Interruption;

impl fmt::Display for Interruption {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("interrupted")
    }
}

impl std::error::Error for Interruption {}

/// The error of a read that the user has interrupted.
pub(crate) fn interruption() -> io::Error {
    io::Error::other(Interruption)
}

/// Whether an error only means that the user has interrupted a read.
pub(crate) fn is_interruption(error: &io::Error) -> bool {
    error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Interruption>)
}

/// Abandons all running searches, whose results are no longer needed.
pub(crate) fn abandon() {
    ABANDONED.store(true, Ordering::SeqCst);
}

/// Whether searches have to end, because of an interrupt or because their results are no longer
/// needed.
pub(crate) fn must_stop() -> bool {
    is_interrupted() || ABANDONED.load(Ordering::SeqCst)
}
