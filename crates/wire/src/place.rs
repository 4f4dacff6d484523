//! Which level of which file an object is about.

use serde::{Deserialize, Serialize};

/// A level by its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file as it was named; `-` for standard input.
    pub file: String,
    /// The level's number in its file, from 1.
    pub level: usize,
}
