//! The output formats of `soko library`.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LibraryFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per line.
    Jsonl,
}
