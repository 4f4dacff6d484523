//! A line for a level that has no result.

use serde::{Deserialize, Serialize};
use sokolab::{Finding, Level};

use crate::place::{Place, Subject};
use crate::reason::reason_of;
use crate::solve::Status;

/// Says that a level has no result, mostly because it cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvalidLine {
    /// The schema of the command's other lines.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// `invalid` for a level that cannot be used; otherwise as for `solve`.
    pub status: Status,
    /// What is wrong with it, or what stopped the work; absent if the status says all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl InvalidLine {
    /// The line for a level with these findings, for a command whose lines have `schema`.
    #[must_use]
    pub fn new(schema: &str, place: Place, level: &Level, findings: &[Finding]) -> InvalidLine {
        let reason = level.rules.translate(&reason_of(findings));
        InvalidLine::because(schema, place, level, (Status::Invalid, Some(reason)))
    }

    /// The line for a level without a result, with the status and the reason for that.
    #[must_use]
    pub fn because(
        schema: &str,
        place: Place,
        level: &Level,
        (status, reason): (Status, Option<String>),
    ) -> InvalidLine {
        InvalidLine {
            schema: schema.to_owned(),
            subject: Subject::new(place, level),
            status,
            reason,
        }
    }
}
