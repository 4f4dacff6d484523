//! `cargo xtask catalogue`: makes the catalogue of chambers anew.

use anyhow::Result;

use crate::workspace::{cargo, execute};

/// Enumerates and describes chambers and writes the catalogue that the program carries.
pub(crate) fn run() -> Result<()> {
    let mut make = cargo("run --release -p sokolab-chamber --example catalogue --");
    make.arg("crates/chamber/src/catalogue/chambers.bin");
    execute(&mut make)
}
