//! A level as it was read, with everything its author wrote about it. It may be unplayable.

use std::sync::Arc;

use crate::finding::{Finding, Location};
use crate::nethack_description::NethackText;
use crate::picture::Picture;
use crate::rule_set::Rules;
use crate::source::Source;

/// One thing said about a level or a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `Key: value`, as written.
    Field {
        /// The key, in the author's spelling.
        key: String,
        /// The value, trimmed.
        value: String,
    },
    /// Free text, of one or several lines.
    Comment(String),
}

/// What is said about a level or a collection, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes(pub Vec<Note>);

impl Notes {
    /// The value of the first field with this key, whatever its case.
    #[must_use]
    pub fn field(&self, wanted: &str) -> Option<&str> {
        self.0.iter().find_map(|note| match note {
            Note::Field { key, value } if key.eq_ignore_ascii_case(wanted) => Some(value.as_str()),
            _ => None,
        })
    }
}

/// A saved game or solution that was stored with a level. Nothing is promised about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// What it is called; `Solution` if nothing was said.
    pub title: String,
    /// The moves, as written.
    pub moves: String,
    /// What was said about it.
    pub notes: Notes,
}

/// A level as written: a picture with a rule set and what was said about it.
///
/// It may be unplayable; [`check`](crate::check) tells, and makes a board of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its title.
    pub title: Option<String>,
    /// What is drawn.
    pub picture: Picture,
    /// The rules it is meant for.
    pub rules: Rules,
    /// What its author said about it, title apart.
    pub notes: Notes,
    /// Saved games and solutions stored with it.
    pub snapshots: Vec<Snapshot>,
    /// What was said about the whole collection.
    pub collection: Arc<Notes>,
    /// Options for a solver that were stored with it, as `petersohn`'s games have them.
    pub options: Vec<(String, String)>,
    /// The parts of a `NetHack` level description that are not the puzzle.
    pub nethack: Option<Box<NethackText>>,
    /// What else stood in the JSON line it was read from: keys that mean nothing here, with their
    /// values as JSON.
    pub input: Vec<(String, String)>,
    /// Where it was found.
    pub source: Source,
    /// What was wrong with the text; a level with an error here is not playable.
    pub findings: Vec<Finding>,
}

impl Level {
    /// A level that is only a picture.
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

    /// Its author, or else that of its collection.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.notes.field("author").or_else(|| self.collection.field("author"))
    }

    /// Its copyright, or else that of its collection.
    #[must_use]
    pub fn copyright(&self) -> Option<&str> {
        self.notes.field("copyright").or_else(|| self.collection.field("copyright"))
    }

    /// Where the place in column `x` of row `y` stands in the file.
    #[must_use]
    pub fn location(&self, x: usize, y: usize) -> Location {
        self.source.location(x, y)
    }
}
