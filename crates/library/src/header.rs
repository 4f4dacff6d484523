//! Checks the header of a database before `SQLite` opens the file.
//!
//! Otherwise, a truncated file could be mistaken for an empty one and overwritten.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;

use crate::error::LibraryError;

/// The first bytes of every `SQLite` database.
const MARK: &[u8] = b"SQLite format 3\0";

/// Size of the header in bytes.
const BYTES: usize = 100;

/// Refuses a file that is not a database, or that is shorter than its header says. A missing or
/// empty file passes.
pub(crate) fn check(path: &Path) -> Result<(), LibraryError> {
    let storage = |what: String| LibraryError::Storage { path: path.to_owned(), what };
    let Ok(data) = path.metadata() else { return Ok(()) };
    if !data.is_file() {
        return Err(storage("it is not a file".to_owned()));
    }
    let mut header = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| storage(error.to_string()))?;
    let read = (&file).take(BYTES as u64).read_to_end(&mut header);
    read.map_err(|error| storage(error.to_string()))?;
    if header.is_empty() {
        return Ok(());
    }
    if !header.starts_with(MARK) {
        return Err(LibraryError::NotALibrary(path.to_owned()));
    }
    // Read last, because a file that another program writes only grows.
    let length = file.metadata().map_or(0, |data| data.len());
    if is_being_written(path) || is_whole(&header, length) {
        return Ok(());
    }
    Err(LibraryError::Damaged { path: path.to_owned(), what: "it was cut short".to_owned() })
}

/// Whether part of the database is in the write-ahead log, so that its length says nothing.
fn is_being_written(path: &Path) -> bool {
    let mut log = OsString::from(path);
    log.push("-wal");
    Path::new(&log).metadata().is_ok_and(|data| data.len() > 0)
}

/// Whether a file of this length contains all the pages that its header counts.
fn is_whole(header: &[u8], length: u64) -> bool {
    let byte = |at: usize| u64::from(header.get(at).copied().unwrap_or(0));
    let number = |at: usize| (at..at + 4).fold(0, |number, at| number << 8 | byte(at));
    let page = match byte(16) << 8 | byte(17) {
        // The one page size that does not fit into two bytes.
        1 => 1 << 16,
        size => size,
    };
    let pages = number(28);
    header.len() == BYTES && page > 0 && length.is_multiple_of(page) && length >= pages * page
}
