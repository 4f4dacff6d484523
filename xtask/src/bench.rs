//! `cargo xtask bench`: how fast levels are read and moves replayed.

use anyhow::Result;

use crate::workspace::{cargo, execute};

/// Runs the throughput bench of the core and shows its figures.
pub(crate) fn run() -> Result<()> {
    execute(&mut cargo("bench -p sokolab-core --bench throughput"))
}
