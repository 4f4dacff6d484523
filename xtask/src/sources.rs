//! `cargo xtask sources`: petersohn's games by every heuristic, checker and store of his solver.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::bench::absolute;
use crate::workspace::{build_soko, in_root};

/// Solve games by every heuristic, checker and store of petersohn's solver, and print a table.
///
/// One thread, one game at a time; a game's own options are overridden. Checkers that are unsound
/// as published prove nothing: what ran dry under one counts as undecided.
#[derive(Debug, clap::Args)]
pub(crate) struct Sources {
    /// The folder of the games.
    folder: PathBuf,

    /// Seconds for each game.
    #[arg(long, default_value = "1")]
    time: String,

    /// An existing program, instead of one that is built.
    #[arg(long)]
    program: Option<PathBuf>,
}

/// The heuristics, with the store of their block list if they have one.
const HEURISTICS: [(&str, Option<&str>); 6] = [
    ("manhattan", None),
    ("partition", None),
    ("nearest", None),
    ("matching", None),
    ("blocklist", Some("list")),
    ("blocklist", Some("tree")),
];

/// The sets of checkers, with the store of the block list if there is one.
const CHECKERS: [(&str, Option<&str>); 5] = [
    ("movable", None),
    ("movable,corridor", None),
    ("movable,sound-corridor", None),
    ("movable,corridor,blocklist", Some("list")),
    ("movable,corridor,blocklist", Some("tree")),
];

/// What one combination came to on all games.
#[derive(Debug, Default)]
struct Sum {
    solved: usize,
    unsolvable: usize,
    games: usize,
    nodes: u64,
    seconds: f64,
}

impl Sources {
    pub(crate) fn run(&self) -> Result<()> {
        let folder = absolute(&self.folder);
        let mut games: Vec<PathBuf> = std::fs::read_dir(&folder)
            .with_context(|| format!("cannot read {}", folder.display()))?
            .filter_map(|entry| entry.ok().map(|it| it.path()))
            .filter(|path| path.is_file())
            .collect();
        games.sort();
        if games.is_empty() {
            bail!("{} holds no games", folder.display());
        }
        let soko = match &self.program {
            Some(path) => absolute(path),
            None => build_soko()?,
        };
        println!("| heuristic | checkers | store | solved | no solution | nodes | seconds |");
        println!("|---|---|---|---|---|---|---|");
        for (heuristic, own) in HEURISTICS {
            for (checkers, others) in CHECKERS {
                // One block list serves both, so their stores are the same.
                let store = match (own, others) {
                    (Some(one), Some(other)) if one != other => continue,
                    (one, other) => one.or(other),
                };
                let sum = self.measure(&soko, &games, heuristic, checkers, store)?;
                println!(
                    "| {heuristic} | {checkers} | {} | {} of {} | {} | {} | {:.1} |",
                    store.unwrap_or("–"),
                    sum.solved,
                    sum.games,
                    sum.unsolvable,
                    sum.nodes,
                    sum.seconds
                );
            }
        }
        Ok(())
    }

    fn measure(
        &self,
        soko: &std::path::Path,
        games: &[PathBuf],
        heuristic: &str,
        checkers: &str,
        store: Option<&str>,
    ) -> Result<Sum> {
        let mut command = in_root(soko);
        command.arg("solve").args(games).args(["--method", "petersohn", "--format", "jsonl"]);
        command.args(["--heuristic", heuristic, "--checkers", checkers, "--threads", "1"]);
        command.args(["--time", &self.time, "--quiet"]);
        let number = if store.is_some() { "2" } else { "1" };
        command.args(["--blocklist-number", number]);
        if let Some(store) = store {
            command.args(["--blocklist-store", store]);
        }
        let output = command.output().context("soko does not run")?;
        let mut sum = Sum::default();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let value: Value = serde_json::from_str(line).context("a line of soko solve")?;
            sum.games += 1;
            sum.nodes += value["nodes"].as_u64().unwrap_or(0);
            sum.seconds += value["seconds"].as_f64().unwrap_or(0.0);
            match value["status"].as_str() {
                Some("solved") => sum.solved += 1,
                Some("unsolvable") => sum.unsolvable += 1,
                _ => {}
            }
        }
        if sum.games == 0 {
            let errors = String::from_utf8_lossy(&output.stderr);
            bail!("no game was read with --heuristic {heuristic}: {errors}");
        }
        Ok(sum)
    }
}
