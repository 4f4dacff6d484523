//! The rows of a run and the file that stores them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// The beginning of the first line of a file; the settings follow.
const MARK: &str = "# cargo xtask versus ";

/// The result of a solver on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// The referee accepted a solution.
    Solved,
    /// The solver claimed nothing.
    Unsolved,
    /// The solver claimed a solution that the referee refused.
    Refused,
}

/// The result of one solver on one level, with measurements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) file: String,
    pub(super) level: usize,
    pub(super) title: Option<String>,
    pub(super) solver: String,
    pub(super) status: Status,
    pub(super) cpu_seconds: f64,
    pub(super) seconds: f64,
    pub(super) memory_bytes: u64,
    pub(super) pushes: Option<usize>,
    pub(super) moves: Option<usize>,
    /// The position of this solver in the order of turns on the level, from 1.
    pub(super) turn: usize,
    /// How the solver ended: the exit code, `signal 6` or `killed`.
    pub(super) end: String,
    /// Why the referee refused the solution.
    pub(super) refusal: Option<String>,
}

/// A row's file, level and solver.
pub(super) type Key = (String, usize, String);

impl Row {
    pub(super) fn key(&self) -> Key {
        (self.file.clone(), self.level, self.solver.clone())
    }

    /// The level's location, as text.
    pub(super) fn place(&self) -> String {
        format!("{}#{}", self.file, self.level)
    }

    /// Whether the level counts as solved within this much processor time.
    pub(super) fn is_solved_within(&self, seconds: f64) -> bool {
        self.status == Status::Solved && self.cpu_seconds <= seconds
    }

    /// The row as text for a terminal.
    pub(super) fn text(&self) -> String {
        let (place, solver, cpu) = (self.place(), &self.solver, self.cpu_seconds);
        let what = match (self.status, self.pushes, &self.refusal) {
            (Status::Solved, Some(pushes), _) => format!("solved with {pushes} pushes"),
            (Status::Refused, _, Some(reason)) => format!("REFUSED: {reason}"),
            (status, ..) => format!("{status:?}").to_lowercase(),
        };
        let end = if self.end == "0" { String::new() } else { format!(" (end: {})", self.end) };
        format!("{place:<28} {solver:<16} {cpu:>9.3} s  {what}{end}")
    }
}

/// The file to which rows are written one by one.
#[derive(Debug)]
pub(super) struct Record {
    path: PathBuf,
    writer: csv::Writer<File>,
}

impl Record {
    /// Creates a file, overwriting an existing one.
    pub(super) fn create(path: &Path, settings: &str) -> Result<Record> {
        fs::write(path, format!("{MARK}{settings}\n")).with_context(|| cannot_write(path))?;
        let file = File::options().append(true).open(path).with_context(|| cannot_write(path))?;
        let writer = csv::WriterBuilder::new().comment(Some(b'#')).from_writer(file);
        Ok(Record { path: path.to_owned(), writer })
    }

    /// Resumes a file with the same settings and returns its rows. Creates it if it does not exist.
    pub(super) fn resume(path: &Path, settings: &str) -> Result<(Record, BTreeMap<Key, Row>)> {
        let rows = if path.exists() { read(path, settings)? } else { Vec::new() };
        let mut record = Record::create(path, settings)?;
        for row in &rows {
            record.write(row)?;
        }
        Ok((record, rows.into_iter().map(|row| (row.key(), row)).collect()))
    }

    /// Writes a row and flushes it.
    pub(super) fn write(&mut self, row: &Row) -> Result<()> {
        self.writer.serialize(row).with_context(|| cannot_write(&self.path))?;
        self.writer.flush().with_context(|| cannot_write(&self.path))
    }
}

fn read(path: &Path, settings: &str) -> Result<Vec<Row>> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let first = text.lines().next().unwrap_or_default();
    let old = first.strip_prefix(MARK).with_context(|| format!("{name} is no such run"))?;
    ensure!(old == settings, "{name} was made with {old} instead of {settings}");
    // A row without a newline was cut off while it was written.
    let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(whole.as_bytes());
    let rows: Result<Vec<Row>, csv::Error> = reader.deserialize().collect();
    rows.with_context(|| format!("{name} is damaged"))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write to {}", path.display())
}

/// Rows for the tests of this folder.
#[cfg(test)]
pub(super) mod samples {
    use super::{Row, Status};

    /// A level solved in this much processor time, or not at all.
    pub(in super::super) fn row(level: usize, solver: &str, cpu: Option<f64>) -> Row {
        Row {
            file: "a.sok".to_owned(),
            level,
            title: Some("a, \"b\"".to_owned()),
            solver: solver.to_owned(),
            status: if cpu.is_some() { Status::Solved } else { Status::Unsolved },
            cpu_seconds: cpu.unwrap_or(99.0),
            seconds: 1.0,
            memory_bytes: 3 << 20,
            pushes: cpu.map(|_| 10),
            moves: cpu.map(|_| 40),
            turn: 1,
            end: "0".to_owned(),
            refusal: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::samples::row;
    use super::{Record, Row, Status};

    #[test]
    fn a_run_goes_on_where_it_was() {
        let path = std::env::temp_dir().join(format!("versus-record-{}.csv", std::process::id()));
        let refused = Row {
            status: Status::Refused,
            refusal: Some("no".to_owned()),
            ..row(2, "other", None)
        };
        let mut record = Record::create(&path, "limit=1").expect("it can be written");
        for row in [row(1, "soko", Some(0.5)), refused.clone()] {
            record.write(&row).expect("it can be written");
        }
        fs::write(&path, fs::read_to_string(&path).expect("it is text") + "a.sok,3,cut")
            .expect("it can be written");
        assert!(Record::resume(&path, "limit=2").is_err());
        for _ in 0..2 {
            let (_, rows) = Record::resume(&path, "limit=1").expect("it is whole");
            assert_eq!(
                rows.into_values().collect::<Vec<_>>(),
                [row(1, "soko", Some(0.5)), refused.clone()]
            );
        }
        fs::remove_file(&path).expect("it is there");
    }
}
