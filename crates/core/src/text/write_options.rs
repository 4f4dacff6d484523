//! Options for writing levels.

use super::nethack_text::{BranchPlace, Dialect, NewDescription};
use super::{Format, Legend};
use crate::level::Level;

/// Options for writing.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The format.
    pub format: Format,
    /// The characters of `.sok` rows; `None` for XSB.
    pub legend: Option<Legend>,
    /// The version of `.des`; `None` for the one the level was read from, or else 3.6.
    pub dialect: Option<Dialect>,
    /// How `.sok` rows are encoded.
    pub encoding: RowEncoding,
    /// The place in the `NetHack` branch to furnish the level for; `None` for a bare puzzle, or for
    /// everything that was read with it.
    pub branch: Option<BranchPlace>,
    /// Computes the `id` of a level for JSON lines; without it, they have none.
    pub id_of: Option<IdOf>,
}

/// The identifier of a level; `None` for levels that have none.
pub type IdOf = fn(&Level) -> Option<String>;

/// The encoding of `.sok` rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowEncoding {
    /// One line per row.
    #[default]
    Plain,
    /// Run-length encoded, all rows in one line.
    RunLength,
}

impl WriteOptions {
    /// Default options for this format.
    #[must_use]
    pub fn new(format: Format) -> WriteOptions {
        let encoding = RowEncoding::Plain;
        WriteOptions { format, legend: None, dialect: None, encoding, branch: None, id_of: None }
    }
}

/// Recognises a level of our own branch, which can be written with all its furnishings.
pub(super) type Recognise = fn(&Level) -> Option<NewDescription>;
