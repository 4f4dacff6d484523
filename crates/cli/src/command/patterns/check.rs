//! `--check`: proves every pattern of the library again.

use sokolab::analysis::patterns::{PatternLibrary, judge, redundant_parts};
use sokolab::quantity;

use super::judge::STATES_MAX;
use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;

/// Proves all patterns again.
pub(super) fn check_library(library: &PatternLibrary, output: &mut Output) -> anyhow::Result<Exit> {
    let mut faults = 0_usize;
    for (index, pattern) in library.patterns().iter().enumerate() {
        if interrupt::is_interrupted() {
            return Ok(exit::UNDECIDED);
        }
        let is_dead = judge(pattern, STATES_MAX).is_some_and(|judged| judged.is_dead());
        if !is_dead || redundant_parts(pattern) != (0, 0) {
            faults += 1;
            output.line(&format!("pattern {} is not dead, or not minimal", index + 1))?;
        }
    }
    let count = library.patterns().len();
    let (proved, wrong) = (quantity(count, "pattern"), quantity(faults, "fault"));
    output.line(&format!("{proved} proved dead and minimal anew, {wrong}"))?;
    Ok(if faults == 0 { exit::DONE } else { exit::NEGATIVE })
}
