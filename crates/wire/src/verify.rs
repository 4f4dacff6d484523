//! A line of `soko verify --format jsonl`.

use serde::{Deserialize, Serialize};
use sokolab::{Refusal, Verdict};

use crate::place::Place;

/// The verdict on one claimed solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyLine {
    /// Which level.
    #[serde(flatten)]
    pub place: Place,
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
    /// Something odd about moves that were accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

impl VerifyLine {
    /// The line for a verdict of the referee.
    #[must_use]
    pub fn new(place: Place, verdict: &Result<Verdict, Refusal>) -> VerifyLine {
        match verdict {
            Ok(verdict) => VerifyLine {
                ok: true,
                pushes: Some(verdict.solution.measures().pushes),
                moves: Some(verdict.solution.measures().moves),
                warning: verdict.wrong_case.map(|index| {
                    format!("move {index} has a letter of the wrong case; capitals are pushes")
                }),
                ..VerifyLine::blank(place)
            },
            Err(refusal) => VerifyLine {
                keeper: refusal.keeper().map(|(x, y)| (x + 1, y + 1)),
                ..VerifyLine::refused(place, refusal.code(), refusal.index(), refusal.to_string())
            },
        }
    }

    /// The line for a claim that did not reach the referee.
    #[must_use]
    pub fn refused(place: Place, code: &str, index: Option<usize>, message: String) -> VerifyLine {
        let (code, message) = (Some(code.to_owned()), Some(message));
        VerifyLine { code, index, message, ..VerifyLine::blank(place) }
    }

    fn blank(place: Place) -> VerifyLine {
        VerifyLine {
            place,
            ok: false,
            pushes: None,
            moves: None,
            code: None,
            index: None,
            keeper: None,
            message: None,
            warning: None,
        }
    }
}
