//! A line of `soko lint --format jsonl`.

use serde::{Deserialize, Serialize};
use sokolab::{Finding, Severity};

use crate::place::Place;

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingLine {
    /// Its stable code.
    pub code: String,
    /// `error` or `warning`.
    pub severity: String,
    /// The line in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What was found.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl From<&Finding> for FindingLine {
    fn from(finding: &Finding) -> FindingLine {
        let severity = match finding.kind.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        FindingLine {
            code: finding.kind.code().to_owned(),
            severity: severity.to_owned(),
            line: finding.location.map(|it| it.line),
            column: finding.location.map(|it| it.column),
            message: finding.kind.to_string(),
            help: finding.kind.help().to_owned(),
        }
    }
}

/// The findings about one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LintLine {
    /// `sokolab/lint/1`.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub place: Place,
    /// Its title.
    pub title: Option<String>,
    /// What was found; nothing for a level in good order.
    pub findings: Vec<FindingLine>,
}
