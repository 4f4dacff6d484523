//! A line of `soko optimize --format jsonl`.

use serde::{Deserialize, Serialize};
use sokolab::{ImprovementReport, Level, Measures, Objective};

use crate::place::{Place, Subject};
use crate::solve::{Spent, Status, rounded};

/// The result for one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptimizeLine {
    /// `sokolab/optimize/1`.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// The outcome; without an initial solution there is nothing to improve.
    pub status: Status,
    /// The limit that was hit, or why there is nothing to improve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What makes a solution better.
    pub objective: String,
    /// The source of the initial solution: `given`, `stored` with the level, or `solved`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Pushes of the first solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes_before: Option<usize>,
    /// Moves of the first solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_before: Option<usize>,
    /// Pushes of the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes: Option<usize>,
    /// Moves of the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// The best solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// States expanded.
    pub nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
    /// The most bytes that tables and arenas took.
    pub memory_bytes: u64,
}

impl OptimizeLine {
    /// The line for a level without a solution to improve.
    #[must_use]
    pub fn without_solution(
        place: Place,
        level: &Level,
        objective: Objective,
        (status, reason): (Status, Option<String>),
        spent: Spent,
    ) -> OptimizeLine {
        OptimizeLine {
            schema: "sokolab/optimize/1".to_owned(),
            subject: Subject::new(place, level),
            status,
            reason,
            objective: objective.name().to_owned(),
            origin: None,
            pushes_before: None,
            moves_before: None,
            pushes: None,
            moves: None,
            solution: None,
            nodes: 0,
            seconds: rounded(spent.seconds),
            cpu_seconds: rounded(spent.cpu_seconds),
            memory_bytes: 0,
        }
    }

    /// The line for an improved solution that came from `origin` and had the length `before`.
    #[must_use]
    pub fn new(
        place: Place,
        level: &Level,
        objective: Objective,
        (origin, before): (&str, Measures),
        improved: &ImprovementReport,
        spent: Spent,
    ) -> OptimizeLine {
        let reason = improved.stopped.map(|reason| reason.name().to_owned());
        let measures = improved.solution.measures();
        let status = (Status::Solved, reason);
        OptimizeLine {
            origin: Some(origin.to_owned()),
            pushes_before: Some(before.pushes),
            moves_before: Some(before.moves),
            pushes: Some(measures.pushes),
            moves: Some(measures.moves),
            solution: Some(improved.solution.moves().to_string()),
            nodes: improved.nodes,
            memory_bytes: improved.memory_bytes,
            ..OptimizeLine::without_solution(place, level, objective, status, spent)
        }
    }
}
