//! The formats of `soko rate`.

use clap::ValueEnum;

use super::result::RatedLevel;
use super::text::Text;
use crate::export::Exporter;
use crate::export::json_lines::JsonLines;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RateFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per level.
    Jsonl,
}

impl RateFormat {
    /// The exporter of this format.
    pub(super) fn exporter(self) -> Box<dyn Exporter<RatedLevel>> {
        match self {
            RateFormat::Text => Box::new(Text),
            RateFormat::Jsonl => Box::new(JsonLines),
        }
    }
}
