//! `cargo xtask catalogue`: makes the catalogue of chambers anew.

use anyhow::Result;

use crate::workspace::{cargo, execute};

/// Enumerates and describes chambers and writes the catalogue that the program carries.
pub(crate) fn run() -> Result<()> {
    let mut make = cargo("run --release -p sokolab-generator --example catalogue --");
    make.arg("crates/generator/src/chamber/catalogue/chambers.bin");
    execute(&mut make)
}
