//! `cargo xtask patterns`: rebuilds the library of deadlock patterns.

use anyhow::Result;

use crate::workspace::{cargo, execute};

/// Enumerates minimal deadlock patterns and writes the library that is embedded in the program.
pub(crate) fn run() -> Result<()> {
    let mut make = cargo("run --release -p sokolab-analysis --example patterns --");
    make.arg("crates/analysis/src/patterns/library.bin");
    execute(&mut make)
}
