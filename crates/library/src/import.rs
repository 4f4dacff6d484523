//! Imports the levels of a file into a collection.

use rusqlite::{Connection, OptionalExtension, params};
use sokolab_analysis::LevelId;
use sokolab_core::{Level, Solution};

use crate::error::{LibraryError, NotStorable, TransactionError};
use crate::front::{self, FrontChange};
use crate::library::{Library, give_way};
use crate::origin::Origin;
use crate::prepared::Prepared;
use crate::record::{Row, find_or_add, onto_stored};

/// A level to import.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// Its number in its file, from 1.
    pub number: usize,
    /// The level. Stored snapshots that solve it become known solutions.
    pub level: &'a Level,
}

/// The result of importing a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportedLevel {
    /// The level.
    pub id: LevelId,
    /// Whether it was not in the library before.
    pub is_new: bool,
    /// Number of its solutions that improve on the known ones.
    pub solutions: usize,
    /// Number of its stored solutions that do not solve it.
    pub refused: usize,
}

/// A level and its solutions, ready to be written.
struct PreparedImport {
    number: usize,
    prepared: Prepared,
    solutions: Vec<Solution>,
    refused: usize,
}

impl Library {
    /// Adds levels to the collection with this name, which is created if necessary. When this
    /// returns, all of them are durably stored.
    ///
    /// A level keeps its number. If the collection has another level with that number, as when two
    /// files have the same name, it is appended, unless the collection already contains it.
    ///
    /// # Errors
    /// If the library cannot be written; then nothing is stored.
    pub fn import(
        &mut self,
        collection: &str,
        levels: &[Import<'_>],
    ) -> Result<Vec<Result<ImportedLevel, NotStorable>>, LibraryError> {
        let ready: Vec<Result<PreparedImport, NotStorable>> = levels.iter().map(ready).collect();
        let added = self.write(|transaction| {
            let key = collection_key(transaction, collection)?;
            let add = |it: &Result<PreparedImport, NotStorable>| match it {
                Ok(ready) => add(transaction, key, ready).map(Ok),
                Err(why) => Ok(Err(why.clone())),
            };
            ready.iter().map(add).collect::<Result<Vec<_>, TransactionError>>()
        })?;
        give_way();
        Ok(added)
    }
}

fn ready(import: &Import<'_>) -> Result<PreparedImport, NotStorable> {
    let prepared = Prepared::new(import.level)?;
    let (solutions, refused) = prepared.solutions();
    Ok(PreparedImport { number: import.number, prepared, solutions, refused })
}

/// The row of a collection, which is created if necessary.
fn collection_key(connection: &Connection, name: &str) -> Result<i64, TransactionError> {
    let make = "INSERT INTO collection (name) VALUES (?1) ON CONFLICT DO NOTHING";
    connection.prepare_cached(make)?.execute([name])?;
    let find = "SELECT key FROM collection WHERE name = ?1";
    Ok(connection.prepare_cached(find)?.query_row([name], |row| row.get(0))?)
}

fn add(
    connection: &Connection,
    collection: i64,
    ready: &PreparedImport,
) -> Result<ImportedLevel, TransactionError> {
    let PreparedImport { number, prepared, solutions, refused } = ready;
    let row = find_or_add(connection, prepared)?;
    let mut kept = 0;
    for solution in solutions {
        let carried = onto_stored(prepared, &row, solution)?;
        let (measures, moves) = (carried.solution.measures(), carried.solution.moves());
        let lurd = moves.to_string();
        let is_kept = front::add(connection, row.key, measures, &lurd, Origin::Imported)?;
        kept += usize::from(is_kept == FrontChange::Yes);
    }
    put_entry(connection, collection, *number, prepared, &row)?;
    Ok(ImportedLevel { id: prepared.id, is_new: row.is_new, solutions: kept, refused: *refused })
}

/// Adds a level to its collection, with its own text if that differs from the stored level.
fn put_entry(
    connection: &Connection,
    collection: i64,
    number: usize,
    prepared: &Prepared,
    row: &Row,
) -> Result<(), TransactionError> {
    let text = row.stored.as_ref().map(|_| prepared.text.as_str());
    let there = "SELECT level FROM entry WHERE collection = ?1 AND number = ?2";
    let there: Option<i64> = connection
        .prepare_cached(there)?
        .query_row(params![collection, number as i64], |row| row.get(0))
        .optional()?;
    let number = match there {
        None => number as i64,
        Some(level) if level == row.key => number as i64,
        Some(_) => {
            let find = "SELECT number FROM entry WHERE level = ?1 AND collection = ?2 LIMIT 1";
            let elsewhere: Option<i64> = connection
                .prepare_cached(find)?
                .query_row(params![row.key, collection], |row| row.get(0))
                .optional()?;
            if elsewhere.is_some() {
                return Ok(());
            }
            let last = "SELECT max(number) FROM entry WHERE collection = ?1";
            let last: i64 =
                connection.prepare_cached(last)?.query_row([collection], |row| row.get(0))?;
            last + 1
        }
    };
    let put = "INSERT INTO entry (collection, number, level, text) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT DO UPDATE SET text = excluded.text";
    connection.prepare_cached(put)?.execute(params![collection, number, row.key, text])?;
    Ok(())
}
