//! `soko bench --compare`: what changed between two runs.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use sokolab::quantity;
use sokolab_wire::Status;

use super::plot::{self, PlotFile};
use super::record;
use super::row::Row;
use crate::exit::{self, Exit};
use crate::io::output::Output;

/// How many changes in nodes are listed.
const CHANGES_MAX: usize = 10;

/// Processor seconds below which the clock's resolution dominates.
const CPU_SECONDS_MIN: f64 = 0.001;

/// A level in both runs.
struct Pair {
    old: Row,
    new: Row,
}

/// Compares two CSV files and prints what changed. Levels that were lost, and answers that
/// contradict each other, are a negative answer.
pub(crate) fn compare(
    old: &Path,
    new: &Path,
    plot: Option<&Path>,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let (old_settings, old_rows) = record::read(old)?;
    let (new_settings, new_rows) = record::read(new)?;
    let (old_count, new_count) = (old_rows.len(), new_rows.len());
    let plot = plot.map(PlotFile::create).transpose()?;
    let charts = plot.as_ref().map(|_| {
        let limit = time_limit(&old_settings).max(time_limit(&new_settings));
        plot::compared([&run_name(old), &run_name(new)], [&old_rows, &new_rows], limit)
    });
    let pairs = pair(old_rows, new_rows);
    if pairs.is_empty() {
        let (old, new) = (old.display(), new.display());
        anyhow::bail!("no level is in both {old} and {new}: name the level files alike");
    }
    if old_settings != new_settings {
        output.line(&format!("settings        {old_settings}\n             -> {new_settings}"))?;
    }
    let common = pairs.len();
    let (only_old, only_new) = (old_count - common, new_count - common);
    let levels =
        format!("{common} in both, {only_old} only in the old, {only_new} only in the new");
    output.line(&format!("levels          {levels}"))?;
    let decided = |row: fn(&Pair) -> &Row| pairs.iter().filter(|it| row(it).is_decided()).count();
    let (old_decided, new_decided) = (decided(|it| &it.old), decided(|it| &it.new));
    output.line(&format!("decided         {old_decided} -> {new_decided}"))?;
    list("gained", &pairs, Pair::gained, output)?;
    list("lost", &pairs, Pair::lost, output)?;
    list("other pushes", &pairs, Pair::other_pushes, output)?;
    list("contradictions", &pairs, Pair::contradiction, output)?;
    output.write(&ratios(&pairs))?;
    output.write(&largest_changes(&pairs))?;
    if let (Some(plot), Some(charts)) = (plot, charts) {
        plot.write(&charts)?;
    }
    let is_worse = pairs.iter().any(|it| it.lost().is_some() || it.contradiction().is_some());
    Ok(if is_worse { exit::NEGATIVE } else { exit::DONE })
}

/// The name of a file's run in a plot.
fn run_name(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into_owned())
}

/// The time limit in the settings of a run.
fn time_limit(settings: &str) -> Duration {
    let seconds = settings.split(' ').find_map(|it| it.strip_prefix("time="));
    let seconds = seconds.and_then(|it| it.parse().ok()).unwrap_or(1.0);
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(1))
}

/// The levels in both runs, in the order of the new rows.
fn pair(old: Vec<Row>, new: Vec<Row>) -> Vec<Pair> {
    let mut old: BTreeMap<(String, usize), Row> =
        old.into_iter().map(|row| (row.key(), row)).collect();
    new.into_iter().filter_map(|new| old.remove(&new.key()).map(|old| Pair { old, new })).collect()
}

/// Prints a list of levels with its heading and length.
fn list(
    name: &str,
    pairs: &[Pair],
    say: fn(&Pair) -> Option<String>,
    output: &mut Output,
) -> anyhow::Result<()> {
    let said: Vec<String> = pairs
        .iter()
        .filter_map(|it| say(it).map(|change| format!("  {}: {change}\n", it.new.name())))
        .collect();
    output.write(&format!("{name:<16}{}\n{}", said.len(), said.concat()))
}

impl Pair {
    fn gained(&self) -> Option<String> {
        let is_meant = self.new.is_decided() && !self.old.is_decided();
        is_meant.then(|| self.answers())
    }

    fn lost(&self) -> Option<String> {
        let is_meant = self.old.is_decided() && !self.new.is_decided();
        is_meant.then(|| self.answers())
    }

    fn other_pushes(&self) -> Option<String> {
        let (old, new) = (self.old.pushes?, self.new.pushes?);
        (old != new).then(|| format!("{old} -> {}", quantity(new, "push")))
    }

    /// If two proofs differ, at least one is wrong.
    fn contradiction(&self) -> Option<String> {
        let (old, new) = (&self.old, &self.new);
        let statuses = [old.status, new.status];
        let solvable = statuses.contains(&Status::Solved) && statuses.contains(&Status::Unsolvable);
        let both_optimal = old.optimal && new.optimal && old.objective == new.objective;
        let differ = match new.objective.as_str() {
            "pushes" => old.pushes != new.pushes,
            "moves" => old.moves != new.moves,
            _ => false,
        };
        (solvable || (both_optimal && differ)).then(|| self.answers())
    }

    fn answers(&self) -> String {
        format!("{} -> {}", answer(&self.old), answer(&self.new))
    }
}

fn answer(row: &Row) -> String {
    let reason = row.reason.as_ref().map_or(String::new(), |reason| format!(" by {reason}"));
    match row.status {
        Status::Solved => {
            let pushes = quantity(row.pushes.unwrap_or(0), "push");
            let moves = quantity(row.moves.unwrap_or(0), "move");
            let optimal = if row.optimal { "optimal" } else { "solved" };
            let stopped = if reason.is_empty() { reason } else { format!(", stopped{reason}") };
            format!("{optimal} with {pushes} and {moves}{stopped}")
        }
        Status::Unsolvable => "unsolvable".to_owned(),
        Status::Stopped => format!("stopped{reason}"),
        Status::Invalid => "invalid".to_owned(),
        Status::Failed => "failed".to_owned(),
    }
}

/// Nodes and processor time of the new run relative to the old, over the levels that both decided.
fn ratios(pairs: &[Pair]) -> String {
    let both: Vec<&Pair> =
        pairs.iter().filter(|it| it.old.is_decided() && it.new.is_decided()).collect();
    let mut text = format!("both decided    {}\n", both.len());
    if both.is_empty() {
        return text;
    }
    let nodes = |row: &Row| row.nodes.max(1) as f64;
    let seconds = |row: &Row| row.cpu_seconds.max(CPU_SECONDS_MIN);
    text.push_str(&ratio("nodes", &both, nodes, 0));
    text.push_str(&ratio("CPU seconds", &both, seconds, 2));
    text
}

fn ratio(name: &str, pairs: &[&Pair], cost: impl Fn(&Row) -> f64, decimals: usize) -> String {
    let (mut old, mut new, mut logarithms) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let (before, after) = (cost(&pair.old), cost(&pair.new));
        old += before;
        new += after;
        logarithms += (after / before).ln();
    }
    let mean = (logarithms / pairs.len() as f64).exp();
    let total = new / old;
    let sums = format!("{old:.decimals$} -> {new:.decimals$}");
    format!("  {name:<14}{sums}, total x {total:.3}, geometric mean x {mean:.3}\n")
}

/// The levels whose nodes changed most, among those that both decided.
fn largest_changes(pairs: &[Pair]) -> String {
    let is_meant =
        |it: &&Pair| it.old.is_decided() && it.new.is_decided() && it.old.nodes != it.new.nodes;
    let mut changed: Vec<&Pair> = pairs.iter().filter(is_meant).collect();
    changed.sort_by_key(|it| std::cmp::Reverse(it.old.nodes.abs_diff(it.new.nodes)));
    let mut text = format!("other nodes     {}\n", changed.len());
    for pair in changed.into_iter().take(CHANGES_MAX) {
        let (old, new) = (pair.old.nodes, pair.new.nodes);
        let factor = new.max(1) as f64 / old.max(1) as f64;
        text.push_str(&format!("  {}: {old} -> {new}, x {factor:.3}\n", pair.new.name()));
    }
    text
}
