//! Which level of which file an object is about.

use serde::{Deserialize, Serialize};
use sokolab::Level;

/// A level by its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file as it was named; `-` for standard input.
    pub file: String,
    /// The level's number in its file, from 1.
    pub level: usize,
}

/// A level by its place, with what one calls it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// Its title.
    pub title: Option<String>,
    /// The rule set's name.
    pub rules: String,
}

impl Subject {
    /// The level at a place.
    #[must_use]
    pub fn new(place: Place, level: &Level) -> Subject {
        Subject { place, title: level.title.clone(), rules: level.rules.name().to_owned() }
    }
}
