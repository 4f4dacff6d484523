//! The tables of a corpus run.

use serde_json::Value;

/// The results of a collection, or of all.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    name: String,
    levels: u64,
    solved: u64,
    optimal: u64,
    unsolvable: u64,
    stopped: u64,
    invalid: u64,
    cpu_seconds: f64,
    nodes: u64,
}

/// The results of a corpus.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    /// The objective.
    objective: String,
    /// The options of `soko bench`.
    settings: String,
    rows: Vec<Row>,
    /// Number of levels whose fewest pushes are proved both here and elsewhere, with equal values.
    confirmed: u64,
    /// Contradictions between results and known solutions, a sentence each.
    pub(super) wrong: Vec<String>,
}

impl Row {
    /// The row of a collection, from the summary printed by `soko bench`.
    pub(super) fn new(name: &str, line: &Value) -> Row {
        let count = |key: &str| line[key].as_u64().unwrap_or(0);
        let stopped = line["stopped"].as_object().into_iter().flat_map(serde_json::Map::values);
        Row {
            name: name.to_owned(),
            levels: count("levels"),
            solved: count("solved"),
            optimal: count("optimal"),
            unsolvable: count("unsolvable"),
            stopped: stopped.filter_map(Value::as_u64).sum(),
            invalid: count("invalid"),
            cpu_seconds: line["cpu_seconds"].as_f64().unwrap_or(0.0),
            nodes: count("nodes"),
        }
    }

    fn rate(&self) -> f64 {
        self.nodes as f64 / self.cpu_seconds.max(1e-6)
    }

    fn fields(&self) -> [String; 10] {
        [
            self.name.clone(),
            self.levels.to_string(),
            self.solved.to_string(),
            self.optimal.to_string(),
            self.unsolvable.to_string(),
            self.stopped.to_string(),
            self.invalid.to_string(),
            format!("{:.1}", self.cpu_seconds),
            self.nodes.to_string(),
            format!("{:.0}", self.rate()),
        ]
    }

    /// The row as text for a terminal.
    pub(super) fn text(&self) -> String {
        aligned(&self.fields())
    }
}

/// The names of the columns.
const COLUMNS: [&str; 10] = [
    "collection",
    "levels",
    "solved",
    "optimal",
    "unsolvable",
    "stopped",
    "invalid",
    "CPU s",
    "nodes",
    "nodes/CPU s",
];

/// The column names as text for a terminal.
pub(super) fn heading() -> String {
    aligned(&COLUMNS.map(str::to_owned))
}

fn aligned(fields: &[String; 10]) -> String {
    let [name, numbers @ ..] = fields;
    let numbers: Vec<String> = numbers.iter().map(|field| format!("{field:>12}")).collect();
    format!("{name:<32}{}", numbers.concat())
}

impl Report {
    /// An empty report.
    pub(super) fn new(objective: &str, settings: String) -> Report {
        Report { objective: objective.to_owned(), settings, ..Report::default() }
    }

    /// Adds a collection and the comparison with known solutions in its summary.
    pub(super) fn add(&mut self, row: Row, line: &Value) {
        self.rows.push(row);
        self.confirmed += line["known"]["confirmed"].as_u64().unwrap_or(0);
        let wrong = line["known"]["wrong"].as_array().into_iter().flatten();
        self.wrong.extend(wrong.filter_map(Value::as_str).map(str::to_owned));
    }

    /// The sum over all collections.
    pub(super) fn total(&self) -> Row {
        let mut total = Row { name: "total".to_owned(), ..Row::default() };
        for row in &self.rows {
            total.levels += row.levels;
            total.solved += row.solved;
            total.optimal += row.optimal;
            total.unsolvable += row.unsolvable;
            total.stopped += row.stopped;
            total.invalid += row.invalid;
            total.cpu_seconds += row.cpu_seconds;
            total.nodes += row.nodes;
        }
        total
    }

    /// The report as Markdown.
    pub(super) fn markdown(&self) -> String {
        let mut text = format!("# Corpus, objective {}\n\n", self.objective);
        text.push_str(&format!("`soko bench {}`, on one thread.\n\n", self.settings));
        text.push_str(&format!("| {} |\n", COLUMNS.join(" | ")));
        text.push_str(&format!("|---|{}\n", "---:|".repeat(COLUMNS.len() - 1)));
        for row in self.rows.iter().chain([&self.total()]) {
            text.push_str(&format!("| {} |\n", row.fields().join(" | ")));
        }
        let (confirmed, wrong) = (self.confirmed, self.wrong.len());
        text.push_str(&format!(
            "\n{confirmed} optima proved elsewhere were confirmed; \
             {wrong} results contradict known solutions.\n"
        ));
        for sentence in &self.wrong {
            text.push_str(&format!("- {sentence}\n"));
        }
        text
    }
}

/// Nodes per second of processor time, by objective.
pub(super) fn node_rates(reports: &[Report]) -> String {
    let mut text =
        format!("{:<16}{:>16}{:>12}{:>14}\n", "objective", "nodes", "CPU s", "nodes/CPU s");
    for report in reports {
        let total = report.total();
        text.push_str(&format!(
            "{:<16}{:>16}{:>12.1}{:>14.0}\n",
            report.objective,
            total.nodes,
            total.cpu_seconds,
            total.rate()
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Report, Row};

    #[test]
    fn collections_add_up() {
        let line = json!({
            "levels": 5, "solved": 3, "optimal": 2, "unsolvable": 1, "invalid": 0,
            "stopped": {"nodes": 1}, "cpu_seconds": 2.0, "nodes": 100,
            "known": {"levels": 4, "confirmed": 2, "wrong": ["a.sok#1: no"]},
        });
        let mut report = Report::new("pushes", String::new());
        report.add(Row::new("a", &line), &line);
        report.add(Row::new("b", &line), &line);
        let page = report.markdown();
        assert!(page.contains("| total | 10 | 6 | 4 | 2 | 2 | 0 | 4.0 | 200 | 50 |\n"), "{page}");
        assert!(page.contains("4 optima"), "{page}");
        assert!(page.contains("- a.sok#1: no\n"), "{page}");
    }
}
