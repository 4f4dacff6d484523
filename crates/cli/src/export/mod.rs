//! The formats of results: one trait, and one file for each format that several commands share.
//!
//! A command makes one result for each level and passes it to the exporter of the chosen format. A
//! format that only one command has, such as its text output, is in the folder of that command.

pub(crate) mod json_lines;
pub(crate) mod left_out;
pub(crate) mod lurd;
pub(crate) mod sok;

use sokolab::{Finding, Level, Moves};
use sokolab_wire::{InvalidLine, Place};

use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// Writes the results of levels in one format.
pub(crate) trait Exporter<T> {
    /// How this format reports a level on which the program failed.
    fn failure_form(&self) -> FailureForm;

    /// Writes the result of a level.
    fn level(&mut self, result: T, output: &mut Output) -> anyhow::Result<()>;

    /// Writes the end of the output. Returns the exit code of the writing itself.
    fn end(&mut self, _output: &mut Output) -> anyhow::Result<Exit> {
        Ok(exit::DONE)
    }
}

/// A level with an optional solution, for formats that hold nothing else.
pub(crate) trait WithSolution {
    /// The level, and its number in its file.
    fn level(&self) -> (&Level, usize);

    /// The solution; `None` if there is none.
    fn solution(&self) -> Option<&Moves>;
}

/// Shows what is wrong with a level that cannot be played, in the results too if they are JSON.
pub(crate) fn report_invalid(
    place: &Place,
    level: &Level,
    findings: &[Finding],
    form: FailureForm,
    output: &mut Output,
) -> anyhow::Result<()> {
    if let FailureForm::Json(schema) = form {
        output.json(&InvalidLine::new(schema, place.clone(), level, findings))?;
    }
    diagnostics::print_findings(&place.file, level, findings);
    Ok(())
}
