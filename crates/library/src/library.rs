//! Opens a library, and runs its transactions.

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use crate::error::{LibraryError, TransactionError};
use crate::header;
use crate::schema::{self, Kind, VERSION};

/// How long a writer sleeps between two attempts to write.
const TURN: Duration = Duration::from_millis(2);

/// Number of attempts to write: a minute, counting only sleep.
const TRIES_MAX: i32 = 30_000;

/// Maximum number of cached prepared statements.
const STATEMENTS_MAX: usize = 64;

/// An open library.
///
/// Use it from one thread at a time; open it again for another thread.
#[derive(Debug)]
pub struct Library {
    pub(crate) connection: Connection,
    path: PathBuf,
}

impl Library {
    /// Opens the library in a file, or creates it. The folder must exist.
    ///
    /// # Errors
    /// If the file is not a library, is corrupt, comes from a newer version, or cannot be read and
    /// written. It is then left unchanged.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        Library::open_with(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens the library in an existing file.
    ///
    /// # Errors
    /// [`LibraryError::Missing`] if there is no such file; otherwise as for [`Library::open`].
    pub fn open_existing(path: &Path) -> Result<Library, LibraryError> {
        if !path.exists() {
            return Err(LibraryError::Missing(path.to_owned()));
        }
        Library::open_with(path, OpenFlags::empty())
    }

    fn open_with(path: &Path, more: OpenFlags) -> Result<Library, LibraryError> {
        header::check(path)?;
        let about = |error: rusqlite::Error| TransactionError::from(error).about(path);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let mut connection = Connection::open_with_flags(path, flags).map_err(about)?;
        connection.busy_handler(Some(wait_for_turn)).map_err(about)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
        // In one transaction, because another program may be creating the tables.
        let kind = patiently(|| schema::kind(&*connection.transaction()?));
        match kind.map_err(about)? {
            Kind::Foreign => return Err(LibraryError::NotALibrary(path.to_owned())),
            Kind::Library(version) if version > VERSION => {
                return Err(LibraryError::Newer { path: path.to_owned(), version });
            }
            Kind::Library(_) => check_pages(&connection, path)?,
            Kind::Empty => {}
        }
        patiently(|| set_up(&mut connection)).map_err(about)?;
        Ok(Library { connection, path: path.to_owned() })
    }

    /// The path of its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes in one transaction: all of it, or nothing if it fails. Other writers wait.
    pub(crate) fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, TransactionError>,
    ) -> Result<T, LibraryError> {
        let connection = &mut self.connection;
        let written = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(TransactionError::from)
            .and_then(|transaction| {
                let done = work(&transaction)?;
                transaction.commit()?;
                Ok(done)
            });
        written.map_err(|trouble| trouble.about(&self.path))
    }

    /// Reads a consistent snapshot of the library.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, TransactionError>,
    ) -> Result<T, LibraryError> {
        work(&self.connection).map_err(|trouble| trouble.about(&self.path))
    }
}

/// Refuses a file with inconsistent pages.
fn check_pages(connection: &Connection, path: &Path) -> Result<(), LibraryError> {
    let about = |error: rusqlite::Error| TransactionError::from(error).about(path);
    let query = || connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    let what: String = patiently(query).map_err(about)?;
    if what == "ok" {
        return Ok(());
    }
    Err(LibraryError::Damaged { path: path.to_owned(), what })
}

fn set_up(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    // Writes must survive a power failure, not only a crash of the program.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    schema::migrate(connection)
}

/// The busy handler, called by the database while another program writes.
fn wait_for_turn(tries: i32) -> bool {
    sleep(TURN);
    tries < TRIES_MAX
}

/// Retries while the database is busy: it does not wait by itself when it changes its mode or is
/// recovered.
fn patiently<T>(mut work: impl FnMut() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let mut tries = 0;
    loop {
        match work() {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && wait_for_turn(tries) =>
            {
                tries += 1;
            }
            done => return done,
        }
    }
}

/// Lets other writers in between two parts of a long operation.
pub(crate) fn give_way() {
    sleep(2 * TURN);
}
