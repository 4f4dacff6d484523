//! The formats of `soko verify`.

use std::path::Path;

use clap::ValueEnum;

use super::result::VerifiedClaim;
use super::text::Text;
use crate::export::Exporter;
use crate::export::json_lines::JsonLines;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum VerifyFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per level.
    Jsonl,
}

impl VerifyFormat {
    /// The exporter of this format for solutions from a file, if there is one.
    pub(super) fn exporter(self, solutions: Option<&Path>) -> Box<dyn Exporter<VerifiedClaim>> {
        match self {
            VerifyFormat::Text => Box::new(Text::new(solutions)),
            VerifyFormat::Jsonl => Box::new(JsonLines),
        }
    }
}
