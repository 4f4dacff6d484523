//! Records solutions that were found, imported or played.

use rusqlite::{Connection, OptionalExtension, params};
use sokolab_core::{LetterCase, Level, Objective, Solution, verify};

use crate::carry::{Carried, KeeperStart, carry};
use crate::drawing::Playable;
use crate::error::{LibraryError, NotStorable, TransactionError};
use crate::front::{self, FrontChange};
use crate::library::Library;
use crate::origin::Origin;
use crate::prepared::Prepared;

/// The result of recording a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Whether the level was not in the library before.
    pub is_new_level: bool,
    /// Whether the solution is kept: no other one is as good in both pushes and moves.
    pub is_kept: bool,
}

/// A level in the tables.
pub(crate) struct Row {
    pub(crate) key: i64,
    pub(crate) is_new: bool,
    /// The stored drawing, if it is another one.
    pub(crate) stored: Option<Playable>,
}

impl Library {
    /// Records a solution of a level, adding the level if it is new. `proved` says what it is
    /// proved to have the fewest of. A played solution counts as a win.
    ///
    /// # Errors
    /// If the level cannot be stored, if `solution` does not solve it, or if the library cannot be
    /// written.
    pub fn record(
        &mut self,
        level: &Level,
        solution: &Solution,
        origin: Origin,
        proved: Option<Objective>,
    ) -> Result<Recorded, LibraryError> {
        let prepared = Prepared::new(level)?;
        if verify(level, solution.moves(), LetterCase::Corrected).is_err() {
            return Err(NotStorable::NotASolution.into());
        }
        self.write(|transaction| {
            let row = find_or_add(transaction, &prepared)?;
            let carried = onto_stored(&prepared, &row, solution)?;
            let (measures, moves) = (carried.solution.measures(), carried.solution.moves());
            let kept = front::add(transaction, row.key, measures, &moves.to_string(), origin)?;
            prove(transaction, row.key, &carried, proved)?;
            if origin == Origin::Played {
                let win = "UPDATE level SET wins = wins + 1 WHERE key = ?1";
                transaction.prepare_cached(win)?.execute([row.key])?;
            }
            Ok(Recorded { is_new_level: row.is_new, is_kept: kept == FrontChange::Yes })
        })
    }
}

/// The row of a level, which is added if there is none.
pub(crate) fn find_or_add(
    connection: &Connection,
    prepared: &Prepared,
) -> Result<Row, TransactionError> {
    let id = prepared.id.to_string();
    let find = "SELECT key, text FROM level WHERE id = ?1";
    let found: Option<(i64, String)> = connection
        .prepare_cached(find)?
        .query_row([&id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    if let Some((key, text)) = found {
        let stored = if text == prepared.text { None } else { Some(Playable::stored(&text)?) };
        return Ok(Row { key, is_new: false, stored });
    }
    let Playable { level, board, start } = &prepared.playable;
    let insert = "INSERT INTO level (id, rules, title, boxes, squares, text) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let (boxes, squares) = (start.boxes.len() as i64, board.square_count() as i64);
    let values = params![id, level.rules.name(), level.title, boxes, squares, prepared.text];
    connection.prepare_cached(insert)?.execute(values)?;
    Ok(Row { key: connection.last_insert_rowid(), is_new: true, stored: None })
}

/// Transfers a solution of a level to its stored drawing.
pub(crate) fn onto_stored(
    prepared: &Prepared,
    row: &Row,
    solution: &Solution,
) -> Result<Carried, TransactionError> {
    let Some(stored) = &row.stored else {
        return Ok(Carried { solution: solution.clone(), start: KeeperStart::Same });
    };
    carry(&prepared.playable, stored, solution.moves()).ok_or_else(|| {
        TransactionError::Stored(format!(
            "the text of {} is another level than its id says",
            prepared.id
        ))
    })
}

/// Records what was proved. The fewest moves depend on where the keeper starts.
fn prove(
    connection: &Connection,
    key: i64,
    carried: &Carried,
    proved: Option<Objective>,
) -> Result<(), TransactionError> {
    let measures = carried.solution.measures();
    let (column, count) = match proved {
        Some(Objective::Pushes) => ("fewest_pushes", measures.pushes),
        Some(Objective::Moves) if carried.start == KeeperStart::Same => {
            ("fewest_moves", measures.moves)
        }
        _ => return Ok(()),
    };
    let update = format!("UPDATE level SET {column} = ?2 WHERE key = ?1");
    connection.prepare_cached(&update)?.execute(params![key, count as i64])?;
    Ok(())
}
