//! `cargo xtask test`: everything that must pass before an issue is closed.

use anyhow::Result;

use crate::workspace::{Step, cargo, execute, program, run_steps, succeeds};
use crate::{licences, tidy};

const STEPS: &[Step] = &[
    ("tools", install_tools),
    ("format", check_format),
    ("clippy", run_clippy),
    ("tests", run_tests),
    ("documentation", build_documentation),
    ("tidy", tidy::run),
    ("licences", licences::run),
];

/// Runs every step in order.
pub(crate) fn run() -> Result<()> {
    run_steps(STEPS)
}

/// Adds the components that the other steps call. Without rustup they are expected to be there,
/// and the step that needs one says so.
pub(crate) fn install_tools() -> Result<()> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let is_there = succeeds(cargo(subcommand).arg("--version"));
        if !is_there && succeeds(&mut program("rustup", "--version")) {
            execute(program("rustup", "component add").arg(component))?;
        }
    }
    Ok(())
}

/// The fuzz targets are a workspace of their own, which `--all` does not see.
pub(crate) fn check_format() -> Result<()> {
    execute(&mut cargo("fmt --all --check"))?;
    execute(&mut cargo("fmt --manifest-path fuzz/Cargo.toml --check"))
}

pub(crate) fn run_clippy() -> Result<()> {
    execute(&mut cargo("clippy --workspace --all-targets --all-features -- -D warnings"))
}

fn run_tests() -> Result<()> {
    execute(&mut cargo("test --workspace --all-features"))
}

fn build_documentation() -> Result<()> {
    execute(cargo("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))
}
