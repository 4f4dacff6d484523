//! `cargo xtask site` and `cargo xtask npm`: Sokolab for browsers and for Node.
//!
//! Both need the engine, which is the crate `web` compiled to WebAssembly; it is built once.

mod engine;
mod package;
mod site;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace::root;

/// Write the page as a folder that any static host serves.
#[derive(Debug, clap::Args)]
pub(crate) struct Site {
    /// The folder to write.
    #[arg(long, value_name = "FOLDER", default_value = "target/site")]
    output: PathBuf,

    /// Write each file also compressed, as NAME.br and NAME.gz, for hosts that serve such files.
    #[arg(long)]
    compress: bool,
}

impl Site {
    pub(crate) fn run(self) -> Result<()> {
        let engine = engine::build()?;
        let folder = root().join(self.output);
        site::write(&engine, &folder)?;
        site::check_size(&folder, if self.compress { Copies::Written } else { Copies::None })?;
        println!("site: {}", folder.display());
        Ok(())
    }
}

/// Whether compressed copies stay beside the files of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Copies {
    Written,
    None,
}

/// Write the npm package `sokolab`.
#[derive(Debug, clap::Args)]
pub(crate) struct Npm {
    /// The folder to write.
    #[arg(long, value_name = "FOLDER", default_value = "target/npm/sokolab")]
    output: PathBuf,
}

impl Npm {
    pub(crate) fn run(self) -> Result<()> {
        let engine = engine::build()?;
        let folder = root().join(self.output);
        package::write(&engine, &folder)?;
        println!("package: {}", folder.display());
        Ok(())
    }
}

/// Builds the engine once, and writes site and package below `target`, for tests.
pub(crate) fn write_both() -> Result<(PathBuf, PathBuf)> {
    let engine = engine::build()?;
    let (site, package) = (root().join("target/site"), root().join("target/npm/sokolab"));
    site::write(&engine, &site)?;
    site::check_size(&site, Copies::None)?;
    package::write(&engine, &package)?;
    Ok((site, package))
}

/// Copies a file, making the folders above it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}
