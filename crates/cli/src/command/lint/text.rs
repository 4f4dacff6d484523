//! Findings for a person.

use sokolab::{Level, quantity};
use sokolab_wire::Place;

use super::result::LintedLevel;
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;
use crate::terminal::diagnostics;
use crate::terminal::level_drawing::named_rows;

/// Draws the findings of each level and counts the levels with findings.
#[derive(Debug, Default)]
pub(super) struct Text {
    count: usize,
    faulty: usize,
}

impl Exporter<LintedLevel> for Text {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: LintedLevel, output: &mut Output) -> anyhow::Result<()> {
        let LintedLevel { place, level, findings } = result;
        self.count += 1;
        self.faulty += usize::from(!findings.is_empty());
        for group in diagnostics::grouped(&findings) {
            let text = diagnostics::draw(&place.file, Some(&level), &group);
            output.line(&format!("{text}\n"))?;
        }
        if findings.iter().any(|it| it.kind.names_squares()) {
            print_names(&place, &level, output)?;
        }
        Ok(())
    }

    fn end(&mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.count > 0 {
            let (levels, faulty) = (quantity(self.count, "level"), self.faulty);
            output.line(&format!("{levels} checked, {faulty} with findings"))?;
        }
        Ok(exit::DONE)
    }
}

/// Draws a level with coordinates, which the findings refer to.
fn print_names(place: &Place, level: &Level, output: &mut Output) -> anyhow::Result<()> {
    output.line(&format!("the squares of {}#{} by name:\n", place.file, place.level))?;
    for row in named_rows(level, &level.picture) {
        output.line(&format!("  {row}"))?;
    }
    output.line("")
}
