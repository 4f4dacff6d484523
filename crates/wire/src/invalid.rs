//! A line for a level that cannot be used.

use serde::{Deserialize, Serialize};
use sokolab::{Finding, Level};

use crate::place::Place;

/// Says that a level cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvalidLine {
    /// Which level.
    #[serde(flatten)]
    pub place: Place,
    /// Its title.
    pub title: Option<String>,
    /// Always `invalid`.
    pub status: String,
    /// What is wrong with it.
    pub reason: String,
}

impl InvalidLine {
    /// The line for a level with these findings.
    #[must_use]
    pub fn new(place: Place, level: &Level, findings: &[Finding]) -> InvalidLine {
        let (title, status) = (level.title.clone(), "invalid".to_owned());
        InvalidLine { place, title, status, reason: reason(findings) }
    }
}

/// Codes and sentences of findings in one line.
pub(crate) fn reason(findings: &[Finding]) -> String {
    let reasons: Vec<String> =
        findings.iter().map(|it| format!("{} {it}", it.kind.code())).collect();
    reasons.join("; ")
}
