//! `cargo xtask test`: everything that must pass before an issue is closed.

use anyhow::Result;

use crate::workspace::{
    Step, build_program, cargo, execute, in_root, program, run_steps, succeeds,
};
use crate::{debian, licences, page, pictures, python, tidy};

const STEPS: &[Step] = &[
    ("tools", install_all),
    ("format", check_format),
    ("lock files", check_lock_files),
    ("clippy", run_clippy),
    ("tests", run_tests),
    ("differential", run_differential),
    ("abuse", run_abuse),
    ("pictures", check_pictures),
    ("page", test_page),
    ("python", python::run_step),
    ("documentation", build_documentation),
    ("tidy", tidy::run),
    ("licences", licences::run),
];

/// Runs every step in order.
pub(crate) fn run() -> Result<()> {
    run_steps(STEPS)
}

fn install_all() -> Result<()> {
    install_readers();
    install_tools()
}

/// Installs the components that the other steps call. Without rustup, they are expected to exist,
/// and the step that needs one reports it.
pub(crate) fn install_tools() -> Result<()> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let is_there = succeeds(cargo(subcommand).arg("--version"));
        if !is_there && succeeds(&mut program("rustup", "--version")) {
            execute(program("rustup", "component add").arg(component))?;
        }
    }
    Ok(())
}

/// Programs that read our pictures in tests, with their Debian packages.
const READERS: [(&str, &str, &str); 3] = [
    ("identify", "-version", "imagemagick"),
    ("xmllint", "--version", "libxml2-utils"),
    ("chromium", "--version", "chromium"),
];

/// Installs third-party programs that read our files in tests. Where they cannot be installed,
/// those tests report that they are skipped.
fn install_readers() {
    for (name, option, package) in READERS {
        let is_there = succeeds(&mut program(name, option));
        if !is_there && debian::is_available() && debian::install(package).is_err() {
            println!("{package} cannot be installed: tests that need {name} are skipped");
        }
    }
}

fn check_pictures() -> Result<()> {
    pictures::check(&build_program("soko", TEST_BUILD)?)
}

fn test_page() -> Result<()> {
    page::test_where_possible(build_program("soko", TEST_BUILD)?)
}

/// Includes the fuzz targets, a separate workspace that `--all` does not cover.
pub(crate) fn check_format() -> Result<()> {
    execute(&mut cargo("fmt --all --check"))?;
    execute(&mut cargo("fmt --manifest-path fuzz/Cargo.toml --check"))
}

/// No other step builds the fuzz targets, so only this one notices a lock file that does not fit
/// the manifests of our crates.
fn check_lock_files() -> Result<()> {
    execute(&mut cargo("fetch --locked --manifest-path fuzz/Cargo.toml"))
}

pub(crate) fn run_clippy() -> Result<()> {
    execute(&mut cargo("clippy --workspace --all-targets --all-features -- -D warnings"))
}

fn run_tests() -> Result<()> {
    execute(&mut cargo("test --workspace --all-features"))
}

/// The options of the build of `run_tests`, so that nothing is compiled twice.
const TEST_BUILD: &str = "--workspace --all-features";

fn run_differential() -> Result<()> {
    let soko = build_program("soko", TEST_BUILD)?;
    let mut xtask = in_root(&build_program("xtask", TEST_BUILD)?);
    execute(xtask.args(["differential", "--soko"]).arg(soko))
}

/// The test build is slower than a release, and the machine may be busy, so its limits get slack.
/// The strict limits are those of `cargo xtask abuse`.
#[cfg(target_os = "linux")]
fn run_abuse() -> Result<()> {
    let soko = build_program("soko", TEST_BUILD)?;
    let mut xtask = in_root(&build_program("xtask", TEST_BUILD)?);
    execute(xtask.args(["abuse", "--short", "--slack", "20", "--program"]).arg(soko))
}

/// The faults need the Linux kernel.
#[cfg(not(target_os = "linux"))]
fn run_abuse() -> Result<()> {
    println!("skipped: only Linux has what it needs");
    Ok(())
}

fn build_documentation() -> Result<()> {
    execute(cargo("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))
}
