//! The formats of what `soko library` tells.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LibraryFormat {
    /// Human-readable text.
    Text,
    /// JSON objects, one a line.
    Jsonl,
}
