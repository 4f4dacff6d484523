//! The boundary around the work on one level: an internal error ends only that level.
//!
//! A failed assertion prints nothing by itself. The code that catches it prints one message that
//! says what failed and what to report.

use std::panic::{self, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sokolab::{Level, contain};
use sokolab_wire::{FailedLine, Place};

use crate::exit::{self, Exit};
use crate::io::message;
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// Whether any level has failed.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Messages and places of failed assertions, until they are reported.
static FAILED: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// The largest number of remembered assertions: a fault in a strategy may occur on every level.
const REMEMBERED_MAX: usize = 64;

/// How a command reports a level that failed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FailureForm {
    /// As a line for a person.
    Text,
    /// As a JSON object of this schema.
    Json(&'static str),
    /// On standard error only, because the format of the results cannot express it.
    Nothing,
}

/// Keeps failed assertions from printing anything by themselves.
pub(crate) fn install() {
    panic::set_hook(Box::new(|info| {
        let mut failed = remembered();
        if failed.len() < REMEMBERED_MAX {
            failed.push((said(info), place_of(info)));
        }
    }));
}

fn remembered() -> MutexGuard<'static, Vec<(String, String)>> {
    FAILED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn said(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("an assertion failed without a message").to_owned()
}

fn place_of(info: &PanicHookInfo<'_>) -> String {
    info.location().map_or_else(String::new, |it| format!(" at {}:{}", it.file(), it.line()))
}

/// Works on a level; `None` if an internal error ended the work, which has then been reported.
pub(crate) fn around<T>(
    place: &Place,
    level: &Level,
    form: FailureForm,
    output: &mut Output,
    work: impl FnOnce(&mut Output) -> T,
) -> anyhow::Result<Option<T>> {
    match contain_level(place, || work(output)) {
        Ok(done) => Ok(Some(done)),
        Err(message) => tell(place, level, &message, form, output).map(|()| None),
    }
}

/// Reports that an internal error with this message ended the work on a level.
pub(crate) fn tell(
    place: &Place,
    level: &Level,
    message: &str,
    form: FailureForm,
    output: &mut Output,
) -> anyhow::Result<()> {
    let reason = reason(message);
    print(place, &reason);
    match form {
        FailureForm::Text => {
            output.line(&format!("{}#{}: failed: {reason}", place.file, place.level))
        }
        FailureForm::Json(schema) => {
            output.json(&FailedLine::new(schema, place.clone(), level, reason))
        }
        FailureForm::Nothing => Ok(()),
    }
}

/// Works on a level.
///
/// # Errors
///
/// The message of the assertion, if an internal error ended the work.
pub(crate) fn contain_level<T>(place: &Place, work: impl FnOnce() -> T) -> Result<T, String> {
    contain(|| {
        inject_error(place);
        work()
    })
}

/// What to report about an internal error with this message.
pub(crate) fn reason(message: &str) -> String {
    HAS_FAILED.store(true, Ordering::Relaxed);
    let version = env!("CARGO_PKG_VERSION");
    let place = found_at(message);
    format!(
        "internal error in soko {version}: {message}{place}; please report this message together \
         with the level"
    )
}

/// Removes and returns the location at which the assertion with this message failed. The message
/// may be prefixed by the name of the method that failed.
fn found_at(message: &str) -> String {
    let mut failed = remembered();
    let index = failed.iter().rposition(|(said, _)| message.ends_with(said.as_str()));
    index.map_or_else(String::new, |index| failed.remove(index).1)
}

/// Reports on standard error that a level failed.
pub(crate) fn print(place: &Place, reason: &str) {
    let error = anyhow::anyhow!("{}#{}: {reason}", place.file, place.level);
    diagnostics::print_error(&error);
}

/// Reports on standard error that a method failed while the others continued.
pub(crate) fn print_left_out(place: &Place, message: &str, output: &Output) {
    let (version, at) = (env!("CARGO_PKG_VERSION"), found_at(message));
    if !output.is_quiet() {
        message::line!(
            "warning: {}#{}: a method was left out after an internal error in soko {version} \
             ({message}{at}); please report this message together with the level",
            place.file,
            place.level
        );
    }
}

/// The exit code, including failed levels.
pub(crate) fn exit_code(code: Exit) -> Exit {
    if HAS_FAILED.load(Ordering::Relaxed) { code.and(exit::FAILED) } else { code }
}

/// Fails on the level that an environment variable names, for tests of internal errors.
#[cfg(debug_assertions)]
pub(crate) fn inject_error(place: &Place) {
    let wanted = std::env::var("SOKO_FAIL_LEVEL").ok().and_then(|it| it.parse().ok());
    assert!(wanted != Some(place.level), "an error was asked for");
}

#[cfg(not(debug_assertions))]
pub(crate) fn inject_error(_: &Place) {}
