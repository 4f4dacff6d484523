//! A line of `soko verify --format jsonl`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sokolab::{Level, Refusal, Verified};

use crate::place::{Place, Subject};

/// The verdict on one claimed solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyLine {
    /// `sokolab/verify/1`.
    pub schema: String,
    /// Which level, as far as it is known.
    #[serde(flatten)]
    pub place: Place,
    /// The hash of its canonical form; `null` if there is no such level or it cannot be played.
    pub id: Option<String>,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rule set's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The line of the solution in its file, from 1, if solutions come from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Whether the moves solve it.
    pub ok: bool,
    /// Pushes of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes: Option<usize>,
    /// Moves of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// Why it was refused, as a stable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The move it is about, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// Column and row of the keeper there, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keeper: Option<(usize, usize)>,
    /// Why, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// An oddity of accepted moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The rows of the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
    /// The `NetHack` description of the level without the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nethack: Option<Value>,
    /// The unknown keys of the JSON line it was read from, unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Value>,
    /// Warnings about the level that a player should know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl VerifyLine {
    /// The line for a verdict of the referee.
    #[must_use]
    pub fn new(place: Place, level: &Level, verdict: &Result<Verified, Refusal>) -> VerifyLine {
        match verdict {
            Ok(verdict) => VerifyLine {
                ok: true,
                pushes: Some(verdict.solution.measures().pushes),
                moves: Some(verdict.solution.measures().moves),
                warning: verdict.wrong_case.map(|index| {
                    let number = index + 1;
                    format!("move {number} has a letter of the wrong case; capitals are pushes")
                }),
                ..VerifyLine::about(place, Some(level))
            },
            Err(refusal) => VerifyLine {
                index: refusal.index(),
                keeper: refusal.keeper().map(|(x, y)| (x + 1, y + 1)),
                ..VerifyLine::refused(place, Some(level), refusal.code(), refusal.to_string())
            },
        }
    }

    /// The line for a claim that never reached the referee; `level` is its level, if there is one.
    #[must_use]
    pub fn refused(place: Place, level: Option<&Level>, code: &str, message: String) -> VerifyLine {
        let (code, message) = (Some(code.to_owned()), Some(message));
        VerifyLine { code, message, ..VerifyLine::about(place, level) }
    }

    fn about(place: Place, level: Option<&Level>) -> VerifyLine {
        let subject = level.map(|level| Subject::new(place.clone(), level));
        let mut line = VerifyLine {
            schema: "sokolab/verify/1".to_owned(),
            place,
            id: None,
            title: None,
            rules: None,
            line: None,
            ok: false,
            pushes: None,
            moves: None,
            code: None,
            index: None,
            keeper: None,
            message: None,
            warning: None,
            rows: None,
            nethack: None,
            input: None,
            warnings: Vec::new(),
        };
        if let Some(subject) = subject {
            let Subject { id, title, rules, rows, nethack, input, warnings, .. } = subject;
            (line.id, line.title, line.rules, line.rows) = (id, title, Some(rules), rows);
            (line.nethack, line.input) = (nethack, input);
            line.warnings = warnings;
        }
        line
    }
}
