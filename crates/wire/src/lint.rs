//! A line of `soko lint --format jsonl`.

use serde::{Deserialize, Serialize};
use sokolab::{Finding, Level, Rules, Severity};

use crate::place::{Place, Subject};

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

impl FindingLine {
    /// The line for a finding about a level with these rules.
    #[must_use]
    pub fn new(finding: &Finding, rules: Rules) -> FindingLine {
        let severity = match finding.kind.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        FindingLine {
            code: finding.kind.code().to_owned(),
            severity: severity.to_owned(),
            line: finding.location.map(|it| it.line),
            column: finding.location.map(|it| it.column),
            message: finding.message(rules),
            help: finding.help(rules),
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
    pub subject: Subject,
    /// The findings; empty if there are none.
    pub findings: Vec<FindingLine>,
}

impl LintLine {
    /// The line for a level with these findings.
    #[must_use]
    pub fn new(place: Place, level: &Level, findings: &[Finding]) -> LintLine {
        LintLine {
            schema: "sokolab/lint/1".to_owned(),
            subject: Subject::new(place, level),
            findings: findings.iter().map(|it| FindingLine::new(it, level.rules)).collect(),
        }
    }
}
