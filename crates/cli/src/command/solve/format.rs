//! The formats of `soko solve`.

use clap::ValueEnum;
use sokolab::text::Alphabet;

use super::petersohn::{Petersohn, PushStyle};
use super::result::SolvedLevel;
use super::text::Text;
use crate::export::Exporter;
use crate::export::json_lines::JsonLines;
use crate::export::lurd::Lurd;
use crate::export::sok::Sok;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SolveFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per level.
    Jsonl,
    /// One line of moves per level, empty if it was not solved.
    Lurd,
    /// The levels with their solutions.
    Sok,
    /// The pushes as petersohn's solver prints them: the column and row of a box, from 0, and a
    /// direction.
    Petersohn,
}

impl SolveFormat {
    /// The exporter of this format; moves are written in `alphabet` where that can be chosen.
    pub(super) fn exporter(
        self,
        alphabet: Alphabet,
        style: PushStyle,
    ) -> Box<dyn Exporter<SolvedLevel>> {
        match self {
            SolveFormat::Text => Box::new(Text::new(alphabet)),
            SolveFormat::Jsonl => Box::new(JsonLines),
            SolveFormat::Lurd => Box::new(Lurd { alphabet }),
            SolveFormat::Sok => Box::new(Sok::default()),
            SolveFormat::Petersohn => Box::new(Petersohn { style }),
        }
    }
}
