//! Why a level has no solution.

use serde::{Deserialize, Serialize};
use sokolab::{Level, Report, check, square_name};

/// The reason proved by a detector or, if there is none, how unsolvability was proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The name of the kind of deadlock; `certificate` if it comes from a certificate, `search` if
    /// there is no simpler reason.
    pub kind: String,
    /// The squares of the boxes concerned.
    pub boxes: Vec<String>,
    /// The reason as a sentence.
    pub sentence: String,
}

impl Why {
    /// The reason why `level` has no solution, according to its `report`.
    #[must_use]
    pub fn new(level: &Level, report: &Report) -> Why {
        let sentence = level.rules.translate(&report.why_unsolvable());
        let Some(refutation) = &report.refutation else {
            return Why { kind: "search".to_owned(), boxes: Vec::new(), sentence };
        };
        let boxes = refutation.deadlock.boxes.iter();
        let names =
            check(level).map(|(board, _)| boxes.map(|it| square_name(&board, it)).collect());
        let kind = refutation.deadlock.kind.name().to_owned();
        Why { kind, boxes: names.unwrap_or_default(), sentence }
    }
}
