//! `cargo xtask check`: the part of `test` that is fast enough to run before every commit.

use anyhow::Result;

use crate::workspace::{Step, cargo, execute, run_steps};
use crate::{test, tidy};

const STEPS: &[Step] = &[
    ("tools", test::install_tools),
    ("format", test::check_format),
    ("clippy", test::run_clippy),
    ("fast tests", run_fast_tests),
    ("tidy", tidy::run),
];

/// Runs every step in order.
pub(crate) fn run() -> Result<()> {
    run_steps(STEPS)
}

/// Omits doctests, because each is a program to link; slow tests depend on `SOKO_SLOW`.
fn run_fast_tests() -> Result<()> {
    execute(cargo("test --workspace --lib --bins --tests").env_remove("SOKO_SLOW"))
}
