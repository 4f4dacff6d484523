//! `cargo xtask soundness`: no detector may fire on a state of a known solution.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::bench::absolute;
use crate::workspace::{cargo, execute};

/// Replay known solutions and ask every detector about every state of them.
#[derive(Debug, clap::Args)]
pub(crate) struct Soundness {
    /// Folders of collections with a SOLUTIONS.tsv each.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
}

impl Soundness {
    pub(crate) fn run(&self) -> Result<()> {
        if let Some(missing) = self.folders.iter().find(|it| !it.join("SOLUTIONS.tsv").exists()) {
            bail!("{} has no SOLUTIONS.tsv", missing.display());
        }
        let mut replay = cargo("run --release -p sokolab-solver --example soundness --");
        replay.args(self.folders.iter().map(|folder| absolute(folder)));
        execute(&mut replay)
    }
}
