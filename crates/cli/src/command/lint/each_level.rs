//! The loop over levels that `--prove` and `--repair` share.

use sokolab::{Level, check};
use sokolab_wire::Place;

use crate::boundary;
use crate::exit::{self, Exit};
use crate::export::{Exporter, report_invalid};
use crate::input::{Entry, Levels};
use crate::io::output::Output;

/// What a question about the pieces of a level found.
pub(super) trait Answered {
    /// The exit code for this level.
    fn exit(&self) -> Exit;
}

/// Works on every level that can be played and writes the results. Reports the other levels, and
/// those on which the program failed.
pub(super) fn each_level<T: Answered>(
    mut levels: Levels,
    mut exporter: Box<dyn Exporter<T>>,
    output: &mut Output,
    mut work: impl FnMut(&Place, &Level, &mut Output) -> anyhow::Result<T>,
) -> anyhow::Result<Exit> {
    let mut verdict = exit::DONE;
    while let Some(Entry { place, level }) = levels.next(output) {
        let form = exporter.failure_form();
        if let Err(findings) = check(&level) {
            report_invalid(&place, &level, &findings, form, output)?;
            verdict = verdict.and(exit::NEGATIVE);
            continue;
        }
        let result =
            boundary::around(&place, &level, form, output, |output| work(&place, &level, output))?;
        let Some(result) = result.transpose()? else { continue };
        verdict = verdict.and(result.exit());
        exporter.level(result, output)?;
    }
    let verdict = verdict.and(exporter.end(output)?);
    Ok(levels.exit().and(verdict))
}
