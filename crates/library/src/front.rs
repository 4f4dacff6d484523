//! The Pareto front of a level's solutions: none is beaten in both pushes and moves.

use rusqlite::{Connection, OptionalExtension, params};
use sokolab_core::Measures;

use crate::error::TransactionError;
use crate::origin::Origin;

/// Adds a solution to those of a level, unless one of them is as good, and removes those that it
/// beats. `lurd` refers to the stored drawing.
pub(crate) fn add(
    connection: &Connection,
    level: i64,
    measures: Measures,
    lurd: &str,
    origin: Origin,
) -> Result<FrontChange, TransactionError> {
    let (pushes, moves) = (measures.pushes as i64, measures.moves as i64);
    let as_good =
        "SELECT 1 FROM solution WHERE level = ?1 AND pushes <= ?2 AND moves <= ?3 LIMIT 1";
    let beaten: Option<i64> = connection
        .prepare_cached(as_good)?
        .query_row(params![level, pushes, moves], |row| row.get(0))
        .optional()?;
    if beaten.is_some() {
        return Ok(FrontChange::Not);
    }
    let worse = "DELETE FROM solution WHERE level = ?1 AND pushes >= ?2 AND moves >= ?3";
    connection.prepare_cached(worse)?.execute(params![level, pushes, moves])?;
    let insert = "INSERT INTO solution (level, pushes, moves, lurd, origin) \
                  VALUES (?1, ?2, ?3, ?4, ?5)";
    let values = params![level, pushes, moves, lurd, origin.name()];
    connection.prepare_cached(insert)?.execute(values)?;
    Ok(FrontChange::Yes)
}

/// Whether a solution was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrontChange {
    /// It is now on the front.
    Yes,
    /// An existing one is as good.
    Not,
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;
    use sokolab_core::Measures;
    use sokolab_core::testing::Chance;

    use super::{FrontChange, add};
    use crate::origin::Origin;
    use crate::schema::migrate;

    /// Those of `sizes` that no other one beats, by brute force.
    fn unbeaten(sizes: &[(i64, i64)]) -> Vec<(i64, i64)> {
        let beats = |a: &(i64, i64), b: &(i64, i64)| a != b && a.0 <= b.0 && a.1 <= b.1;
        let is_best = |it: &&(i64, i64)| !sizes.iter().any(|other| beats(other, it));
        let mut best: Vec<(i64, i64)> = sizes.iter().filter(is_best).copied().collect();
        best.sort_unstable();
        best.dedup();
        best
    }

    #[test]
    fn what_is_kept_is_what_nobody_beats() {
        let mut chance = Chance::new(1);
        for _ in 0..30 {
            let mut connection = Connection::open_in_memory().expect("memory");
            migrate(&mut connection).expect("tables");
            let level = "INSERT INTO level (id, rules, boxes, squares, text) \
                         VALUES ('x', 'official', 1, 1, '')";
            connection.execute(level, []).expect("a level");
            let mut sizes = Vec::new();
            for _ in 0..20 {
                let (pushes, moves) = (chance.below(12), chance.below(12));
                let measures = Measures { pushes, moves, ..Measures::default() };
                let before = unbeaten(&sizes);
                sizes.push((pushes as i64, moves as i64));
                let kept = add(&connection, 1, measures, "", Origin::Played).expect("a table");
                assert_eq!(kept == FrontChange::Yes, unbeaten(&sizes) != before);
            }
            let mut statement = connection
                .prepare("SELECT pushes, moves FROM solution ORDER BY pushes, moves")
                .expect("a table");
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
            let stored: Result<Vec<(i64, i64)>, _> = rows.expect("rows").collect();
            assert_eq!(stored.expect("numbers"), unbeaten(&sizes));
        }
    }
}
