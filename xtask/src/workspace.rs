//! Finds the workspace, and runs programs in it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The folder of the root manifest.
///
/// Cargo sets the folder of this package whenever it runs or tests it; a binary that is started by
/// hand takes the current folder as the root.
pub(crate) fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    package.and_then(|it| it.parent().map(PathBuf::from)).unwrap_or_else(|| PathBuf::from("."))
}

/// `program` with `arguments`, separated by spaces, to be run in the root folder.
pub(crate) fn program(program: &str, arguments: &str) -> Command {
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace()).current_dir(root());
    command
}

/// `cargo` with `arguments`, separated by spaces, to be run in the root folder.
pub(crate) fn cargo(arguments: &str) -> Command {
    program("cargo", arguments)
}

/// Runs `command` with visible output.
pub(crate) fn execute(command: &mut Command) -> Result<()> {
    let line = shown(command);
    println!("$ {line}");
    let status = command.status().with_context(|| format!("`{line}` cannot be started"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Runs `command` and returns its standard output; its standard error is shown.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let line = shown(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("`{line}` cannot be started"))?;
    if !output.status.success() {
        bail!("`{line}` failed ({})", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{line}` wrote no UTF-8"))
}

/// Builds the program `soko` and returns its path.
pub(crate) fn build_soko() -> Result<PathBuf> {
    build_soko_with("--release")
}

/// Builds the program `soko` with options for `cargo build`, and returns its path.
pub(crate) fn build_soko_with(options: &str) -> Result<PathBuf> {
    build_program("soko", options)
}

/// Builds with options for `cargo build`, and returns the path of the program `name`.
pub(crate) fn build_program(name: &str, options: &str) -> Result<PathBuf> {
    let build = format!("build {options} --message-format json-render-diagnostics");
    let messages = output(&mut cargo(&build))?;
    let executables = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let mut found = executables.filter(|it| it.file_stem().is_some_and(|stem| stem == name));
    found.next().with_context(|| format!("cargo built no program `{name}`"))
}

/// The program, to be run in the root folder.
pub(crate) fn in_root(soko: &Path) -> Command {
    let mut command = Command::new(soko);
    command.current_dir(root());
    command
}

/// Whether `command` can be run and succeeds; its output is hidden.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let silent = command.stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// A named step of a check.
pub(crate) type Step = (&'static str, fn() -> Result<()>);

/// Runs `steps` in order, each under a heading, and stops at the first failure.
pub(crate) fn run_steps(steps: &[Step]) -> Result<()> {
    let start = Instant::now();
    for (index, (name, step)) in steps.iter().enumerate() {
        println!("\n== {name} ({} of {})", index + 1, steps.len());
        step().with_context(|| format!("step `{name}` failed"))?;
    }
    println!("\n== all {} steps passed in {} s", steps.len(), start.elapsed().as_secs());
    Ok(())
}
