//! `cargo xtask sources`: petersohn's games by every heuristic, checker and store of his solver,
//! and by his own program.

mod against;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::bench::absolute;
use crate::workspace::{build_soko, in_root};

/// Solve games by every heuristic, checker and store of petersohn's solver, and print a table.
///
/// One thread, one game at a time; a game's own options are overridden. Checkers that are unsound
/// as published prove nothing: what ran dry under one counts as undecided. Seconds are processor
/// time.
#[derive(Debug, clap::Args)]
pub(crate) struct Sources {
    /// The folder of the games; folders in it count too.
    folder: PathBuf,

    /// The most states to expand for each game.
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,

    /// Seconds for each game.
    #[arg(long, default_value_t = 600)]
    time: u64,

    /// An existing program, instead of one that is built.
    #[arg(long)]
    program: Option<PathBuf>,

    /// Run petersohn's own program and `--method petersohn` on each game instead, both with the
    /// game's options.
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
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
        let games = games_in(&folder)?;
        if games.is_empty() {
            bail!("{} holds no games", folder.display());
        }
        let soko = match &self.program {
            Some(path) => absolute(path),
            None => build_soko()?,
        };
        match &self.against {
            Some(his) => against::compare(&soko, &absolute(his), &folder, &games, self.time),
            None => self.print_table(&soko, &games),
        }
    }

    fn print_table(&self, soko: &Path, games: &[PathBuf]) -> Result<()> {
        println!("| heuristic | checkers | store | solved | no solution | nodes | seconds |");
        println!("|---|---|---|---|---|---|---|");
        for (heuristic, own) in HEURISTICS {
            for (checkers, others) in CHECKERS {
                // One block list serves both, so their stores are the same.
                let store = match (own, others) {
                    (Some(one), Some(other)) if one != other => continue,
                    (one, other) => one.or(other),
                };
                let sum = self.measure(soko, games, (heuristic, checkers), store)?;
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
        soko: &Path,
        games: &[PathBuf],
        (heuristic, checkers): (&str, &str),
        store: Option<&str>,
    ) -> Result<Sum> {
        let mut command = in_root(soko);
        command.arg("solve").args(games).args(["--method", "petersohn", "--format", "jsonl"]);
        command.args(["--heuristic", heuristic, "--checkers", checkers, "--threads", "1"]);
        command.args(["--time", &self.time.to_string(), "--nodes", &self.nodes.to_string()]);
        let number = if store.is_some() { "2" } else { "1" };
        command.args(["--quiet", "--blocklist-number", number]);
        if let Some(store) = store {
            command.args(["--blocklist-store", store]);
        }
        let output = command.output().context("soko does not run")?;
        let mut sum = Sum::default();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let value: Value = serde_json::from_str(line).context("a line of soko solve")?;
            sum.games += 1;
            sum.nodes += value["nodes"].as_u64().unwrap_or(0);
            sum.seconds += value["cpu_seconds"].as_f64().unwrap_or(0.0);
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

/// The files of a folder and of the folders in it that can be games: a comment comes first.
fn games_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .filter_map(|entry| entry.ok().map(|it| it.path()));
    let mut games = Vec::new();
    for path in entries {
        if path.is_dir() {
            games.extend(games_in(&path)?);
        } else if std::fs::read(&path).is_ok_and(|bytes| is_game(&bytes)) {
            games.push(path);
        }
    }
    games.sort();
    Ok(games)
}

/// Whether a file begins, after its options, with the numbers of rows and columns as comments.
fn is_game(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut comments = text.lines().filter_map(|line| line.trim().strip_prefix('#'));
    let mut is_number = || comments.next().is_some_and(|it| it.trim().parse::<u32>().is_ok());
    is_number() && is_number()
}

#[cfg(test)]
mod tests {
    use super::is_game;

    #[test]
    fn a_game_begins_with_its_size() {
        assert!(is_game(b"blocklist-number=2\n\n#3\n#4\n#....\n#.ox.\n#.y..\n"));
        assert!(!is_game(b"game1.txt\ngame2.txt\n"));
        assert!(!is_game("#··o·\n#.x\n".as_bytes()));
    }
}
