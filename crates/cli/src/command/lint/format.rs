//! The formats of `soko lint`.

use clap::ValueEnum;

use super::prove_format::{PieceLines, PieceText, ProvedLevel};
use super::result::LintedLevel;
use super::text::Text;
use crate::export::Exporter;
use crate::export::json_lines::JsonLines;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LintFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per level, or per piece with --prove.
    Jsonl,
}

impl LintFormat {
    /// The exporter of this format.
    pub(super) fn exporter(self) -> Box<dyn Exporter<LintedLevel>> {
        match self {
            LintFormat::Text => Box::new(Text::default()),
            LintFormat::Jsonl => Box::new(JsonLines),
        }
    }

    /// The exporter of `--prove`.
    pub(super) fn prove_exporter(self) -> Box<dyn Exporter<ProvedLevel>> {
        match self {
            LintFormat::Text => Box::new(PieceText),
            LintFormat::Jsonl => Box::new(PieceLines),
        }
    }
}
