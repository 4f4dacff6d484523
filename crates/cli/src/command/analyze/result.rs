//! What one level tells.

use sokolab::Level;
use sokolab::analysis::Analysis;
use sokolab_wire::Place;

/// A level and the facts about it.
#[derive(Debug)]
pub(super) struct AnalyzedLevel {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) facts: Analysis,
}
