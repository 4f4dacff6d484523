//! A line for a level that failed with an internal error.

use serde::{Deserialize, Serialize};
use sokolab::Level;

use crate::place::{Place, Subject};

/// A level that failed with an internal error, and what to report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedLine {
    /// The schema of the other lines.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// Always `failed`.
    pub status: String,
    /// What to report.
    pub reason: String,
}

impl FailedLine {
    /// The line for a level.
    #[must_use]
    pub fn new(schema: &str, place: Place, level: &Level, reason: String) -> FailedLine {
        let (schema, status) = (schema.to_owned(), "failed".to_owned());
        FailedLine { schema, subject: Subject::new(place, level), status, reason }
    }
}
