//! The formats of `soko patterns`.

use clap::ValueEnum;

/// How patterns are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PatternFormat {
    /// Drawn for a person.
    Text,
    /// One JSON object per pattern, or per level.
    Jsonl,
}
