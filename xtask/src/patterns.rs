//! `cargo xtask patterns`: finds the deadlock patterns of the library anew.

use anyhow::Result;

use crate::workspace::{cargo, execute};

/// Enumerates minimal deadlock patterns and writes the library that the program carries.
pub(crate) fn run() -> Result<()> {
    let mut make = cargo("run --release -p sokolab-analysis --example patterns --");
    make.arg("crates/analysis/src/patterns/library.bin");
    execute(&mut make)
}
