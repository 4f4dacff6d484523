//! A level as it was read, with everything its author wrote about it. It may be unplayable.

use std::sync::Arc;

use crate::finding::{Finding, Location};
use crate::nethack_description::NethackDescription;
use crate::picture::Picture;
use crate::rule_set::Rules;
use crate::source::Source;

/// A field or comment that describes a level or a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `Key: value`, as written.
    Field {
        /// The key, in the author's spelling.
        key: String,
        /// The value, trimmed.
        value: String,
    },
    /// Free text of one or more lines.
    Comment(String),
}

/// The fields and comments of a level or a collection, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes(pub Vec<Note>);

impl Notes {
    /// The value of the first field with this key, ignoring case.
    #[must_use]
    pub fn field(&self, wanted: &str) -> Option<&str> {
        self.0.iter().find_map(|note| match note {
            Note::Field { key, value } if key.eq_ignore_ascii_case(wanted) => Some(value.as_str()),
            _ => None,
        })
    }
}

/// A saved game or solution stored with a level. Its moves are unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Its title; `Solution` if the file gives none.
    pub title: String,
    /// The moves, as written.
    pub moves: String,
    /// Its fields and comments.
    pub notes: Notes,
}

/// A level as written: a picture with a rule set and notes.
///
/// It may be unplayable; [`check`](crate::check) decides, and turns it into a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its title.
    pub title: Option<String>,
    /// The picture as drawn.
    pub picture: Picture,
    /// The rules it is meant for.
    pub rules: Rules,
    /// Fields and comments by its author, except the title.
    pub notes: Notes,
    /// Saved games and solutions stored with it.
    pub snapshots: Vec<Snapshot>,
    /// Fields and comments of the whole collection.
    pub collection: Arc<Notes>,
    /// Solver options stored with the level, as in the files of `petersohn`'s program.
    pub options: Vec<(String, String)>,
    /// The parts of a `NetHack` level description that are not the puzzle.
    pub nethack: Option<Box<NethackDescription>>,
    /// Unknown keys of the JSON line the level was read from, with their values as JSON.
    pub input: Vec<(String, String)>,
    /// Its place in the file.
    pub source: Source,
    /// Problems found while reading; a level with an error here is not playable.
    pub findings: Vec<Finding>,
}

impl Level {
    /// A level that consists of a picture only, without metadata.
    #[must_use]
    pub fn from_picture(picture: Picture, rules: Rules) -> Level {
        Level {
            title: None,
            picture,
            rules,
            notes: Notes::default(),
            snapshots: Vec::new(),
            collection: Arc::default(),
            options: Vec::new(),
            nethack: None,
            input: Vec::new(),
            source: Source::default(),
            findings: Vec::new(),
        }
    }

    /// The same level under other rules.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Level {
        Level { rules, ..self }
    }

    /// Its author, or the author of its collection.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.notes.field("author").or_else(|| self.collection.field("author"))
    }

    /// Its copyright notice, or that of its collection.
    #[must_use]
    pub fn copyright(&self) -> Option<&str> {
        self.notes.field("copyright").or_else(|| self.collection.field("copyright"))
    }

    /// The location in the file of the place in column `x` of row `y`.
    #[must_use]
    pub fn location(&self, x: usize, y: usize) -> Location {
        self.source.location(x, y)
    }
}
