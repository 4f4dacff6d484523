//! Queries for the levels of a library.

use rusqlite::{OptionalExtension, Row, params};
use sokolab_analysis::LevelId;
use sokolab_core::Level;

use crate::drawing::Playable;
use crate::error::{LibraryError, TransactionError};
use crate::known::LevelKnowledge;
use crate::library::Library;
use crate::prepared::Prepared;

/// A level in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelSummary {
    /// The level.
    pub id: LevelId,
    /// Its title when it was first imported.
    pub title: Option<String>,
    /// The name of its rule set.
    pub rules: String,
    /// Number of boxes.
    pub boxes: usize,
    /// Number of floor squares.
    pub squares: usize,
    /// The fewest pushes of a known solution; `None` without one.
    pub pushes: Option<usize>,
    /// The fewest moves of a known solution; `None` without one.
    pub moves: Option<usize>,
    /// Whether it is proved that no solution has fewer pushes.
    #[cfg_attr(feature = "serde", serde(rename = "optimal"))]
    pub is_proved: bool,
    /// How often a player has solved it.
    pub wins: usize,
}

/// A level with everything that is known about it.
#[derive(Clone, Debug)]
pub struct StoredLevel {
    /// The level as it was imported.
    pub level: Level,
    /// What is known about it, for this drawing.
    pub known: LevelKnowledge,
    /// The collections that contain it, with its numbers there.
    pub collections: Vec<(String, usize)>,
}

impl Library {
    /// All levels in order of import, or those of one collection by number.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn levels(&self, collection: Option<&str>) -> Result<Vec<LevelSummary>, LibraryError> {
        self.read(|connection| {
            let list = match collection {
                None => format!("{SUMMARY} ORDER BY level.key"),
                Some(_) => format!(
                    "{SUMMARY} JOIN entry ON entry.level = level.key \
                     JOIN collection ON collection.key = entry.collection \
                     WHERE collection.name = ?1 ORDER BY entry.number"
                ),
            };
            let mut statement = connection.prepare_cached(&list)?;
            let mut rows = match collection {
                None => statement.query([])?,
                Some(name) => statement.query([name])?,
            };
            let mut levels = Vec::new();
            while let Some(row) = rows.next()? {
                levels.push(summary_of(row)?);
            }
            Ok(levels)
        })
    }

    /// A level by its id, as it was first imported; `None` if it is not in the library.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn level(&self, id: LevelId) -> Result<Option<StoredLevel>, LibraryError> {
        let find = "SELECT text FROM level WHERE id = ?1";
        let text: Option<String> = self.read(|connection| {
            let mut statement = connection.prepare_cached(find)?;
            Ok(statement.query_row([id.to_string()], |row| row.get(0)).optional()?)
        })?;
        text.map(|text| self.stored_level(&text)).transpose()
    }

    /// The level of a collection with this number, as drawn there; `None` if there is none.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn entry(
        &self,
        collection: &str,
        number: usize,
    ) -> Result<Option<StoredLevel>, LibraryError> {
        let find = "SELECT coalesce(entry.text, level.text) FROM collection \
                    JOIN entry ON entry.collection = collection.key \
                    JOIN level ON level.key = entry.level \
                    WHERE collection.name = ?1 AND entry.number = ?2";
        let text: Option<String> = self.read(|connection| {
            let mut statement = connection.prepare_cached(find)?;
            let values = params![collection, number as i64];
            Ok(statement.query_row(values, |row| row.get(0)).optional()?)
        })?;
        text.map(|text| self.stored_level(&text)).transpose()
    }

    fn stored_level(&self, text: &str) -> Result<StoredLevel, LibraryError> {
        let level = self.read(|_| Playable::stored(text))?.level;
        let prepared = Prepared::new(&level)?;
        let known = self.known_of(&prepared)?;
        let what = || TransactionError::Stored("the text of a level is another level".to_owned());
        let known = known.ok_or_else(|| what().about(self.path()))?;
        let collections = self.collections_of(known.id)?;
        Ok(StoredLevel { level, known, collections })
    }

    /// The collections that contain a level, with its numbers there.
    fn collections_of(&self, id: LevelId) -> Result<Vec<(String, usize)>, LibraryError> {
        let list = "SELECT collection.name, entry.number FROM level \
                    JOIN entry ON entry.level = level.key \
                    JOIN collection ON collection.key = entry.collection \
                    WHERE level.id = ?1 ORDER BY collection.name, entry.number";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(list)?;
            let rows = statement.query_map([id.to_string()], |row| {
                let number: i64 = row.get(1)?;
                Ok((row.get(0)?, usize::try_from(number).unwrap_or(0)))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}

/// Levels with the best values of their solutions.
const SUMMARY: &str = "
SELECT level.id, level.title, level.rules, level.boxes, level.squares,
    (SELECT min(pushes) FROM solution WHERE solution.level = level.key),
    (SELECT min(moves) FROM solution WHERE solution.level = level.key),
    level.fewest_pushes, level.wins
FROM level";

fn summary_of(row: &Row<'_>) -> Result<LevelSummary, TransactionError> {
    let count =
        |index| row.get(index).map(|it: Option<i64>| it.and_then(|it| usize::try_from(it).ok()));
    let id: String = row.get(0)?;
    let id = LevelId::parse(&id)
        .ok_or_else(|| TransactionError::Stored(format!("{id:?} is not the id of a level")))?;
    let (pushes, fewest) = (count(5)?, count(7)?);
    Ok(LevelSummary {
        id,
        title: row.get(1)?,
        rules: row.get(2)?,
        boxes: count(3)?.unwrap_or(0),
        squares: count(4)?.unwrap_or(0),
        pushes,
        moves: count(6)?,
        is_proved: fewest.is_some() && pushes == fewest,
        wins: count(8)?.unwrap_or(0),
    })
}
