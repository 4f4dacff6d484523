//! A level with its ground truth, and a failed claim about it.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

use sokolab_core::Level;

use super::oracle::{Oracle, Truth, Unfit};

/// Maximum number of states that the oracle may visit for one level.
pub(crate) const STATES_MAX: usize = 30_000;

/// A level to test claims about.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The level.
    pub(crate) level: Level,
    /// What the oracle knows about it.
    pub(crate) known: OracleResult,
}

/// The oracle's result for a level.
#[derive(Clone, Debug)]
pub(crate) enum OracleResult {
    /// It is playable.
    Playable {
        /// The oracle, for further queries.
        oracle: Box<Oracle>,
        /// The ground truth.
        truth: Truth,
    },
    /// It is unplayable, for this reason.
    Invalid(&'static str),
}

impl Case {
    /// Runs the oracle; `None` if the level is too large for it.
    pub(crate) fn of(level: Level) -> Option<Case> {
        let known = match Oracle::new(&level) {
            Ok(oracle) => {
                let truth = oracle.truth(STATES_MAX)?;
                OracleResult::Playable { oracle: Box::new(oracle), truth }
            }
            Err(Unfit::Invalid(why)) => OracleResult::Invalid(why),
            Err(Unfit::TooLarge) => return None,
        };
        Some(Case { level, known })
    }
}

/// Maximum processor time of the whole process for one check, in seconds: on small levels every
/// answer comes at once, but a busy machine may give this process little time.
const QUESTION_SECONDS_MAX: f64 = 20.0;

/// Whether a check has taken too long that began after `start` seconds of processor time.
pub(crate) fn is_over(start: f64) -> bool {
    cpu_seconds() - start > QUESTION_SECONDS_MAX
}

/// Processor seconds of this process.
#[cfg(unix)]
pub(crate) fn cpu_seconds() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_SELF);
    usage.map_or(0.0, |it| {
        (it.user_time().num_microseconds() + it.system_time().num_microseconds()) as f64 / 1e6
    })
}

/// Not measured on other systems.
#[cfg(not(unix))]
pub(crate) fn cpu_seconds() -> f64 {
    0.0
}

/// A false claim, or a panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// What is wrong, in a few words that are equal for all failures of one kind.
    pub(crate) kind: String,
    /// What is true.
    pub(crate) expected: String,
    /// What was claimed.
    pub(crate) got: String,
}

impl Failure {
    pub(crate) fn new(
        kind: impl Into<String>,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> Failure {
        Failure { kind: kind.into(), expected: expected.into(), got: got.into() }
    }
}

/// The result of a check.
pub(crate) type CheckResult = Result<Decided, Failure>;

/// Whether a claim was made at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    /// A claim was made, and it is true.
    Claim,
    /// No claim was made: a limit was reached, or the check did not apply.
    Nothing,
}

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The last panic of any other thread: searches start their own threads.
static ELSEWHERE: Mutex<Option<String>> = Mutex::new(None);

/// Stores panics for the report instead of printing them.
pub(crate) fn keep_panics() {
    panic::set_hook(Box::new(|information| {
        let place = information.location().map_or_else(String::new, |it| {
            let file = it.file();
            let short = file.find("crates/").map_or(file, |at| &file[at..]);
            format!("{short}:{}", it.line())
        });
        let payload = information.payload();
        let message = payload.downcast_ref::<&str>().map(|it| (*it).to_owned());
        let message = message.or_else(|| payload.downcast_ref::<String>().cloned());
        let text = format!("panic at {place}: {}", message.unwrap_or_default());
        LAST_PANIC.with(|last| *last.borrow_mut() = Some(text.clone()));
        if let Ok(mut elsewhere) = ELSEWHERE.lock() {
            *elsewhere = Some(text);
        }
    }));
}

/// Runs a check; a panic is a failure, even one that the program catches.
pub(crate) fn guarded(check: impl FnOnce() -> CheckResult) -> CheckResult {
    LAST_PANIC.with(|last| *last.borrow_mut() = None);
    let verdict = panic::catch_unwind(AssertUnwindSafe(check));
    let own = LAST_PANIC.with(|last| last.borrow_mut().take());
    match (verdict, own) {
        (Ok(verdict), None) => verdict,
        (_, Some(text)) => Err(panicked(&text)),
        (Err(_), None) => Err(panicked(&last_elsewhere())),
    }
}

/// The last panic of any thread.
pub(crate) fn last_elsewhere() -> String {
    let text = ELSEWHERE.lock().ok().and_then(|mut it| it.take());
    text.unwrap_or_else(|| "panic: nothing is known about it".to_owned())
}

/// The failure for a panic. Its kind is the source location, since numbers in messages differ from
/// level to level.
pub(crate) fn panicked(text: &str) -> Failure {
    let first = text.lines().next().unwrap_or_default();
    let place = first.split(": ").next().unwrap_or(first);
    Failure::new(place, "an answer", text)
}
