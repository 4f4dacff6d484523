//! Opens a library, and runs its transactions.

use std::fs::OpenOptions;
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
        header::check(path)?;
        if path.exists() && !is_writable(path) {
            let what = "you may read it, but not write to it".to_owned();
            return Err(LibraryError::Storage { path: path.to_owned(), what });
        }
        Library::open_with(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens the library in an existing file. Where the user may not write, it can only be read.
    ///
    /// # Errors
    /// [`LibraryError::Missing`] if there is no such file; otherwise as for [`Library::open`].
    pub fn open_existing(path: &Path) -> Result<Library, LibraryError> {
        if !path.exists() {
            return Err(LibraryError::Missing(path.to_owned()));
        }
        // Before anything is opened: a pipe would wait for its other end.
        header::check(path)?;
        if !is_writable(path) {
            return Library::open_to_read(path);
        }
        Library::open_with(path, OpenFlags::empty()).or_else(|error| match error {
            // The folder may lack room or permission for the files that `SQLite` needs to write.
            LibraryError::Storage { .. } => Library::open_to_read(path).map_err(|_| error),
            other => Err(other),
        })
    }

    fn open_with(path: &Path, more: OpenFlags) -> Result<Library, LibraryError> {
        header::check(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let mut connection = connect(path, path, flags)?;
        check_kind(&mut connection, path)?;
        patiently(|| set_up(&mut connection)).map_err(|error| about(error, path))?;
        Ok(Library { connection, path: path.to_owned() })
    }

    /// Opens a library that the user may read but not write.
    fn open_to_read(path: &Path) -> Result<Library, LibraryError> {
        header::check(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let mut connection = connect(Path::new(&read_only_uri(path)), path, flags)?;
        match check_kind(&mut connection, path)? {
            Kind::Library(VERSION) => Ok(Library { connection, path: path.to_owned() }),
            _ => Err(LibraryError::Storage {
                path: path.to_owned(),
                what: "an earlier version made it, and it can only be read, not updated".to_owned(),
            }),
        }
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

fn about(error: rusqlite::Error, path: &Path) -> LibraryError {
    TransactionError::from(error).about(path)
}

/// Connects to the database that is opened by `name` and stored in `path`.
fn connect(name: &Path, path: &Path, flags: OpenFlags) -> Result<Connection, LibraryError> {
    let connection =
        Connection::open_with_flags(name, flags).map_err(|error| about(error, path))?;
    connection.busy_handler(Some(wait_for_turn)).map_err(|error| about(error, path))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
    Ok(connection)
}

/// Refuses what is not a sound library that this program understands.
fn check_kind(connection: &mut Connection, path: &Path) -> Result<Kind, LibraryError> {
    // In one transaction, because another program may be creating the tables.
    let kind = patiently(|| schema::kind(&*connection.transaction()?));
    let kind = kind.map_err(|error| about(error, path))?;
    match kind {
        Kind::Foreign => return Err(LibraryError::NotALibrary(path.to_owned())),
        Kind::Library(version) if version > VERSION => {
            return Err(LibraryError::Newer { path: path.to_owned(), version });
        }
        Kind::Library(_) => check_pages(connection, path)?,
        Kind::Empty => {}
    }
    Ok(kind)
}

/// Whether the user may write to a file. If not, `SQLite` must not try: it would leave its log
/// beside the file, and the owner of the file could not write to that log.
fn is_writable(path: &Path) -> bool {
    OpenOptions::new().append(true).open(path).is_ok()
}

/// The address of a database that is opened without write permission.
///
/// In WAL mode `SQLite` wants to create two files beside the database unless it is told that nobody
/// changes it. A log beside it means that somebody does, or that a program was killed, so then
/// `SQLite` has to find its way itself.
fn read_only_uri(path: &Path) -> String {
    // Without an empty host, the first name of `//folder/file` would be one.
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut name = String::from(if bytes.starts_with(b"/") { "file://" } else { "file:" });
    for byte in bytes {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => name.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => name.push(char::from(*byte)),
            byte => name.push_str(&format!("%{byte:02X}")),
        }
    }
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if !Path::new(&log).exists() {
        name.push_str("?immutable=1");
    }
    name
}

/// Refuses a file with inconsistent pages.
fn check_pages(connection: &Connection, path: &Path) -> Result<(), LibraryError> {
    let query = || connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    let what: String = patiently(query).map_err(|error| about(error, path))?;
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

/// Retries while the database is busy: `SQLite` does not wait by itself while it changes its mode
/// or recovers.
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

#[cfg(test)]
mod tests {
    use super::Library;
    use crate::error::LibraryError;
    use crate::import::Import;
    use sokolab_core::testing::level;

    #[test]
    fn a_library_without_write_permission_can_be_read_but_not_changed() {
        // The name has characters with a meaning in addresses.
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let path = folder.path().join("my %41 levels?#1.db");
        let level = level("#######\n#@ $ .#\n#######");
        let import = [Import { number: 1, level: &level }];
        let mut library = Library::open(&path).expect("a library");
        library.import("mine", &import).expect("imported");
        let expected = library.statistics().expect("statistics");
        drop(library);
        let before = std::fs::read(&path).expect("a file");

        let mut library = Library::open_to_read(&path).expect("a library");
        assert_eq!(library.statistics().expect("statistics"), expected);
        let refused = library.import("mine", &import).expect_err("it can only be read");
        assert!(matches!(refused, LibraryError::Storage { .. }), "{refused:?}");
        drop(library);
        assert_eq!(std::fs::read(&path).expect("a file"), before);
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 1);
    }

    #[test]
    fn issue_16_two_slashes_begin_a_path_and_not_the_name_of_a_host() {
        let address = |path: &str| super::read_only_uri(std::path::Path::new(path));
        assert_eq!(address("//shelf/my.db"), "file:////shelf/my.db?immutable=1");
        assert_eq!(address("my.db"), "file:my.db?immutable=1");
    }
}
