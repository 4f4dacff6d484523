//! The formats of `soko hint`.

use clap::ValueEnum;

use super::result::HintedLevel;
use super::text::Text;
use crate::export::Exporter;
use crate::export::json_lines::JsonLines;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum HintFormat {
    /// A sentence or two, and the board.
    Text,
    /// One JSON object per level.
    #[value(alias = "jsonl")]
    Json,
}

impl HintFormat {
    /// The exporter of this format.
    pub(super) fn exporter(self) -> Box<dyn Exporter<HintedLevel>> {
        match self {
            HintFormat::Text => Box::new(Text),
            HintFormat::Json => Box::new(JsonLines),
        }
    }
}
