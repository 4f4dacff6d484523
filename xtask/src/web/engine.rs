//! The engine: the crate `web` as WebAssembly.
//!
//! The target `wasm32-unknown-unknown` of the installed toolchain compiles it. Where it is missing,
//! Debian's own toolchain does, which brings the source of the standard library instead.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::node::install_packages;
use crate::workspace::{cargo, execute, output, program, root, succeeds};

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler, and what `apt-get` installs for it.
const DEBIAN: (&str, &str) = ("/usr/bin", "rustc-web cargo-web rust-web-src lld-22");

/// Debian's linkers for WebAssembly, the newest first.
const LINKERS: [&str; 4] = ["wasm-ld-22", "wasm-ld-21", "wasm-ld-20", "wasm-ld-19"];

/// The folder whose lock file names the package with `wasm-opt`.
const TOOLS: &str = "crates/web/tools";

/// What `wasm-opt` does; the features are those that the compiler uses.
const OPTIMISATIONS: [&str; 2] = ["-Oz", "--all-features"];

/// Builds the engine and returns its path.
pub(super) fn build() -> Result<PathBuf> {
    let folder = folder();
    execute(compiler()?.arg("--target-dir").arg(&folder))?;
    Ok(folder.join(TARGET).join("web/sokolab_web.wasm"))
}

fn folder() -> PathBuf {
    root().join("target/web")
}

/// The command that compiles, with whatever toolchain there is.
fn compiler() -> Result<Command> {
    let build = format!("build --profile web -p sokolab-web --target {TARGET}");
    let sysroot = output(&mut program("rustc", "--print sysroot"))?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(cargo(&build));
    }
    let linker = match debian_linker() {
        Some(linker) => linker,
        None => install_debian()?,
    };
    let mut command = program(&format!("{}/cargo", DEBIAN.0), &build);
    command.arg("-Zbuild-std=std,panic_abort");
    // Its standard library is built with it, which only a nightly is meant to do.
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", format!("{}/rustc", DEBIAN.0));
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTFLAGS");
    Ok(command)
}

/// The linker of Debian's toolchain, if all of it is there.
fn debian_linker() -> Option<&'static str> {
    let is_there = ["rustc", "cargo", "../lib/rustlib/src/rust/library/std"]
        .iter()
        .all(|it| Path::new(DEBIAN.0).join(it).exists());
    let linker = LINKERS.into_iter().find(|it| succeeds(program(it, "").arg("--version")));
    linker.filter(|_| is_there)
}

fn install_debian() -> Result<&'static str> {
    let install = format!("install -y --no-install-recommends {}", DEBIAN.1);
    if succeeds(&mut program("apt-get", "--version"))
        && execute(&mut program("apt-get", &install)).is_ok()
        && let Some(linker) = debian_linker()
    {
        return Ok(linker);
    }
    bail!(
        "the engine needs the target {TARGET}: install it with `rustup target add {TARGET}`, or \
         Debian's packages {}",
        DEBIAN.1
    )
}

/// Makes the engine smaller with `wasm-opt`, if it can be had; the engine works without it. That
/// takes minutes, so tests do without.
pub(super) fn shrink(built: &Path) -> Result<PathBuf> {
    let folder = folder();
    let small = folder.join("sokolab.wasm");
    let age = |path: &Path| fs::metadata(path).and_then(|it| it.modified());
    if let (Ok(small_age), Ok(built_age)) = (age(&small), age(built))
        && small_age >= built_age
    {
        return Ok(small);
    }
    let tools = folder.join("tools");
    let shrunk = install_packages(TOOLS, &tools).and_then(|()| {
        let mut optimise = program("node", "");
        optimise.arg(tools.join("node_modules/binaryen/bin/wasm-opt"));
        optimise.args(OPTIMISATIONS).arg(built).arg("-o").arg(&small);
        execute(&mut optimise)
    });
    if let Err(error) = shrunk {
        println!("skipped: the engine stays larger than it could be ({error:#})");
        fs::copy(built, &small).with_context(|| format!("cannot copy {}", built.display()))?;
    }
    Ok(small)
}
