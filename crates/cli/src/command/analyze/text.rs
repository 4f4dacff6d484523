//! Facts for a person: a report, or a table of several levels.

use sokolab_wire::Place;

use super::block_list::{self, BlockListArguments};
use super::facts::FactArgs;
use super::result::AnalyzedLevel;
use super::table::Layout;
use super::{report, table};
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;

/// Writes a report for each level, or a table. In the latter case, the first level waits until
/// there is a second.
#[derive(Debug)]
pub(super) struct Text {
    facts: FactArgs,
    blocks: BlockListArguments,
    layout: Layout,
    /// The first level of a possible table, as long as it is the only one.
    waiting: Option<AnalyzedLevel>,
    /// The place of the last level of a possible table.
    last: Option<Place>,
    rows: usize,
}

impl Text {
    pub(super) fn new(facts: FactArgs, blocks: BlockListArguments, layout: Layout) -> Text {
        Text { facts, blocks, layout, waiting: None, last: None, rows: 0 }
    }

    fn write_row(&mut self, result: &AnalyzedLevel, output: &mut Output) -> anyhow::Result<()> {
        self.rows += 1;
        output.line(&table::row(&result.place, &result.level, &result.facts))
    }

    fn write_report(&self, result: &AnalyzedLevel, output: &mut Output) -> anyhow::Result<()> {
        let AnalyzedLevel { level, facts, .. } = result;
        let request = self.blocks.request(level);
        let list = request.and_then(|request| block_list::find(facts, request, output));
        let mut text = report::report(result, self.facts);
        text.push_str(&list.map_or(String::new(), |list| block_list::report(facts, &list)));
        text.push('\n');
        output.write(&text)
    }
}

impl Exporter<AnalyzedLevel> for Text {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: AnalyzedLevel, output: &mut Output) -> anyhow::Result<()> {
        if self.layout == Layout::Reports {
            return self.write_report(&result, output);
        }
        if self.last.replace(result.place.clone()).is_none() {
            self.waiting = Some(result);
            return Ok(());
        }
        if let Some(first) = self.waiting.take() {
            output.line(&table::heading())?;
            self.write_row(&first, output)?;
        }
        self.write_row(&result, output)
    }

    fn end(&mut self, output: &mut Output) -> anyhow::Result<Exit> {
        match (self.waiting.take(), &self.last) {
            (Some(only), _) => self.write_report(&only, output)?,
            (None, Some(last)) => output.line(&table::advice(self.rows, last))?,
            (None, None) => {}
        }
        Ok(exit::DONE)
    }
}
