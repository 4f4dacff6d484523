//! Events while a question is being answered.

use serde::Serialize;
use serde_json::{Value, json};
use sokolab::{ImprovementProgress, Progress};

/// An event while a question is being answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// `progress`, or `level` for a level that was generated.
    pub name: &'static str,
    /// The details.
    pub data: Value,
}

impl Event {
    pub(crate) fn of_search(progress: &Progress, seconds: f64) -> Event {
        let Progress { nodes, open, seen, lower_bound, best, memory_bytes, .. } = *progress;
        let data = json!({
            "nodes": nodes,
            "open": open,
            "seen": seen,
            "lower_bound": lower_bound,
            "best": best,
            "memory_bytes": memory_bytes,
            "seconds": seconds,
        });
        Event { name: "progress", data }
    }

    pub(crate) fn of_improvement(progress: &ImprovementProgress, seconds: f64) -> Event {
        let ImprovementProgress { nodes, pushes, moves, .. } = *progress;
        let data = json!({ "nodes": nodes, "pushes": pushes, "moves": moves, "seconds": seconds });
        Event { name: "progress", data }
    }

    pub(crate) fn of_level(data: Value) -> Event {
        Event { name: "level", data }
    }
}
