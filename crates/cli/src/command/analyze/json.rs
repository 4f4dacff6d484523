//! One JSON object per level, with every fact.

use sokolab_wire::AnalyzeLine;

use super::block_list::{self, BlockListArguments};
use super::corrals;
use super::facts::FactArgs;
use super::result::AnalyzedLevel;
use crate::boundary::FailureForm;
use crate::export::Exporter;
use crate::io::output::Output;

/// The name and version of the JSON form.
pub(super) const SCHEMA: &str = "sokolab/analyze/1";

/// Writes a line for each level.
#[derive(Debug)]
pub(super) struct Json {
    pub(super) facts: FactArgs,
    pub(super) blocks: BlockListArguments,
}

impl Exporter<AnalyzedLevel> for Json {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Json(SCHEMA)
    }

    fn level(&mut self, result: AnalyzedLevel, output: &mut Output) -> anyhow::Result<()> {
        let AnalyzedLevel { place, level, facts } = result;
        let request = self.blocks.request(&level);
        let list = request.and_then(|request| block_list::find(&facts, request, output));
        let mut line = AnalyzeLine::new(place, &level, &facts);
        if self.facts.has_corrals() {
            line = line.with_corrals(&facts, &corrals::find(&facts));
        }
        match &list {
            Some(list) => output.json(&line.with_block_list(&facts, list)),
            None => output.json(&line),
        }
    }
}
