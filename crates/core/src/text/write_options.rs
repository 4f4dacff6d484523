//! How levels are to be written.

use super::nethack_text::{BranchPlace, Dialect, Fresh};
use super::{Format, Legend};
use crate::level::Level;

/// How to write.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The format.
    pub format: Format,
    /// The characters of `.sok` rows; `None` for XSB.
    pub legend: Option<Legend>,
    /// The version of `.des`; `None` for the one the level was read from, or else 3.6.
    pub dialect: Option<Dialect>,
    /// Whether `.sok` rows are run-length encoded.
    pub encoding: RowEncoding,
    /// Where in the branch of the game a level is to be, with what belongs there; `None` for a bare
    /// puzzle, or for everything that was read with it.
    pub branch: Option<BranchPlace>,
}

/// How `.sok` rows are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowEncoding {
    /// One line a row.
    #[default]
    Plain,
    /// Run-length encoded, all rows in one line.
    RunLength,
}

impl WriteOptions {
    /// The plainest way to write this format.
    #[must_use]
    pub fn new(format: Format) -> WriteOptions {
        let encoding = RowEncoding::Plain;
        WriteOptions { format, legend: None, dialect: None, encoding, branch: None }
    }
}

/// Tells a level of our own branch, which can be written with all that belongs there.
pub(super) type Recognise = fn(&Level) -> Option<Fresh>;
