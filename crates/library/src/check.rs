//! Checks a whole library: the file, its levels, and each solution by the referee.

use std::fmt;
use std::ops::ControlFlow;

use rusqlite::{Connection, Row};
use sokolab_analysis::CanonicalForm;
use sokolab_core::{LetterCase, parse_moves, verify};

use crate::drawing::Playable;
use crate::error::{LibraryError, TransactionError};
use crate::library::Library;
use crate::origin::Origin;

/// The progress of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CheckProgress {
    /// Number of levels checked.
    pub levels: usize,
    /// Number of solutions replayed.
    pub solutions: usize,
}

/// A problem in a library.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StorageFault {
    /// The id of the level it is about; `None` if it is about the file.
    pub id: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for StorageFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Some(id) => write!(formatter, "{id}: {}", self.message),
            None => formatter.write_str(&self.message),
        }
    }
}

/// The row of a level.
struct LevelRow {
    key: i64,
    id: String,
    text: String,
    fewest_pushes: Option<i64>,
    fewest_moves: Option<i64>,
    /// The name of the rule set, and the numbers of boxes and squares.
    summary: (String, i64, i64),
}

impl Library {
    /// Checks everything and passes each problem to `report`; `observe` is called after each level
    /// and may end the check. Nothing is changed.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn check(
        &self,
        report: &mut dyn FnMut(StorageFault),
        observe: &mut dyn FnMut(CheckProgress) -> ControlFlow<()>,
    ) -> Result<CheckProgress, LibraryError> {
        self.read(|connection| {
            check_file(connection, report)?;
            let mut progress = CheckProgress::default();
            let list = "SELECT key, id, text, fewest_pushes, fewest_moves, rules, boxes, squares \
                        FROM level ORDER BY key";
            let mut statement = connection.prepare(list)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let level = level_row(row)?;
                progress.solutions += check_level(connection, &level, report)?;
                progress.levels += 1;
                if observe(progress).is_break() {
                    break;
                }
            }
            Ok(progress)
        })
    }
}

fn level_row(row: &Row<'_>) -> rusqlite::Result<LevelRow> {
    Ok(LevelRow {
        key: row.get(0)?,
        id: row.get(1)?,
        text: row.get(2)?,
        fewest_pushes: row.get(3)?,
        fewest_moves: row.get(4)?,
        summary: (row.get(5)?, row.get(6)?, row.get(7)?),
    })
}

/// Checks pages, indices and references.
fn check_file(
    connection: &Connection,
    report: &mut dyn FnMut(StorageFault),
) -> Result<(), TransactionError> {
    let mut statement = connection.prepare("PRAGMA integrity_check")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let message: String = row.get(0)?;
        if message != "ok" {
            report(StorageFault { id: None, message });
        }
    }
    let mut statement = connection.prepare("PRAGMA foreign_key_check")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        let message = format!("a row of the table {table} belongs to no {parent}");
        report(StorageFault { id: None, message });
    }
    Ok(())
}

/// Checks a level, its entries and its solutions. Returns the number of solutions.
fn check_level(
    connection: &Connection,
    row: &LevelRow,
    report: &mut dyn FnMut(StorageFault),
) -> Result<usize, TransactionError> {
    let mut fault = |message: String| report(StorageFault { id: Some(row.id.clone()), message });
    let playable = match same_level(&row.text, &row.id) {
        Ok(playable) => playable,
        Err(what) => {
            fault(what);
            return Ok(0);
        }
    };
    let Playable { level, board, start } = &playable;
    let summary =
        (level.rules.name().to_owned(), start.boxes.len() as i64, board.square_count() as i64);
    if row.summary != summary {
        let (rules, boxes, squares) = &row.summary;
        fault(format!(
            "it is listed with {rules} rules, {boxes} boxes and {squares} squares, but has {} \
             rules, {} boxes and {} squares",
            summary.0, summary.1, summary.2
        ));
    }
    let texts = "SELECT text FROM entry WHERE level = ?1 AND text IS NOT NULL";
    let mut statement = connection.prepare_cached(texts)?;
    let mut entries = statement.query([row.key])?;
    while let Some(entry) = entries.next()? {
        let text: String = entry.get(0)?;
        if let Err(what) = same_level(&text, &row.id) {
            fault(format!("an entry of a collection: {what}"));
        }
    }
    let solutions = "SELECT pushes, moves, lurd, origin FROM solution WHERE level = ?1";
    let mut statement = connection.prepare_cached(solutions)?;
    let mut solutions = statement.query([row.key])?;
    let mut seen: Vec<(i64, i64)> = Vec::new();
    while let Some(solution) = solutions.next()? {
        let size: (i64, i64) = (solution.get(0)?, solution.get(1)?);
        let (lurd, origin): (String, String) = (solution.get(2)?, solution.get(3)?);
        if let Err(what) = replay(&playable, size, &lurd) {
            fault(format!("the solution with {} pushes and {} moves: {what}", size.0, size.1));
        }
        if origin.parse::<Origin>().is_err() {
            fault(format!("a solution comes from {origin:?}, which means nothing"));
        }
        seen.push(size);
    }
    check_sizes(row, &seen, &mut fault);
    Ok(seen.len())
}

/// Reads a stored level, which must have this id.
fn same_level(text: &str, id: &str) -> Result<Playable, String> {
    let playable = Playable::stored(text).map_err(|trouble| match trouble {
        TransactionError::Stored(what) => what,
        TransactionError::Database(error) => error.to_string(),
    })?;
    let found = CanonicalForm::of_state(&playable.board, &playable.start).id().to_string();
    if found == id { Ok(playable) } else { Err(format!("its text is the level {found}")) }
}

fn replay(playable: &Playable, (pushes, moves): (i64, i64), lurd: &str) -> Result<(), String> {
    let parsed = parse_moves(lurd).map_err(|letter| letter.to_string())?;
    let verdict = verify(&playable.level, &parsed, LetterCase::Strict)
        .map_err(|refusal| refusal.to_string())?;
    let measures = verdict.solution.measures();
    if (measures.pushes as i64, measures.moves as i64) == (pushes, moves) {
        return Ok(());
    }
    Err(format!("it really has {} pushes and {} moves", measures.pushes, measures.moves))
}

/// Reports solutions that dominate each other or contradict a proof.
fn check_sizes(row: &LevelRow, sizes: &[(i64, i64)], fault: &mut dyn FnMut(String)) {
    for (index, one) in sizes.iter().enumerate() {
        for (other, two) in sizes.iter().enumerate() {
            if index != other && one.0 <= two.0 && one.1 <= two.1 {
                fault(format!("the solution with {} pushes and {} moves is beaten", two.0, two.1));
            }
        }
    }
    let fewest = |it: fn(&(i64, i64)) -> i64| sizes.iter().map(it).min();
    for (what, proved, known) in [
        ("pushes", row.fewest_pushes, fewest(|it| it.0)),
        ("moves", row.fewest_moves, fewest(|it| it.1)),
    ] {
        // A proof is stored together with the solution that it is about.
        if let Some(proved) = proved
            && known != Some(proved)
        {
            let known = known.map_or("there is no solution".to_owned(), |it| {
                format!("the best solution has {it} {what}")
            });
            fault(format!("{known}, but {proved} are said to be fewest"));
        }
    }
}
