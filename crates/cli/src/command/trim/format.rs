//! The formats of `soko trim`.

use clap::ValueEnum;
use sokolab::text::Format;

use super::level_file::LevelFile;
use super::result::TrimmedLevel;
use super::text::Text;
use crate::export::Exporter;
use crate::export::json_lines::JsonLines;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TrimFormat {
    /// Before and after, human-readable.
    Text,
    /// One JSON object per level.
    Jsonl,
    /// The trimmed levels with their solutions; levels that could not be trimmed, unchanged.
    Sok,
    /// The same as NetHack maps.
    NethackMap,
    /// The same as a level description for NetHack 3.4.3, 4 or 3.6.
    NethackDes,
    /// One level as a level description for NetHack 3.7.
    NethackLua,
}

impl TrimFormat {
    /// The level format, if this is one.
    pub(super) fn of_levels(self) -> Option<Format> {
        match self {
            TrimFormat::Text | TrimFormat::Jsonl => None,
            TrimFormat::Sok => Some(Format::Sok),
            TrimFormat::NethackMap => Some(Format::NethackMap),
            TrimFormat::NethackDes => Some(Format::NethackDes),
            TrimFormat::NethackLua => Some(Format::NethackLua),
        }
    }

    /// The exporter of this format.
    pub(super) fn exporter(self) -> Box<dyn Exporter<TrimmedLevel>> {
        match (self, self.of_levels()) {
            (_, Some(format)) => Box::new(LevelFile { format }),
            (TrimFormat::Jsonl, None) => Box::new(JsonLines),
            (_, None) => Box::new(Text),
        }
    }
}
