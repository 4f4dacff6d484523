//! The tables of a library by version: each version adds a script to the previous one.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Identifies our files among other databases: `SOKO`.
pub(crate) const APPLICATION: i64 = 0x534f_4b4f;

/// The migration scripts from each version to the next. Never change a published one.
const SCRIPTS: [&str; 2] = [LEVELS_AND_COLLECTIONS, GAMES];

/// Levels by canonical form. `text` is the level as first imported, and the moves of its solutions
/// refer to that drawing. `fewest_pushes` and `fewest_moves` are proved; the latter only for the
/// square on which the keeper of `text` stands. An entry of a collection has its own text where it
/// is drawn or titled differently.
const LEVELS_AND_COLLECTIONS: &str = "
CREATE TABLE level (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    title TEXT,
    boxes INTEGER NOT NULL,
    squares INTEGER NOT NULL,
    text TEXT NOT NULL,
    fewest_pushes INTEGER,
    fewest_moves INTEGER,
    wins INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE solution (
    key INTEGER PRIMARY KEY,
    level INTEGER NOT NULL REFERENCES level (key),
    pushes INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    lurd TEXT NOT NULL,
    origin TEXT NOT NULL,
    UNIQUE (level, pushes, moves)
) STRICT;
CREATE TABLE collection (
    key INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE entry (
    collection INTEGER NOT NULL REFERENCES collection (key),
    number INTEGER NOT NULL,
    level INTEGER NOT NULL REFERENCES level (key),
    text TEXT,
    PRIMARY KEY (collection, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_of_level ON entry (level, collection);
";

/// Unfinished games and bookmarks. `drawing` identifies the drawing of a level that was played,
/// because the moves of a game are valid for that one only. `name` is empty for the last unfinished
/// game.
const GAMES: &str = "
CREATE TABLE game (
    key INTEGER PRIMARY KEY,
    level INTEGER NOT NULL REFERENCES level (key),
    drawing TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (level, drawing, name)
) STRICT;
";

/// The version that this program writes.
pub(crate) const VERSION: i64 = SCRIPTS.len() as i64;

/// The state of a database before it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is empty.
    Empty,
    /// A library of this version.
    Library(i64),
    /// It is something else.
    Foreign,
}

/// Determines the state of a database.
pub(crate) fn kind(connection: &Connection) -> rusqlite::Result<Kind> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
    let application: i64 = number("application_id")?;
    let version: i64 = number("user_version")?;
    let objects: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match application {
        APPLICATION if version > 0 => Kind::Library(version),
        0 if objects == 0 => Kind::Empty,
        _ => Kind::Foreign,
    })
}

/// Migrates an empty database or an older library to the version of this program.
pub(crate) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let write = TransactionBehavior::Immediate;
    let transaction = connection.transaction_with_behavior(write)?;
    // Another program may have migrated it in the meantime.
    let version = match kind(&transaction)? {
        Kind::Library(version) => version,
        Kind::Empty => 0,
        Kind::Foreign => return Ok(()),
    };
    run_scripts(&transaction, version)?;
    transaction.commit()
}

fn run_scripts(transaction: &Transaction<'_>, version: i64) -> rusqlite::Result<()> {
    let done = usize::try_from(version).unwrap_or(0);
    for script in SCRIPTS.iter().skip(done) {
        transaction.execute_batch(script)?;
    }
    if version < VERSION {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::{APPLICATION, Kind, SCRIPTS, VERSION, kind, migrate};

    #[test]
    fn every_older_version_is_brought_up_to_date_with_what_is_in_it() {
        for version in 0..SCRIPTS.len() {
            let mut connection = Connection::open_in_memory().expect("memory");
            for script in &SCRIPTS[..version] {
                connection.execute_batch(script).expect("a script");
            }
            if version > 0 {
                let sql = "INSERT INTO collection (name) VALUES ('kept')";
                connection.execute(sql, []).expect("a table");
                connection.pragma_update(None, "application_id", APPLICATION).expect("ours");
                let number = i64::try_from(version).expect("small");
                connection.pragma_update(None, "user_version", number).expect("a number");
                assert_eq!(kind(&connection), Ok(Kind::Library(number)));
            }
            migrate(&mut connection).expect("scripts that run");
            assert_eq!(kind(&connection), Ok(Kind::Library(VERSION)));
            let count = "SELECT count(*) FROM collection";
            let kept: i64 = connection.query_row(count, [], |row| row.get(0)).expect("a table");
            assert_eq!(kept, i64::from(version > 0));
            let games: i64 = connection
                .query_row("SELECT count(*) FROM game", [], |row| row.get(0))
                .expect("a table of the last version");
            assert_eq!(games, 0);
        }
    }

    #[test]
    fn other_databases_are_told_apart() {
        let connection = Connection::open_in_memory().expect("memory");
        assert_eq!(kind(&connection), Ok(Kind::Empty));
        connection.execute_batch("CREATE TABLE mine (x)").expect("a table");
        assert_eq!(kind(&connection), Ok(Kind::Foreign));
    }
}
