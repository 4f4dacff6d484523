//! Why a level has no solution.

use serde::{Deserialize, Serialize};
use sokolab::analysis::Refutation;
use sokolab::{Level, check, square_name};

/// The reason that a detector proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The name of the kind of deadlock.
    pub kind: String,
    /// The squares of the boxes concerned.
    pub boxes: Vec<String>,
    /// The reason as a sentence.
    pub sentence: String,
}

impl Why {
    /// The reason for which `level` has no solution.
    #[must_use]
    pub fn new(level: &Level, refutation: &Refutation) -> Why {
        let boxes = refutation.deadlock.boxes.iter();
        let names =
            check(level).map(|(board, _)| boxes.map(|it| square_name(&board, it)).collect());
        Why {
            kind: refutation.deadlock.kind.name().to_owned(),
            boxes: names.unwrap_or_default(),
            sentence: refutation.sentence.clone(),
        }
    }
}
