//! Verification of moves.

use pyo3::prelude::*;
use serde::Deserialize;
use sokolab::text::{Alphabet, parse_moves_in};
use sokolab::{LetterCase, verify as judge};
use sokolab_wire::{Place, VerifyLine};

use crate::errors::bad_argument;
use crate::level::Level;
use crate::options;
use crate::watch::detached;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyOptions {
    strict: bool,
    alphabet: String,
}

/// Replays moves on a level and returns the line of `soko verify`.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    level: &Bound<'_, Level>,
    moves: &str,
    options: &str,
) -> PyResult<String> {
    let VerifyOptions { strict, alphabet } = options::parse(options)?;
    let alphabet = match alphabet.as_str() {
        "lurd" => Alphabet::Lurd,
        "vi" => Alphabet::Vi,
        other => {
            return Err(bad_argument(format!(
                "there is no alphabet {other:?}; there are lurd, vi"
            )));
        }
    };
    let case = if strict { LetterCase::Strict } else { LetterCase::Corrected };
    let level = &*level.get().0;
    let line = detached(py, || match parse_moves_in(moves, alphabet) {
        Ok(moves) => VerifyLine::new(nowhere(), level, &judge(level, &moves, case)),
        Err(letter) => VerifyLine {
            index: Some(letter.index),
            ..VerifyLine::refused(nowhere(), Some(level), "bad_letter", letter.to_string())
        },
    })?;
    Ok(as_json(&line))
}

/// The place of a level that is in no file.
pub(crate) fn nowhere() -> Place {
    Place { file: String::new(), level: 1 }
}

/// A line as JSON.
pub(crate) fn as_json(line: &impl serde::Serialize) -> String {
    serde_json::to_string(line).expect("lines have only keys that are text")
}
