//! Why a question has no answer.

use std::fmt;

use serde::Serialize;
use sokolab::{Findings, Rules, UnknownName};

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// A stable name: `unknown_question`, `bad_question`, `bad_level`, `bad_moves`, `too_large`,
    /// `cancelled` or `failed`.
    pub code: &'static str,
    /// What is wrong and what to do, for a person.
    pub message: String,
}

impl Refusal {
    /// A refusal with this code and message.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }

    pub(crate) fn question(message: impl Into<String>) -> Refusal {
        Refusal::new("bad_question", message)
    }

    pub(crate) fn level(message: impl Into<String>) -> Refusal {
        Refusal::new("bad_level", message)
    }

    pub(crate) fn moves(message: impl Into<String>) -> Refusal {
        Refusal::new("bad_moves", message)
    }

    pub(crate) fn too_large(message: impl Into<String>) -> Refusal {
        Refusal::new("too_large", message)
    }

    /// The level cannot be played for these reasons.
    pub(crate) fn unplayable(findings: &Findings, rules: Rules) -> Refusal {
        let reasons: Vec<String> = findings.iter().map(|it| it.message(rules)).collect();
        Refusal::level(format!("the level cannot be played: {}", reasons.join("; ")))
    }

    /// The refusal as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::json!({ "error": self }).to_string()
    }
}

impl From<UnknownName> for Refusal {
    fn from(error: UnknownName) -> Refusal {
        Refusal::question(error.to_string())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}
