//! Collections, and a player's progress in them.

use rusqlite::{OptionalExtension, Row, params};
use sokolab_analysis::LevelId;

use crate::error::{LibraryError, TransactionError};
use crate::library::Library;

/// A collection.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Collection {
    /// Its name.
    pub name: String,
    /// The player's progress in it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub progress: CollectionProgress,
}

/// Progress in a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CollectionProgress {
    /// Number of levels.
    pub levels: usize,
    /// Number of levels with a known solution, from any source.
    pub solved: usize,
    /// Number of levels that a player has solved.
    pub won: usize,
}

/// A level in a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionEntry {
    /// Its number in the collection.
    pub number: usize,
    /// The level.
    pub id: LevelId,
    /// How often a player has solved it.
    pub wins: usize,
}

/// The direction in which to look for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookDirection {
    /// Towards the end, then from the start.
    Forwards,
    /// Towards the start, then from the end.
    Backwards,
}

impl Library {
    /// All collections by name.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn collections(&self) -> Result<Vec<Collection>, LibraryError> {
        self.read(|connection| {
            let list = format!("{PROGRESS} GROUP BY collection.key ORDER BY collection.name");
            let mut statement = connection.prepare_cached(&list)?;
            let collections = statement.query_map([], collection_of)?;
            Ok(collections.collect::<Result<_, _>>()?)
        })
    }

    /// The collection with this name; `None` if there is none.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn collection(&self, name: &str) -> Result<Option<Collection>, LibraryError> {
        self.read(|connection| {
            let find = format!("{PROGRESS} WHERE collection.name = ?1 GROUP BY collection.key");
            let mut statement = connection.prepare_cached(&find)?;
            Ok(statement.query_row([name], collection_of).optional()?)
        })
    }

    /// The levels of a collection in order; empty if there is no such collection.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn entries(&self, name: &str) -> Result<Vec<CollectionEntry>, LibraryError> {
        self.read(|connection| {
            let list = format!("{ENTRIES} ORDER BY entry.number");
            let mut statement = connection.prepare_cached(&list)?;
            let rows = statement.query_map([name], entry_row)?;
            rows.map(|row| row.map_err(TransactionError::from).and_then(entry_of)).collect()
        })
    }

    /// The next level of a collection that no player has solved, counted from number `from`, which
    /// comes last; `None` if all are solved.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn next_unsolved(
        &self,
        name: &str,
        from: usize,
        way: LookDirection,
    ) -> Result<Option<CollectionEntry>, LibraryError> {
        let order = match way {
            LookDirection::Forwards => "entry.number <= ?2, entry.number",
            LookDirection::Backwards => "entry.number >= ?2, entry.number DESC",
        };
        self.read(|connection| {
            let find = format!("{ENTRIES} AND level.wins = 0 ORDER BY {order} LIMIT 1");
            let mut statement = connection.prepare_cached(&find)?;
            let row = statement.query_row(params![name, from as i64], entry_row).optional()?;
            row.map(entry_of).transpose()
        })
    }
}

/// Collections with the counts of [`CollectionProgress`].
const PROGRESS: &str = "
SELECT collection.name, count(level.key), count(solved.level), count(nullif(level.wins, 0))
FROM collection
LEFT JOIN entry ON entry.collection = collection.key
LEFT JOIN level ON level.key = entry.level
LEFT JOIN (SELECT DISTINCT level FROM solution) AS solved ON solved.level = level.key";

/// The entries of the collection with a name.
const ENTRIES: &str = "
SELECT entry.number, level.id, level.wins
FROM collection
JOIN entry ON entry.collection = collection.key
JOIN level ON level.key = entry.level
WHERE collection.name = ?1";

fn collection_of(row: &Row<'_>) -> rusqlite::Result<Collection> {
    let count = |index| row.get(index).map(|it: i64| usize::try_from(it).unwrap_or(0));
    let progress = CollectionProgress { levels: count(1)?, solved: count(2)?, won: count(3)? };
    Ok(Collection { name: row.get(0)?, progress })
}

fn entry_row(row: &Row<'_>) -> rusqlite::Result<(i64, String, i64)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

fn entry_of((number, id, wins): (i64, String, i64)) -> Result<CollectionEntry, TransactionError> {
    let count = |it: i64| usize::try_from(it).unwrap_or(0);
    let id = LevelId::parse(&id)
        .ok_or_else(|| TransactionError::Stored(format!("{id:?} is not the id of a level")))?;
    Ok(CollectionEntry { number: count(number), id, wins: count(wins) })
}
