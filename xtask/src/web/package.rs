//! The npm package: the engine, its JavaScript and its types.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};

use super::copy;
use crate::workspace::root;

/// The files of the package and where they come from.
const FILES: [(&str, &str); 8] = [
    ("README.md", "crates/web/npm/README.md"),
    ("engine.d.ts", "crates/web/npm/engine.d.ts"),
    ("engine.js", "crates/web/js/engine.js"),
    ("index.d.ts", "crates/web/npm/index.d.ts"),
    ("index.js", "crates/web/npm/index.js"),
    ("package.json", "crates/web/npm/package.json"),
    ("questions.d.ts", "crates/web/npm/questions.d.ts"),
    ("worker.js", "crates/web/js/worker.js"),
];

/// Writes the package.
pub(super) fn write(engine: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        ensure!(folder.join("questions.d.ts").exists(), "{} is not ours", folder.display());
        fs::remove_dir_all(folder)?;
    }
    for (name, from) in FILES {
        copy(&root().join(from), &folder.join(name))?;
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(licence), &folder.join(licence))?;
    }
    copy(engine, &folder.join("sokolab.wasm"))
}
