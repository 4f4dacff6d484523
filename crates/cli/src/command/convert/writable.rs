//! Levels that can be written, and those that cannot.

use sokolab::Level;
use sokolab_wire::Place;

use crate::exit::{self, Exit};
use crate::input::read_errors::is_read_without_errors;
use crate::input::{Entry, Levels};
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// The next level that was read without errors; those with errors are reported and skipped.
pub(super) fn next_writable(
    levels: &mut Levels,
    verdict: &mut Exit,
    output: &Output,
) -> Option<(Place, Level)> {
    loop {
        let Entry { place, level } = levels.next(output)?;
        if is_read_without_errors(&place, &level) {
            if !output.is_quiet() {
                diagnostics::print_findings(&place.file, &level, &level.findings);
            }
            return Some((place, level));
        }
        *verdict = exit::NEGATIVE;
    }
}

/// Reports why a level cannot be written.
pub(super) fn refuse(place: &Place, error: &impl std::error::Error) {
    let place = format!("{}#{}", place.file, place.level);
    diagnostics::print_error(&anyhow::anyhow!("{place}: {error}"));
}
