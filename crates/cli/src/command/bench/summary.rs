//! The summary of a run: counts, costs and percentiles over all levels.

use std::collections::BTreeMap;
use std::time::Duration;

use sokolab_wire::{BenchLine, KnownLine, Percentiles, SolvedWithin, Status};

use super::row::Row;
use crate::search::settings::Settings;

/// Processor seconds within which solved levels are counted.
const WITHIN: [f64; 8] = [0.1, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 600.0];

/// The results of all levels.
pub(crate) fn summarize(
    rows: &[Row],
    kept: usize,
    settings: &Settings,
    known: Option<KnownLine>,
) -> BenchLine {
    let count = |is_meant: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is_meant(row)).count();
    let mut stopped = BTreeMap::new();
    for row in rows.iter().filter(|row| matches!(row.status, Status::Stopped | Status::Failed)) {
        let is_failed = row.status == Status::Failed;
        let reason = row.reason.clone().filter(|_| !is_failed).unwrap_or("failed".to_owned());
        *stopped.entry(reason).or_default() += 1;
    }
    let time = settings.time.amount();
    let played: Vec<&Row> = rows.iter().filter(|row| row.status != Status::Invalid).collect();
    let cpu_seconds: f64 = rows.iter().map(|row| row.cpu_seconds).sum();
    let nodes = rows.iter().map(|row| row.nodes).sum();
    BenchLine {
        schema: "sokolab/bench/1".to_owned(),
        objective: settings.choices.objective.unwrap_or_default().name().to_owned(),
        method: settings.choices.method.unwrap_or_default().name().to_owned(),
        time: time.as_secs_f64(),
        levels: rows.len(),
        kept,
        solved: count(&|row| row.status == Status::Solved),
        optimal: count(&|row| row.optimal),
        unsolvable: count(&|row| row.status == Status::Unsolvable),
        stopped,
        invalid: count(&|row| row.status == Status::Invalid),
        solved_within: solved_within(rows, time),
        cpu_seconds: rounded(cpu_seconds),
        seconds: rounded(rows.iter().map(|row| row.seconds).sum()),
        nodes,
        lemma_nodes: rows.iter().map(|row| row.lemma_nodes).sum(),
        nodes_per_cpu_second: (nodes as f64 / cpu_seconds.max(1e-6)).round(),
        cpu_seconds_of_a_level: percentiles(played.iter().map(|row| row.cpu_seconds).collect()),
        nodes_of_a_level: percentiles(played.iter().map(|row| row.nodes).collect()),
        memory_bytes: rows.iter().map(|row| row.memory_bytes).max().unwrap_or(0),
        known,
    }
}

fn solved_within(rows: &[Row], time: Duration) -> Vec<SolvedWithin> {
    let limits = WITHIN.into_iter().filter(|limit| *limit <= time.as_secs_f64());
    limits
        .map(|limit| {
            let is_meant = |row: &&Row| row.is_solved_as_wanted() && row.cpu_seconds <= limit;
            SolvedWithin { cpu_seconds: limit, levels: rows.iter().filter(is_meant).count() }
        })
        .collect()
}

/// Rounds a sum of rounded numbers again, to hide the rounding errors of the addition.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// The percentiles by nearest rank; zero for an empty list.
fn percentiles<T: Copy + Default + PartialOrd>(mut values: Vec<T>) -> Percentiles<T> {
    values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    let at = |percent: usize| {
        let rank = (values.len() * percent).div_ceil(100);
        values.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    };
    Percentiles { p50: at(50), p90: at(90), p99: at(99), max: at(100) }
}

/// The summary as a table for a person.
pub(crate) fn table(line: &BenchLine) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: String| {
        text.push_str(&format!("{name:<16}{value}\n"));
    };
    let kept = if line.kept > 0 { format!(", {} kept", line.kept) } else { String::new() };
    add("levels", format!("{}{kept}", line.levels));
    add("solved", line.solved.to_string());
    add("optimal", line.optimal.to_string());
    add("unsolvable", line.unsolvable.to_string());
    add("stopped", stopped(line));
    add("invalid", line.invalid.to_string());
    if let Some(known) = &line.known {
        let KnownLine { levels, confirmed, wrong } = known;
        let wrong = wrong.len();
        add("known", format!("{levels}, {confirmed} optima confirmed, {wrong} wrong"));
    }
    add("CPU", format!("{:.2} s", line.cpu_seconds));
    add("wall", format!("{:.2} s", line.seconds));
    let rate = line.nodes_per_cpu_second;
    add("nodes", format!("{}, {rate:.0} a CPU second", line.nodes));
    if line.lemma_nodes > 0 {
        add("lemma nodes", line.lemma_nodes.to_string());
    }
    add("memory", format!("{} bytes at most", line.memory_bytes));
    text.push_str(&wide_rows(line));
    text
}

/// The tables that go to the right: solved by time, and percentiles.
fn wide_rows(line: &BenchLine) -> String {
    let row = |name: &str, fields: &[String]| {
        let fields: Vec<String> = fields.iter().map(|field| format!("{field:>11}")).collect();
        format!("{name:<16}{}\n", fields.concat())
    };
    let mut text = String::new();
    if !line.solved_within.is_empty() {
        let limits: Vec<String> =
            line.solved_within.iter().map(|it| format!("{} s", it.cpu_seconds)).collect();
        let counts: Vec<String> =
            line.solved_within.iter().map(|it| it.levels.to_string()).collect();
        text.push('\n');
        text.push_str(&row("within CPU", &limits));
        text.push_str(&row("solved", &counts));
    }
    let Percentiles { p50, p90, p99, max } = line.cpu_seconds_of_a_level;
    let seconds = [p50, p90, p99, max].map(|it| format!("{it:.3}"));
    let Percentiles { p50, p90, p99, max } = line.nodes_of_a_level;
    let nodes = [p50, p90, p99, max].map(|it| it.to_string());
    text.push('\n');
    text.push_str(&row("of a level", &["50 %", "90 %", "99 %", "max"].map(str::to_owned)));
    text.push_str(&row("CPU seconds", &seconds));
    text.push_str(&row("nodes", &nodes));
    text
}

fn stopped(line: &BenchLine) -> String {
    let total: usize = line.stopped.values().sum();
    let reasons: Vec<String> =
        line.stopped.iter().map(|(reason, count)| format!("{count} by {reason}")).collect();
    if reasons.is_empty() { total.to_string() } else { format!("{total}: {}", reasons.join(", ")) }
}

#[cfg(test)]
mod tests {
    use sokolab_wire::Percentiles;

    use super::percentiles;

    #[test]
    fn percentiles_are_values_that_occur() {
        let hundred = percentiles((1..=200_u64).rev().collect());
        assert_eq!(hundred, Percentiles { p50: 100, p90: 180, p99: 198, max: 200 });
        assert_eq!(percentiles(vec![3_u64]), Percentiles { p50: 3, p90: 3, p99: 3, max: 3 });
        assert_eq!(percentiles(Vec::<u64>::new()), Percentiles::default());
    }
}
