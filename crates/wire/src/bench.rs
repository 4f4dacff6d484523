//! The last line of `soko bench --format jsonl`: the summary.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The result over all levels of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchLine {
    /// `sokolab/bench/1`.
    pub schema: String,
    /// What was wanted.
    pub objective: String,
    /// The requested method.
    pub method: String,
    /// The limit in processor seconds per level.
    pub time: f64,
    /// How many levels there were.
    pub levels: usize,
    /// Levels whose results come from an earlier run.
    pub kept: usize,
    /// Levels with a solution.
    pub solved: usize,
    /// Levels whose solution is proved to be the best for the objective.
    pub optimal: usize,
    /// Levels proved to have no solution.
    pub unsolvable: usize,
    /// Levels without an answer, by the limit that was hit.
    pub stopped: BTreeMap<String, usize>,
    /// Levels that cannot be played.
    pub invalid: usize,
    /// Numbers of levels solved (optimally if requested) within given processor seconds.
    pub solved_within: Vec<SolvedWithin>,
    /// Processor seconds of all levels.
    pub cpu_seconds: f64,
    /// Wall-clock seconds of all levels.
    pub seconds: f64,
    /// States expanded.
    pub nodes: u64,
    /// States expanded by small searches inside the searches.
    pub lemma_nodes: u64,
    /// States expanded in a processor second.
    pub nodes_per_cpu_second: f64,
    /// Processor seconds of a level.
    pub cpu_seconds_of_a_level: Percentiles<f64>,
    /// States expanded for a level.
    pub nodes_of_a_level: Percentiles<u64>,
    /// The most bytes that tables and arenas took for a level.
    pub memory_bytes: u64,
    /// A comparison with known solutions, if some were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<KnownLine>,
}

/// How many levels were solved within a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedWithin {
    /// The processor seconds.
    pub cpu_seconds: f64,
    /// The levels solved within them.
    pub levels: usize,
}

/// The 50th, 90th and 99th percentiles over the levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Percentiles<T> {
    /// Of half of the levels.
    pub p50: T,
    /// Of nine tenths.
    pub p90: T,
    /// Of ninety-nine hundredths.
    pub p99: T,
    /// Of all.
    pub max: T,
}

/// How results compare with known solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownLine {
    /// Levels for which a solution is known.
    pub levels: usize,
    /// Levels whose fewest pushes are proved both here and elsewhere, and are equal.
    pub confirmed: usize,
    /// Claims that a known solution refutes, one sentence each.
    pub wrong: Vec<String>,
}
