//! A line of `soko solve --format jsonl`.

use serde::{Deserialize, Serialize};
use sokolab::{Level, Objective, Outcome, ProofSummary, Pruned, RefutedHorizon, Report, Unit};

use crate::place::{Place, Subject};
use crate::reason::{limit, reason_of};
use crate::why::Why;

/// The outcome for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A solution was found.
    Solved,
    /// It is proved that there is none.
    Unsolvable,
    /// A limit was hit.
    Stopped,
    /// The level cannot be played.
    Invalid,
    /// An internal error ended the work on it.
    Failed,
}

/// What a level cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Wall-clock seconds from the reading of the level to the replay of its solution.
    pub seconds: f64,
    /// Processor seconds of the whole process over the same period.
    pub cpu_seconds: f64,
}

/// What the search for a certificate came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofCost {
    /// The length of the certificate; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// States that it lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// States expanded in the search for patterns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lemma_nodes: Option<u64>,
    /// Why there is no certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Processor seconds, beyond those of the search without proof.
    pub cpu_seconds: f64,
}

impl ProofCost {
    /// The cost of a certificate.
    #[must_use]
    pub fn made(proved: &ProofSummary, cpu_seconds: f64) -> ProofCost {
        ProofCost {
            bytes: Some(proved.bytes),
            states: Some(proved.states),
            lemma_nodes: Some(proved.lemma_nodes),
            reason: None,
            cpu_seconds: rounded(cpu_seconds),
        }
    }

    /// The cost of a search that found no certificate.
    #[must_use]
    pub fn failed(reason: String, cpu_seconds: f64) -> ProofCost {
        let cpu_seconds = rounded(cpu_seconds);
        let reason = Some(reason);
        ProofCost { bytes: None, states: None, lemma_nodes: None, reason, cpu_seconds }
    }
}

/// The result for one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolveLine {
    /// `sokolab/solve/1`.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// The outcome.
    pub status: Status,
    /// The limit that was hit, what is wrong with the level, or what to report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why there is no solution, if that is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// What was wanted.
    pub objective: String,
    /// Whether the solution is proved to be the best for the objective.
    pub optimal: bool,
    /// Its pushes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes: Option<usize>,
    /// Its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// The solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The least that any solution can cost in the objective's unit.
    pub lower_bound: u64,
    /// The horizon up to which constraint methods have proved that there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_solution_up_to: Option<NoSolutionUpTo>,
    /// What tree search pruned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pruned: Option<PrunedCounts>,
    /// The method that was used.
    pub method: String,
    /// Why the requested method was not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// States expanded.
    pub nodes: u64,
    /// States expanded by small searches inside the search.
    pub lemma_nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
    /// The most bytes that tables and arenas took.
    pub memory_bytes: u64,
    /// The cost of the certificate, if one was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofCost>,
}

/// A number of moves or pushes up to which there is no solution. There may be longer ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoSolutionUpTo {
    /// This many moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// This many pushes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes: Option<u64>,
}

impl NoSolutionUpTo {
    fn new(none: RefutedHorizon) -> NoSolutionUpTo {
        let count = |unit| (none.unit == unit).then_some(none.count);
        NoSolutionUpTo { moves: count(Unit::Moves), pushes: count(Unit::Pushes) }
    }
}

/// How many pushes or states each kind of inference removed from a tree search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrunedCounts {
    /// Pushes onto dead squares.
    pub dead_squares: u64,
    /// Pushes that complete a small group of boxes that is dead together.
    pub blocks: u64,
    /// Pushes that freeze a box off the goals.
    pub frozen: u64,
    /// States whose boxes cannot be matched with goals.
    pub matching: u64,
    /// States that constraint propagation refutes.
    pub propagation: u64,
    /// States whose successors are all dead.
    pub exhausted: u64,
}

impl PrunedCounts {
    fn new(pruned: Pruned) -> PrunedCounts {
        let Pruned { dead_squares, blocks, frozen, matching, propagation, exhausted } = pruned;
        PrunedCounts { dead_squares, blocks, frozen, matching, propagation, exhausted }
    }
}

/// These clocks are not more accurate than a microsecond.
pub(crate) fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

impl SolveLine {
    /// The line for a report.
    #[must_use]
    pub fn new(
        place: Place,
        level: &Level,
        objective: Objective,
        report: &Report,
        spent: Spent,
    ) -> SolveLine {
        let mut line = SolveLine {
            schema: "sokolab/solve/1".to_owned(),
            subject: Subject::new(place, level),
            status: Status::Unsolvable,
            reason: None,
            why: None,
            objective: objective.name().to_owned(),
            optimal: false,
            pushes: None,
            moves: None,
            solution: None,
            lower_bound: report.lower_bound,
            no_solution_up_to: report.none_up_to.map(NoSolutionUpTo::new),
            pruned: report.pruned.map(PrunedCounts::new),
            method: report.method.name().to_owned(),
            note: report.fallback.map(|it| it.to_string()),
            nodes: report.nodes,
            lemma_nodes: report.lemma_nodes,
            seconds: rounded(spent.seconds),
            cpu_seconds: rounded(spent.cpu_seconds),
            memory_bytes: report.memory_bytes,
            proof: None,
        };
        match &report.outcome {
            Outcome::Solved { solution, optimal, stopped } => {
                line.status = Status::Solved;
                line.optimal = *optimal;
                line.reason = stopped.map(limit);
                line.pushes = Some(solution.measures().pushes);
                line.moves = Some(solution.measures().moves);
                line.solution = Some(solution.moves().to_string());
            }
            Outcome::Unsolvable => {
                line.why = Some(Why::new(level, report));
            }
            Outcome::Stopped(reason) => {
                line.status = Status::Stopped;
                line.reason = Some(limit(*reason));
            }
            Outcome::Invalid(findings) => {
                line.status = Status::Invalid;
                line.reason = Some(reason_of(findings));
            }
            Outcome::Failed(error) => {
                line.status = Status::Failed;
                line.reason = Some(error.message.clone());
            }
        }
        line
    }
}
