//! What solving, proving and checking the levels of a file cost.

use std::fmt;

use serde_json::Value;

/// The smallest processor time that the clock can measure.
const SECONDS_MIN: f64 = 1e-6;

/// A certificate with the processor seconds that it took.
#[derive(Clone, Debug, Default)]
struct Certificate {
    solving: f64,
    proving: f64,
    checking: f64,
    states: u64,
    bytes: u64,
    is_accepted: bool,
}

/// The levels of a file.
#[derive(Clone, Debug)]
pub(super) struct Row {
    name: String,
    levels: usize,
    certificates: Vec<Certificate>,
    /// Levels without a certificate, with the reason.
    without: Vec<String>,
    /// Certificates checked so far.
    checked: usize,
    /// The numbers of certificates that the second checker accepted and checked.
    pub(super) second: Option<(usize, usize)>,
}

impl Row {
    pub(super) fn new(name: &str) -> Row {
        let (certificates, without) = (Vec::new(), Vec::new());
        Row { name: name.to_owned(), levels: 0, certificates, without, checked: 0, second: None }
    }

    /// Notes a line of soko solve.
    pub(super) fn add_solved(&mut self, line: &Value) {
        self.levels += 1;
        let proof = &line["proof"];
        let seconds = |it: &Value| it["cpu_seconds"].as_f64().unwrap_or(0.0).max(SECONDS_MIN);
        let Some(bytes) = proof["bytes"].as_u64() else {
            self.without.push(format!("#{}: {}", line["level"], proof["reason"]));
            return;
        };
        self.certificates.push(Certificate {
            solving: seconds(line),
            proving: seconds(proof),
            states: proof["states"].as_u64().unwrap_or(0),
            bytes,
            ..Certificate::default()
        });
    }

    /// Notes the line of soko check-proof about the next certificate.
    pub(super) fn add_checked(&mut self, line: &Value) {
        if let Some(certificate) = self.certificates.get_mut(self.checked) {
            certificate.checking = line["cpu_seconds"].as_f64().unwrap_or(0.0).max(SECONDS_MIN);
            certificate.is_accepted = line["ok"] == true;
            self.checked += 1;
        }
    }

    pub(super) fn certificates(&self) -> usize {
        self.certificates.len()
    }

    /// The states of each certificate.
    pub(super) fn states(&self) -> Vec<u64> {
        self.certificates.iter().map(|it| it.states).collect()
    }

    fn accepted(&self) -> usize {
        self.certificates.iter().filter(|it| it.is_accepted).count()
    }

    fn holds(&self) -> bool {
        let second = self.second.is_none_or(|(accepted, count)| accepted == count);
        second && self.accepted() == self.certificates.len()
    }

    fn sum(&self, of: fn(&Certificate) -> f64) -> f64 {
        self.certificates.iter().map(of).sum()
    }

    /// The geometric mean of a ratio.
    fn mean(&self, ratio: fn(&Certificate) -> f64) -> f64 {
        let logarithms: f64 = self.certificates.iter().map(|it| ratio(it).ln()).sum();
        (logarithms / self.certificates.len().max(1) as f64).exp()
    }
}

impl fmt::Display for Row {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self
            .second
            .map_or_else(String::new, |(accepted, count)| format!("{accepted} of {count}"));
        writeln!(
            formatter,
            "| {} | {} | {} | {} | {second} | {} | {:.2}, {:.2}, {:.2} | {:.2} | {:.2} | {:.2} |",
            self.name,
            self.levels,
            self.certificates.len(),
            self.accepted(),
            self.certificates.iter().map(|it| it.bytes).sum::<u64>(),
            self.sum(|it| it.solving),
            self.sum(|it| it.proving),
            self.sum(|it| it.checking),
            self.mean(|it| (it.solving + it.proving) / it.solving),
            self.mean(|it| it.checking / it.solving),
            self.mean(|it| it.checking / (it.solving + it.proving)),
        )
    }
}

/// The rows with a heading.
#[derive(Clone, Debug, Default)]
pub(super) struct Table(Vec<Row>);

impl Table {
    pub(super) fn push(&mut self, row: Row) {
        self.0.push(row);
    }

    /// Whether both checkers accept every certificate.
    pub(super) fn holds(&self) -> bool {
        self.0.iter().all(Row::holds)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "| levels | count | certificates | accepted | second checker | bytes | CPU s: solving, \
             proving, checking | with proof / without | checking / solving | checking / solving \
             with proof |\n|---|---|---|---|---|---|---|---|---|---|"
        )?;
        for row in &self.0 {
            write!(formatter, "{row}")?;
        }
        for row in &self.0 {
            for level in &row.without {
                writeln!(formatter, "{}{level}", row.name)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, Table};
    use serde_json::json;

    #[test]
    fn a_row_has_geometric_means_and_names_what_is_missing() {
        let mut row = Row::new("some.sok");
        let solved = |solving: f64, proving: f64| {
            let proof = json!({"bytes": 10, "states": 2, "cpu_seconds": proving});
            json!({"cpu_seconds": solving, "proof": proof})
        };
        row.add_solved(&solved(1.0, 1.0));
        row.add_solved(&solved(1.0, 7.0));
        row.add_solved(&json!({"level": 3, "proof": {"reason": "too large"}}));
        row.add_checked(&json!({"cpu_seconds": 2.0, "ok": true}));
        row.add_checked(&json!({"cpu_seconds": 8.0, "ok": true}));
        row.second = Some((2, 2));
        let mut table = Table::default();
        table.push(row.clone());
        assert!(table.holds());
        let text = table.to_string();
        let line =
            "| some.sok | 3 | 2 | 2 | 2 of 2 | 20 | 2.00, 8.00, 10.00 | 4.00 | 4.00 | 1.00 |";
        assert!(text.contains(line), "{text}");
        assert!(text.ends_with("some.sok#3: \"too large\"\n"), "{text}");
        row.second = Some((1, 2));
        table.push(row);
        assert!(!table.holds());
    }
}
