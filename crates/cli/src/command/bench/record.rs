//! The CSV file of a run: a line with the settings, then one row per level.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use sokolab_wire::SolveLine;

use super::row::Row;
use crate::batch::words_not_in;
use crate::io::files;
use crate::io::in_use;
use crate::io::output_file::OutputFile;

/// The beginning of the first line.
const MARK: &str = "# soko bench ";

/// Rows by the file and the number of their levels.
#[derive(Debug, Default)]
pub(crate) struct Rows(BTreeMap<(String, usize), Row>);

impl Rows {
    /// Adds the row of a JSON line.
    pub(crate) fn add_line(&mut self, line: &[u8]) -> anyhow::Result<()> {
        let line: SolveLine =
            serde_json::from_slice(line).context("it is not a line of results")?;
        let row = Row::from(&line);
        self.0.insert(row.key(), row);
        Ok(())
    }

    /// Removes and returns the row of a level; `None` if there is none.
    pub(crate) fn take(&mut self, key: &(String, usize)) -> Option<Row> {
        self.0.remove(key)
    }
}

/// The file that rows are written to.
pub(crate) struct Record {
    sink: Sink,
    header: Header,
}

enum Sink {
    /// A file that is put in place when the run ends.
    Whole(OutputFile),
    /// A file that grows row by row, so that a killed run can be resumed.
    Appended(PathBuf, File),
}

impl Record {
    /// Begins a file. An existing file is replaced only if it is such a CSV file.
    pub(crate) fn create(path: &Path, settings: &str) -> anyhow::Result<Record> {
        check_is_record(path)?;
        let mut record =
            Record { sink: Sink::Whole(OutputFile::create(path)?), header: Header::Missing };
        record.sink.write(first_line(settings).as_bytes())?;
        Ok(record)
    }

    /// Opens a file to append to it, and returns its rows. A missing file is created.
    pub(crate) fn resume(path: &Path, settings: &str) -> anyhow::Result<(Record, Rows)> {
        check_is_record(path)?;
        in_use::write(path)?;
        let text = if path.exists() { read_text(path)? } else { String::new() };
        // A row without a newline is incomplete.
        let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
        if !whole.is_empty() {
            check_settings(path, settings_of(path, whole)?, settings)?;
        }
        let rows = if whole.is_empty() { Vec::new() } else { parse(path, whole)? };
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| cannot_write(path))?;
        let kept = if rows.is_empty() { 0 } else { whole.len() };
        if file.metadata().is_ok_and(|data| data.is_file()) {
            file.set_len(kept as u64).with_context(|| cannot_write(path))?;
        }
        let header = if rows.is_empty() { Header::Missing } else { Header::Present };
        let mut record = Record { sink: Sink::Appended(path.to_owned(), file), header };
        if rows.is_empty() {
            record.sink.write(first_line(settings).as_bytes())?;
        }
        Ok((record, Rows(rows.into_iter().map(|row| (row.key(), row)).collect())))
    }

    /// Adds a row and flushes it.
    pub(crate) fn write(&mut self, row: &Row) -> anyhow::Result<()> {
        let mut writer = csv::WriterBuilder::new()
            .comment(Some(b'#'))
            .has_headers(std::mem::replace(&mut self.header, Header::Present) == Header::Missing)
            .from_writer(Vec::new());
        writer.serialize(row).context("cannot write a row")?;
        let bytes = writer.into_inner().context("cannot write a row")?;
        self.sink.write(&bytes)
    }
}

impl Sink {
    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Sink::Whole(file) => file.write(bytes),
            Sink::Appended(path, file) => file.write_all(bytes).with_context(|| cannot_write(path)),
        }
    }
}

fn first_line(settings: &str) -> String {
    format!("{MARK}{settings}\n")
}

/// Refuses files with other content.
fn check_is_record(path: &Path) -> anyhow::Result<()> {
    if path.metadata().is_ok_and(|data| data.is_file() && data.len() > 0) {
        settings_of(path, &read_text(path)?)?;
    }
    Ok(())
}

fn check_settings(path: &Path, old: &str, settings: &str) -> anyhow::Result<()> {
    if old == settings {
        return Ok(());
    }
    bail!(
        "{} was made with other settings ({} instead of {}): use the same, name another \
         file, or start over without --resume",
        path.display(),
        words_not_in(old, settings),
        words_not_in(settings, old)
    )
}

/// Whether the names of the columns are in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Header {
    Present,
    Missing,
}

/// The settings and the rows of a file.
pub(super) fn read(path: &Path) -> anyhow::Result<(String, Vec<Row>)> {
    let text = files::read_text(path)?;
    let settings = settings_of(path, &text)?.to_owned();
    Ok((settings, parse(path, &text)?))
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn settings_of<'a>(path: &Path, text: &'a str) -> anyhow::Result<&'a str> {
    let settings = text.lines().next().and_then(|line| line.strip_prefix(MARK));
    settings.with_context(|| {
        let path = path.display();
        format!("{path} was not written by soko bench --csv: name another file")
    })
}

fn parse(path: &Path, text: &str) -> anyhow::Result<Vec<Row>> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    let rows: Result<Vec<Row>, csv::Error> = reader.deserialize().collect();
    rows.with_context(|| format!("{} is damaged", path.display()))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write to {}", path.display())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sokolab_wire::Status;

    use super::{Row, parse, settings_of};

    fn row(file: &str, title: Option<&str>) -> Row {
        Row {
            file: file.to_owned(),
            level: 1,
            title: title.map(str::to_owned),
            rules: "official".to_owned(),
            status: Status::Stopped,
            reason: Some("nodes".to_owned()),
            objective: "pushes".to_owned(),
            method: "auto".to_owned(),
            optimal: false,
            pushes: None,
            moves: Some(3),
            lower_bound: 2,
            nodes: 7,
            lemma_nodes: 0,
            cpu_seconds: 0.25,
            seconds: 0.5,
            memory_bytes: 1 << 20,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let rows = [row("a.sok", Some("a, \"b\"")), row("#1.sok", None), row(" é.sok", Some("#"))];
        let mut writer = csv::WriterBuilder::new().comment(Some(b'#')).from_writer(Vec::new());
        for row in &rows {
            writer.serialize(row).expect("a row has no nested values");
        }
        let bytes = writer.into_inner().expect("a vector takes everything");
        let text = String::from_utf8(bytes).expect("titles are UTF-8");
        let read = parse(Path::new("a.csv"), &format!("# settings\n{text}"));
        assert_eq!(read.expect("it was just written"), rows);
    }

    #[test]
    fn other_files_are_told_apart() {
        let path = Path::new("a.csv");
        assert_eq!(settings_of(path, "# soko bench time=1\n").ok(), Some("time=1"));
        assert!(settings_of(path, "#####\n#@$.#\n#####\n").is_err());
        assert!(settings_of(path, "").is_err());
    }
}
