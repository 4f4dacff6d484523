//! A level with the truth about it, and what went wrong with a claim about it.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use sokolab_core::Level;

use super::oracle::{Oracle, Truth, Unfit};

/// States by pushes that the oracle may look at for one level.
pub(crate) const STATES_MAX: usize = 30_000;

/// A level to be asked about.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The level.
    pub(crate) level: Level,
    /// What is known of it.
    pub(crate) known: Known,
}

/// What the oracle says about a level.
#[derive(Clone, Debug)]
pub(crate) enum Known {
    /// It can be played, and this is true of it.
    Playable {
        /// The oracle, for further questions.
        oracle: Box<Oracle>,
        /// The truth.
        truth: Truth,
    },
    /// It cannot be played, for this reason.
    Invalid(&'static str),
}

impl Case {
    /// Asks the oracle; `None` if the level is too large for it.
    pub(crate) fn of(level: Level) -> Option<Case> {
        let known = match Oracle::new(&level) {
            Ok(oracle) => {
                let truth = oracle.truth(STATES_MAX)?;
                Known::Playable { oracle: Box::new(oracle), truth }
            }
            Err(Unfit::Invalid(why)) => Known::Invalid(why),
            Err(Unfit::TooLarge) => return None,
        };
        Some(Case { level, known })
    }
}

/// The longest that one question may take: on small levels every answer comes at once.
const QUESTION_MAX: Duration = Duration::from_secs(20);

/// Whether a question that was asked at `start` has taken too long.
pub(crate) fn is_over(start: Instant) -> bool {
    start.elapsed() > QUESTION_MAX
}

/// A claim that is not true, or a panic.
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

/// What a check comes to.
pub(crate) type Verdict = Result<Decided, Failure>;

/// Whether a claim was made at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    /// A claim was made, and it is true.
    Claim,
    /// Nothing was claimed: a limit came first, or there was nothing to say.
    Nothing,
}

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The last panic of any other thread: searches start threads of their own.
static ELSEWHERE: Mutex<Option<String>> = Mutex::new(None);

/// Panics are kept for the report instead of printed.
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

/// Runs a check; a panic in it is a failure, also one that the program contains.
pub(crate) fn guarded(check: impl FnOnce() -> Verdict) -> Verdict {
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

/// The failure of which a panic is the sign. Its kind is the place, since numbers in messages
/// differ from level to level.
pub(crate) fn panicked(text: &str) -> Failure {
    let first = text.lines().next().unwrap_or_default();
    let place = first.split(": ").next().unwrap_or(first);
    Failure::new(place, "an answer", text)
}
