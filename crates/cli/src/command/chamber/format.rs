//! The formats of `soko chamber`.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ChamberFormat {
    /// A human-readable report.
    Text,
    /// One JSON object per chamber and rule set.
    Json,
    /// A picture with the locked squares marked.
    Svg,
}
