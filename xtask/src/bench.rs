//! `cargo xtask bench`: measures the speed of reading, replaying, analysing and generating levels.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::workspace::{cargo, execute};

/// Measure reading, replaying, analysing and making levels on one core.
#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    /// Level files whose facts are timed too.
    files: Vec<PathBuf>,
}

impl Bench {
    /// Runs the benches of the core, of the analysis and of the generators.
    pub(crate) fn run(&self) -> Result<()> {
        execute(&mut cargo("bench -p sokolab-core --bench throughput"))?;
        execute(&mut cargo("bench -p sokolab-generator --bench levels"))?;
        execute(&mut cargo("bench -p sokolab-generator --bench chambers"))?;
        let mut facts = cargo("bench -p sokolab-analysis --bench facts");
        let files = std::env::join_paths(self.files.iter().map(|file| absolute(file)))?;
        execute(facts.env("SOKO_BENCH_LEVELS", files))
    }
}

/// An absolute path, because benches run in the folder of their package.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
