//! The formats of `soko optimize`.

use clap::ValueEnum;
use sokolab::text::Alphabet;

use super::result::OptimizedLevel;
use super::text::Text;
use crate::export::Exporter;
use crate::export::json_lines::JsonLines;
use crate::export::lurd::Lurd;
use crate::export::sok::Sok;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OptimizeFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per level.
    Jsonl,
    /// One line of moves per level, empty if there is no solution.
    Lurd,
    /// The levels with their solutions.
    Sok,
}

impl OptimizeFormat {
    /// The exporter of this format.
    pub(super) fn exporter(self) -> Box<dyn Exporter<OptimizedLevel>> {
        match self {
            OptimizeFormat::Text => Box::new(Text::new()),
            OptimizeFormat::Jsonl => Box::new(JsonLines),
            OptimizeFormat::Lurd => Box::new(Lurd { alphabet: Alphabet::Lurd }),
            OptimizeFormat::Sok => Box::new(Sok::default()),
        }
    }
}
