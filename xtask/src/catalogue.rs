//! `cargo xtask catalogue`: rebuilds the catalogue of chambers.

use anyhow::Result;

use crate::workspace::{cargo, execute};

/// Enumerates and describes chambers and writes the catalogue that is embedded in the program.
pub(crate) fn run() -> Result<()> {
    let mut make = cargo("run --release -p sokolab-chamber --example catalogue --");
    make.arg("crates/chamber/src/catalogue/chambers.bin");
    execute(&mut make)
}
