//! The facts about one level.

use sokolab::Level;
use sokolab::analysis::Analysis;
use sokolab_wire::Place;

use crate::batch::EarlierLine;
use crate::exit::{self, Exit};

/// A level and the facts about it.
#[derive(Debug)]
pub(super) struct AnalyzedLevel {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) facts: Analysis,
}

/// The exit code of a line of an earlier run.
pub(super) fn earlier_exit(line: &EarlierLine) -> Exit {
    match line.status.as_deref() {
        None => exit::DONE,
        Some("failed") => exit::FAILED,
        Some(_) => exit::NEGATIVE,
    }
}
