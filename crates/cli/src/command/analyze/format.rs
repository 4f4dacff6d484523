//! The formats of `soko analyze`.

use clap::ValueEnum;

use super::block_list::BlockListArguments;
use super::facts::FactArgs;
use super::json::{Json, SCHEMA};
use super::result::AnalyzedLevel;
use super::svg::Svg;
use super::table::Layout;
use super::text::Text;
use crate::boundary::FailureForm;
use crate::export::Exporter;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum AnalyzeFormat {
    /// A human-readable report.
    Text,
    /// One JSON object per level, with every fact.
    Json,
    /// A picture with the facts laid over it.
    Svg,
}

impl AnalyzeFormat {
    /// The exporter of this format.
    pub(super) fn exporter(
        self,
        facts: FactArgs,
        blocks: BlockListArguments,
        layout: Layout,
    ) -> Box<dyn Exporter<AnalyzedLevel>> {
        match self {
            AnalyzeFormat::Text => Box::new(Text::new(facts, blocks, layout)),
            AnalyzeFormat::Json => Box::new(Json { facts, blocks }),
            AnalyzeFormat::Svg => Box::new(Svg::new(facts)),
        }
    }

    /// How this format reports a level on which the program failed.
    pub(super) fn failure_form(self) -> FailureForm {
        match self {
            AnalyzeFormat::Text => FailureForm::Text,
            AnalyzeFormat::Json => FailureForm::Json(SCHEMA),
            AnalyzeFormat::Svg => FailureForm::Nothing,
        }
    }
}
