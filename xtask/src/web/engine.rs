//! The engine: the crate `web` as WebAssembly.
//!
//! The target `wasm32-unknown-unknown` of the installed toolchain compiles it. Where it is missing,
//! Debian's own toolchain does, which brings the source of the standard library instead.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::debian;
use crate::workspace::{cargo, execute, output, program, root, succeeds};

const TARGET: &str = "wasm32-unknown-unknown";

/// Where Debian's compiler is, and its packages.
const DEBIAN: (&str, &str) = ("/usr/bin", "rustc-web cargo-web rust-web-src lld-22");

/// Debian's linkers for WebAssembly, the newest first.
const LINKERS: [&str; 4] = ["wasm-ld-22", "wasm-ld-21", "wasm-ld-20", "wasm-ld-19"];

/// Builds the engine and returns its path.
pub(super) fn build() -> Result<PathBuf> {
    let folder = root().join("target/web");
    execute(compiler()?.arg("--target-dir").arg(&folder))?;
    Ok(folder.join(TARGET).join("web/sokolab_web.wasm"))
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
    if debian::is_available()
        && debian::install(DEBIAN.1).is_ok()
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
