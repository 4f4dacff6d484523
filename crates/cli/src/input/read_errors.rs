//! Levels that could not be read as they are written.

use sokolab::{Finding, Level, Severity};
use sokolab_wire::Place;

use crate::terminal::diagnostics;

/// Whether a level was read without errors; prints the errors otherwise. An unplayable level, one
/// without a keeper for instance, can still be read and drawn.
pub(crate) fn is_read_without_errors(place: &Place, level: &Level) -> bool {
    let is_error = |finding: &&Finding| finding.kind.severity() == Severity::Error;
    let errors: Vec<Finding> = level.findings.iter().filter(is_error).cloned().collect();
    diagnostics::print_findings(&place.file, level, &errors);
    errors.is_empty()
}
