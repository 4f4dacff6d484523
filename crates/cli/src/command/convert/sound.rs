//! Levels that can be written, and those that cannot.

use sokolab::{Finding, Level, Severity};
use sokolab_wire::Place;

use crate::exit::{self, Exit};
use crate::input::{Entry, Levels};
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// The next level that was read without errors; those with errors are reported and skipped.
pub(super) fn next_sound(
    levels: &mut Levels,
    verdict: &mut Exit,
    output: &Output,
) -> Option<(Place, Level)> {
    loop {
        let Entry { place, level } = levels.next(output)?;
        let is_error = |finding: &&Finding| finding.kind.severity() == Severity::Error;
        let errors: Vec<Finding> = level.findings.iter().filter(is_error).cloned().collect();
        if errors.is_empty() {
            if !output.is_quiet() {
                diagnostics::print_findings(&place.file, &level, &level.findings);
            }
            return Some((place, level));
        }
        diagnostics::print_findings(&place.file, &level, &errors);
        *verdict = exit::NEGATIVE;
    }
}

/// Says why a level cannot be written.
pub(super) fn refuse(place: &Place, error: &impl std::error::Error) {
    let place = format!("{}#{}", place.file, place.level);
    diagnostics::print_error(&anyhow::anyhow!("{place}: {error}"));
}
