//! A line for a level that cannot be used.

use serde::{Deserialize, Serialize};
use sokolab::{Finding, Level};

use crate::place::{Place, Subject};
use crate::reason::reason;

/// Says that a level cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvalidLine {
    /// The schema of the command's other lines.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// Always `invalid`.
    pub status: String,
    /// What is wrong with it.
    pub reason: String,
}

impl InvalidLine {
    /// The line for a level with these findings, for a command whose lines have `schema`.
    #[must_use]
    pub fn new(schema: &str, place: Place, level: &Level, findings: &[Finding]) -> InvalidLine {
        InvalidLine {
            schema: schema.to_owned(),
            subject: Subject::new(place, level),
            status: "invalid".to_owned(),
            reason: level.rules.translate(&reason(findings)),
        }
    }
}
