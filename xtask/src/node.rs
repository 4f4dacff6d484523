//! Node and packages from npm, installed by their lock files into the target folder.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::debian;
use crate::workspace::{execute, root, succeeds};

/// The files that determine the installed packages.
const MANIFESTS: [&str; 3] = ["package.json", "package-lock.json", ".npmrc"];

/// Installs the packages of the lock file in `from` into `tools`, unless they are up to date.
pub(crate) fn install_packages(from: &str, tools: &Path) -> Result<()> {
    fs::create_dir_all(tools)?;
    let mut changed = !tools.join("node_modules").is_dir();
    for name in MANIFESTS {
        let (from, to) = (root().join(from).join(name), tools.join(name));
        let text = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
        if fs::read(&to).ok().as_deref() != Some(&text) {
            fs::write(&to, text)?;
            changed = true;
        }
    }
    if !changed {
        return Ok(());
    }
    if !succeeds(Command::new("npm").arg("--version")) {
        debian::install("nodejs npm")?;
    }
    execute(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(tools))
}
