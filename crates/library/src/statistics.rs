//! Statistics of a library.

use std::collections::BTreeMap;

use crate::error::LibraryError;
use crate::library::Library;

/// Statistics of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statistics {
    /// Number of levels.
    pub levels: usize,
    /// Number of levels with a known solution.
    pub solved: usize,
    /// Number of levels whose fewest pushes are proved.
    pub fewest_pushes: usize,
    /// Number of levels whose fewest moves are proved.
    pub fewest_moves: usize,
    /// Number of levels that a player has solved.
    pub won: usize,
    /// Number of solutions.
    pub solutions: usize,
    /// Collections. JSON has the collections themselves.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub collections: usize,
    /// Number of games and bookmarks.
    pub games: usize,
    /// Number of levels by the name of their rule set.
    pub rules: BTreeMap<String, usize>,
}

impl Library {
    /// Computes the statistics.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn statistics(&self) -> Result<Statistics, LibraryError> {
        self.read(|connection| {
            let count = |query: &str| {
                let count: rusqlite::Result<i64> =
                    connection.query_row(&format!("SELECT {query}"), [], |row| row.get(0));
                count.map(|it| usize::try_from(it).unwrap_or(0))
            };
            let by_rules = "SELECT rules, count(*) FROM level GROUP BY rules ORDER BY rules";
            let mut statement = connection.prepare(by_rules)?;
            let rules = statement.query_map([], |row| {
                let count: i64 = row.get(1)?;
                Ok((row.get(0)?, usize::try_from(count).unwrap_or(0)))
            })?;
            Ok(Statistics {
                levels: count("count(*) FROM level")?,
                solved: count("count(DISTINCT level) FROM solution")?,
                fewest_pushes: count("count(fewest_pushes) FROM level")?,
                fewest_moves: count("count(fewest_moves) FROM level")?,
                won: count("count(*) FROM level WHERE wins > 0")?,
                solutions: count("count(*) FROM solution")?,
                collections: count("count(*) FROM collection")?,
                games: count("count(*) FROM game")?,
                rules: rules.collect::<Result<_, _>>()?,
            })
        })
    }
}
