//! Errors of a library, and reasons why a level cannot be stored.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use sokolab_core::Findings;

/// Why a library cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LibraryError {
    /// There is no such file.
    Missing(PathBuf),
    /// The file is not a library.
    NotALibrary(PathBuf),
    /// The file is corrupt; nothing was written to it.
    Damaged {
        /// The file.
        path: PathBuf,
        /// A description of the damage.
        what: String,
    },
    /// A newer version of the program made the file.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema version.
        version: i64,
    },
    /// Another program has been writing to it for too long.
    InUse(PathBuf),
    /// The level or the solution cannot be stored.
    NotStorable(NotStorable),
    /// Reading or writing failed.
    Storage {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        what: String,
    },
}

impl fmt::Display for LibraryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryError::Missing(path) => write!(
                formatter,
                "there is no library {}: soko library import makes one",
                path.display()
            ),
            LibraryError::NotALibrary(path) => write!(
                formatter,
                "{} is not a library of soko, so it is left as it is: name another file",
                path.display()
            ),
            LibraryError::Damaged { path, what } => write!(
                formatter,
                "the library {} is damaged ({what}) and was left as it is: restore a copy, or move \
                 the file away and import your levels again",
                path.display()
            ),
            LibraryError::Newer { path, version } => write!(
                formatter,
                "the library {} has version {version}, which only a newer soko understands: use \
                 that one, or name another file",
                path.display()
            ),
            LibraryError::InUse(path) => write!(
                formatter,
                "another program keeps writing to the library {}: try again when it has finished",
                path.display()
            ),
            LibraryError::NotStorable(why) => write!(formatter, "{why}"),
            LibraryError::Storage { path, what } => {
                write!(formatter, "cannot use the library {}: {what}", path.display())
            }
        }
    }
}

impl std::error::Error for LibraryError {}

impl From<NotStorable> for LibraryError {
    fn from(why: NotStorable) -> LibraryError {
        LibraryError::NotStorable(why)
    }
}

/// Why a level or solution cannot be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotStorable {
    /// The level is unplayable.
    Invalid(Findings),
    /// The text format cannot express all of it; the string says what.
    NotDrawable(String),
    /// The moves do not solve it.
    NotASolution,
}

impl fmt::Display for NotStorable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotStorable::Invalid(findings) => write!(formatter, "{findings}"),
            NotStorable::NotDrawable(why) => formatter.write_str(why),
            NotStorable::NotASolution => formatter.write_str("the moves do not solve the level"),
        }
    }
}

impl std::error::Error for NotStorable {}

/// What can go wrong inside a transaction.
#[derive(Debug)]
pub(crate) enum TransactionError {
    /// A database error.
    Database(rusqlite::Error),
    /// The stored data are inconsistent.
    Stored(String),
}

impl From<rusqlite::Error> for TransactionError {
    fn from(error: rusqlite::Error) -> TransactionError {
        TransactionError::Database(error)
    }
}

impl TransactionError {
    /// Converts it to an error about the library in `path`.
    pub(crate) fn about(self, path: &Path) -> LibraryError {
        let path = path.to_owned();
        let error = match self {
            TransactionError::Stored(what) => return LibraryError::Damaged { path, what },
            TransactionError::Database(error) => error,
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => {
                LibraryError::Damaged { path, what: error.to_string() }
            }
            Some(ErrorCode::NotADatabase) => LibraryError::NotALibrary(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LibraryError::InUse(path),
            Some(_) => LibraryError::Storage { path, what: error.to_string() },
            // A value of another type than was written.
            None => LibraryError::Damaged { path, what: error.to_string() },
        }
    }
}
