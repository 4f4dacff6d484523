//! `cargo xtask signature`: the node counts of the exact methods on the embedded levels.
//!
//! A change that is not meant to affect a search must leave every number unchanged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::workspace::{build_soko, in_root, output, root};

/// The file with the reference numbers.
const FILE: &str = "bench/signature.txt";

/// The first lines of the file.
const HEADING: &str = "\
# Written by `cargo xtask signature --write`: what the exact methods do on the embedded levels,
# with one thread and 20,000 nodes a level.
";

/// Maximum number of nodes per level.
const NODES_MAX: &str = "20000";

/// The clock must not matter: a level is finished long before.
const TIME_MAX: &str = "1h";

/// Methods that are not searches of their own, or are no longer developed.
const LEFT_OUT: [&str; 9] = [
    "auto",
    "breadth-first",
    "sat-pushes",
    "sat-steps",
    "tree-search",
    "random",
    "tiling",
    "tiling-complete",
    "tiling-punch-out",
];

/// Print the nodes of the exact methods on the embedded levels and compare with the last ones.
#[derive(Debug, clap::Args)]
pub(crate) struct Signature {
    /// Fail if a number differs from `bench/signature.txt`.
    #[arg(long, conflicts_with = "write")]
    check: bool,

    /// Write the numbers to `bench/signature.txt`.
    #[arg(long)]
    write: bool,
}

impl Signature {
    pub(crate) fn run(&self) -> Result<()> {
        let soko = build_soko()?;
        let methods = output(in_root(&soko).args(["solve", "--method", "list"]))?;
        let names = methods.lines().filter_map(|line| line.split_whitespace().next());
        let exact = names.filter(|name| !LEFT_OUT.contains(name)).map(|name| (name, "pushes"));
        let mut counts = Vec::new();
        for (method, objective) in exact.chain([("auto", "moves")]) {
            counts.push(measure(&soko, method, objective)?);
        }
        let new = table(&counts);
        print!("{new}");
        let path: PathBuf = root().join(FILE);
        if self.write {
            return fs::write(&path, format!("{HEADING}{new}"))
                .with_context(|| format!("cannot write {FILE}"));
        }
        let old = match fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                ensure!(!self.check, "there is no {FILE}: make it with --write");
                println!("\nthere is no {FILE} to compare with: make it with --write");
                return Ok(());
            }
            text => text.with_context(|| format!("cannot read {FILE}"))?,
        };
        let changes = differences(&old, &new);
        println!("\n{}", if changes.is_empty() { "as before" } else { &changes });
        ensure!(!self.check || changes.is_empty(), "the signature differs from {FILE}");
        Ok(())
    }
}

/// The results of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counts {
    method: String,
    objective: String,
    nodes: u64,
    lemma_nodes: u64,
    optimal: usize,
    /// Number of levels with a solution that the method does not prove optimal.
    solved: usize,
    unsolvable: usize,
    stopped: usize,
    /// Number of levels that the method does not support.
    refused: usize,
}

/// Runs a method on the embedded levels.
fn measure(soko: &Path, method: &str, objective: &str) -> Result<Counts> {
    let mut command = in_root(soko);
    command.args(["bench", "--quiet", "--format", "jsonl", "--threads", "1"]);
    command.args(["--nodes", NODES_MAX, "--time", TIME_MAX]);
    command.args(["--method", method, "--objective", objective]);
    let result = command.stderr(Stdio::inherit()).output().context("soko cannot be started")?;
    let text = String::from_utf8(result.stdout).context("soko wrote no UTF-8")?;
    let mut counts =
        Counts { method: method.to_owned(), objective: objective.to_owned(), ..Counts::default() };
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).context("soko wrote no JSON")?;
        if line["schema"] == "sokolab/solve/1" {
            counts.add(&line)?;
        }
    }
    let levels = counts.levels();
    ensure!(levels > 0 && result.status.success(), "{method} failed ({})", result.status);
    Ok(counts)
}

impl Counts {
    fn levels(&self) -> usize {
        self.optimal + self.solved + self.unsolvable + self.stopped + self.refused
    }

    fn add(&mut self, line: &Value) -> Result<()> {
        let status = line["status"].as_str().unwrap_or_default();
        let reason = line["reason"].as_str().unwrap_or_default();
        self.nodes += line["nodes"].as_u64().unwrap_or(0);
        self.lemma_nodes += line["lemma_nodes"].as_u64().unwrap_or(0);
        match status {
            "solved" if line["optimal"] == true => self.optimal += 1,
            "solved" if reason.is_empty() => self.solved += 1,
            "unsolvable" => self.unsolvable += 1,
            "solved" | "stopped" if reason == "nodes" => self.stopped += 1,
            "solved" | "stopped" if ["time", "memory", "interrupted"].contains(&reason) => {
                let place = format!("{}#{}", line["file"], line["level"]);
                anyhow::bail!("{}: {place} was stopped by {reason}, not by nodes", self.method);
            }
            _ => self.refused += 1,
        }
        Ok(())
    }

    fn row(&self) -> String {
        format!(
            "{:<16}{:<10}{:>12}{:>14}{:>9}{:>8}{:>12}{:>9}{:>9}\n",
            self.method,
            self.objective,
            self.nodes,
            self.lemma_nodes,
            self.optimal,
            self.solved,
            self.unsolvable,
            self.stopped,
            self.refused
        )
    }
}

fn table(counts: &[Counts]) -> String {
    let mut text = format!(
        "{:<16}{:<10}{:>12}{:>14}{:>9}{:>8}{:>12}{:>9}{:>9}\n",
        "method",
        "objective",
        "nodes",
        "lemma nodes",
        "optimal",
        "solved",
        "unsolvable",
        "stopped",
        "refused"
    );
    let mut total = Counts { method: "total".to_owned(), ..Counts::default() };
    for it in counts {
        text.push_str(&it.row());
        total.nodes += it.nodes;
        total.lemma_nodes += it.lemma_nodes;
        total.optimal += it.optimal;
        total.solved += it.solved;
        total.unsolvable += it.unsolvable;
        total.stopped += it.stopped;
        total.refused += it.refused;
    }
    text.push_str(&total.row());
    text
}

/// The rows that differ, the old ones with `-` and the new ones with `+`.
fn differences(old: &str, new: &str) -> String {
    let rows = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let (old, new) = (rows(old), rows(new));
    let gone = old.iter().filter(|row| !new.contains(row)).map(|row| format!("- {row}"));
    let come = new.iter().filter(|row| !old.contains(row)).map(|row| format!("+ {row}"));
    gone.chain(come).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Counts, differences, table};

    #[test]
    fn only_numbers_make_a_difference() {
        assert_eq!(differences("# a comment\nida  pushes 12\n", "ida pushes   12\n"), "");
        assert_eq!(differences("a 1\nb 2\n", "a 1\nb 3\n"), "- b 2\n+ b 3");
        assert_eq!(differences("a 1\n", "a 1\nb 2\n"), "+ b 2");
    }

    #[test]
    fn levels_are_counted_by_what_came_of_them() {
        let mut counts = Counts::default();
        let mut add = |line| counts.add(&line);
        add(json!({"status": "solved", "optimal": true, "nodes": 3})).expect("it is decided");
        add(json!({"status": "solved", "optimal": false})).expect("nothing was proved");
        add(json!({"status": "unsolvable", "nodes": 4})).expect("it is decided");
        add(json!({"status": "stopped", "reason": "nodes", "nodes": 5})).expect("by nodes");
        add(json!({"status": "refused", "reason": "rules"})).expect("methods may refuse");
        assert!(add(json!({"status": "stopped", "reason": "time"})).is_err());
        let Counts { nodes, optimal, solved, unsolvable, stopped, refused, .. } = counts;
        assert_eq!((nodes, optimal, solved, unsolvable, stopped, refused), (12, 1, 1, 1, 1, 1));
    }

    #[test]
    fn the_total_stands_last() {
        let one = Counts { method: "a".to_owned(), nodes: 2, ..Counts::default() };
        let text = table(&[one.clone(), one]);
        assert!(text.lines().last().is_some_and(|line| line.starts_with("total")));
        assert!(text.lines().last().is_some_and(|line| line.contains(" 4 ")));
    }
}
