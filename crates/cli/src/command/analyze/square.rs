//! `--explain`: why one square is locked.

use sokolab::analysis::locks::{LockSetting, explain};
use sokolab::square_by_name;

use super::result::AnalyzedLevel;
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;
use crate::terminal::diagnostics;
use crate::terminal::level_drawing::named_rows;

/// The help for a malformed square name.
pub(super) const SQUARE_NAMES: &str = "write the column letter and the row number, as in c2; a1 \
                                       is the top left place, and soko render --coordinates \
                                       shows them all";

/// Says why a square of each level is locked, above a picture that shows where it is.
#[derive(Debug)]
pub(super) struct Square {
    name: String,
    failure_form: FailureForm,
    verdict: Exit,
}

impl Square {
    pub(super) fn new(name: &str, failure_form: FailureForm) -> Square {
        Square { name: name.to_owned(), failure_form, verdict: exit::DONE }
    }
}

impl Exporter<AnalyzedLevel> for Square {
    fn failure_form(&self) -> FailureForm {
        self.failure_form
    }

    fn level(&mut self, result: AnalyzedLevel, output: &mut Output) -> anyhow::Result<()> {
        let AnalyzedLevel { place, level, facts } = result;
        let name = &self.name;
        let Some(square) = square_by_name(&facts.board, name) else {
            let level = format!("{}#{}", place.file, place.level);
            let error = anyhow::anyhow!("{level}: there is no floor at {name}: {SQUARE_NAMES}");
            diagnostics::print_error(&error);
            self.verdict = self.verdict.and(exit::NEGATIVE);
            return Ok(());
        };
        let setting = LockSetting::of_level(&facts.board, &facts.state);
        let why = explain(&setting, &facts.locked.any, square);
        output.line(&level.rules.translate(&why))?;
        for row in named_rows(&level, &level.picture) {
            output.line(&format!("  {row}"))?;
        }
        Ok(())
    }

    fn end(&mut self, _output: &mut Output) -> anyhow::Result<Exit> {
        Ok(self.verdict)
    }
}
