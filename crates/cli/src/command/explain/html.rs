//! Explanations as one page, with the solutions to step through.

use sokolab::{ExplainedChapter, explanation_page};
use sokolab_wire::Spoil;

use super::result::ExplainedLevel;
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;

/// Collects all levels for one page.
#[derive(Debug, Default)]
pub(super) struct Html {
    levels: Vec<ExplainedLevel>,
}

impl Exporter<ExplainedLevel> for Html {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: ExplainedLevel, _output: &mut Output) -> anyhow::Result<()> {
        self.levels.push(result);
        Ok(())
    }

    fn end(&mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if !self.levels.is_empty() {
            output.write(&page(&self.levels))?;
        }
        Ok(exit::DONE)
    }
}

/// Levels explained on a page.
fn page(levels: &[ExplainedLevel]) -> String {
    let chapters: Vec<ExplainedChapter<'_>> = levels.iter().map(chapter).collect();
    let title = match levels {
        [one] => one.page_title(),
        _ => "Levels explained".to_owned(),
    };
    explanation_page(&title, &chapters)
}

fn chapter(level: &ExplainedLevel) -> ExplainedChapter<'_> {
    ExplainedChapter {
        name: level.page_title(),
        level: &level.level,
        board: &level.board,
        explained: &level.explained,
        solution: level.known.solution.as_ref(),
        remark: &level.known.remark,
        full: level.full().filter(|_| level.spoil == Spoil::Yes),
    }
}
