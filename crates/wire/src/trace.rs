//! Lines of `soko trace`.

use serde::Serialize;
use sokolab::constraint::watch::{WatchRecord, WatchStage};
use sokolab::{Level, Technique, Unit};

use crate::place::{Place, Subject};

/// What a method was seen to believe.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceLine {
    /// Name and version of this schema.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// The method.
    pub method: String,
    /// What a plane counts: `moves` or `pushes`.
    pub unit: &'static str,
    /// The length that was examined.
    pub length: u32,
    /// Whether propagation refutes this length; it says nothing about others.
    pub refuted: bool,
    /// One after the other.
    pub stages: Vec<TraceStage>,
    /// Tiles that propagation kept although no sequence of moves of this length has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed: Option<usize>,
    /// The number of tiles that patterns would remove, and of those that would follow from them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knockouts: Option<[usize; 2]>,
}

/// A stage of a trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceStage {
    /// What it is.
    pub name: String,
    /// What to see in it.
    pub remark: String,
    /// The keepers expected in each plane.
    pub keepers: Vec<f32>,
    /// The cells with a choice left in each plane.
    pub open: Vec<usize>,
    /// The tiles left in each plane.
    pub left: Vec<u64>,
    /// Tiles removed, by reason.
    pub removed: Vec<(String, usize)>,
}

impl TraceLine {
    /// The name and version of the form.
    pub const SCHEMA: &'static str = "sokolab/trace/1";

    /// What was seen of a level.
    #[must_use]
    pub fn new(
        place: Place,
        level: &Level,
        technique: Technique,
        watched: &WatchRecord,
    ) -> TraceLine {
        TraceLine {
            schema: TraceLine::SCHEMA.to_owned(),
            subject: Subject::new(place, level),
            method: technique.name().to_owned(),
            unit: match watched.unit {
                Unit::Moves => "moves",
                Unit::Pushes => "pushes",
            },
            length: watched.length,
            refuted: watched.is_refuted,
            stages: watched.stages.iter().map(TraceStage::from).collect(),
            missed: watched.missed.map(|(missed, _)| missed),
            knockouts: watched.knockouts.map(|it| [it.removed, it.followed]),
        }
    }
}

impl From<&WatchStage> for TraceStage {
    fn from(stage: &WatchStage) -> TraceStage {
        let hundredths = |number: f32| (number * 100.0).round() / 100.0;
        let planes = || stage.planes.iter();
        TraceStage {
            name: stage.name.to_owned(),
            remark: stage.remark.clone(),
            keepers: planes().map(|plane| hundredths(plane.keepers())).collect(),
            open: planes()
                .map(|plane| plane.cells.iter().filter(|cell| cell.left > 1).count())
                .collect(),
            left: planes()
                .map(|plane| plane.cells.iter().map(|cell| u64::from(cell.left)).sum())
                .collect(),
            removed: stage
                .removals
                .iter()
                .map(|removals| (removals.reason.to_owned(), removals.count))
                .collect(),
        }
    }
}
