//! Levels of a file, added to a collection.

use rusqlite::{Connection, OptionalExtension, params};
use sokolab_analysis::LevelId;
use sokolab_core::{Level, Solution};

use crate::error::{LibraryError, Refused, Trouble};
use crate::front::{self, Kept};
use crate::library::{Library, give_way};
use crate::origin::Origin;
use crate::prepared::Prepared;
use crate::record::{Row, find_or_add, onto_stored};

/// A level to add.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// Its number in its file, from 1.
    pub number: usize,
    /// The level. What is stored with it and solves it becomes a known solution.
    pub level: &'a Level,
}

/// What became of a level that was imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// The level.
    pub id: LevelId,
    /// It was not in the library before.
    pub is_new: bool,
    /// How many of its solutions were better than those known.
    pub solutions: usize,
    /// How many of what it calls its solutions do not solve it.
    pub refused: usize,
}

/// A level and its solutions, ready to be written.
struct Ready {
    number: usize,
    prepared: Prepared,
    solutions: Vec<Solution>,
    refused: usize,
}

impl Library {
    /// Adds levels to the collection with this name, which is made if there is none. When this
    /// returns, all of them are stored for good.
    ///
    /// A level keeps its number. If the collection has another level with that number, as when two
    /// files have one name, it goes to the end, unless the collection has it already.
    ///
    /// # Errors
    /// If the library cannot be written; then nothing of it is.
    pub fn import(
        &mut self,
        collection: &str,
        levels: &[Import<'_>],
    ) -> Result<Vec<Result<Added, Refused>>, LibraryError> {
        let ready: Vec<Result<Ready, Refused>> = levels.iter().map(ready).collect();
        let added = self.write(|transaction| {
            let key = collection_key(transaction, collection)?;
            let add = |it: &Result<Ready, Refused>| match it {
                Ok(ready) => add(transaction, key, ready).map(Ok),
                Err(why) => Ok(Err(why.clone())),
            };
            ready.iter().map(add).collect::<Result<Vec<_>, Trouble>>()
        })?;
        give_way();
        Ok(added)
    }
}

fn ready(import: &Import<'_>) -> Result<Ready, Refused> {
    let prepared = Prepared::new(import.level)?;
    let (solutions, refused) = prepared.solutions();
    Ok(Ready { number: import.number, prepared, solutions, refused })
}

/// The row of a collection, which is made if there is none.
fn collection_key(connection: &Connection, name: &str) -> Result<i64, Trouble> {
    let make = "INSERT INTO collection (name) VALUES (?1) ON CONFLICT DO NOTHING";
    connection.prepare_cached(make)?.execute([name])?;
    let find = "SELECT key FROM collection WHERE name = ?1";
    Ok(connection.prepare_cached(find)?.query_row([name], |row| row.get(0))?)
}

fn add(connection: &Connection, collection: i64, ready: &Ready) -> Result<Added, Trouble> {
    let Ready { number, prepared, solutions, refused } = ready;
    let row = find_or_add(connection, prepared)?;
    let mut kept = 0;
    for solution in solutions {
        let carried = onto_stored(prepared, &row, solution)?;
        let (measures, moves) = (carried.solution.measures(), carried.solution.moves());
        let lurd = moves.to_string();
        let is_kept = front::add(connection, row.key, measures, &lurd, Origin::Imported)?;
        kept += usize::from(is_kept == Kept::Yes);
    }
    put_entry(connection, collection, *number, prepared, &row)?;
    Ok(Added { id: prepared.id, is_new: row.is_new, solutions: kept, refused: *refused })
}

/// Puts a level into its collection, and its text if that is not the one of the level.
fn put_entry(
    connection: &Connection,
    collection: i64,
    number: usize,
    prepared: &Prepared,
    row: &Row,
) -> Result<(), Trouble> {
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
