//! A line of `soko check-proof --format jsonl`.

use serde::{Deserialize, Serialize};
use sokolab::Level;
use sokolab::proof::{Accepted, Claim, Header};

use crate::place::{Place, Subject};
use crate::solve::{Spent, rounded};

/// The verdict on one certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckProofLine {
    /// `sokolab/check-proof/1`.
    pub schema: String,
    /// Which level; absent if no level that was read matches.
    #[serde(flatten)]
    pub subject: Option<Subject>,
    /// The number of the certificate in its file, from 1.
    pub proof: usize,
    /// Whether it is accepted.
    pub ok: bool,
    /// `unsolvable`, `pushes` or `moves`.
    pub claim: String,
    /// The least that every solution costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// Whether a solution must have a push, even if the level starts solved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cyclic: bool,
    /// States listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// Patterns listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<u64>,
    /// Price lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists: Option<u64>,
    /// The largest cost of a state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Bytes without compression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// How often the file was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u64>,
    /// The first step that does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
}

impl CheckProofLine {
    /// The line for a certificate that has not been accepted yet.
    #[must_use]
    pub fn new(
        about: Option<(Place, &Level)>,
        proof: usize,
        header: &Header,
        spent: Spent,
    ) -> CheckProofLine {
        CheckProofLine {
            schema: "sokolab/check-proof/1".to_owned(),
            subject: about.map(|(place, level)| Subject::new(place, level)),
            proof,
            ok: false,
            claim: match header.claim {
                Claim::Unsolvable => "unsolvable",
                Claim::Pushes(_) => "pushes",
                Claim::Moves(_) => "moves",
            }
            .to_owned(),
            bound: header.claim.bound(),
            cyclic: header.cyclic,
            states: None,
            patterns: None,
            lists: None,
            depth: None,
            bytes: None,
            passes: None,
            step: None,
            message: None,
            seconds: rounded(spent.seconds),
            cpu_seconds: rounded(spent.cpu_seconds),
        }
    }

    /// The same for one that is accepted.
    #[must_use]
    pub fn accepted(self, accepted: &Accepted) -> CheckProofLine {
        let statistics = &accepted.statistics;
        CheckProofLine {
            ok: true,
            states: Some(statistics.states),
            patterns: Some(statistics.patterns),
            lists: Some(statistics.lists),
            depth: self.bound.map(|_| statistics.depth),
            bytes: Some(statistics.bytes),
            passes: Some(statistics.passes),
            ..self
        }
    }

    /// The same for one that is refused.
    #[must_use]
    pub fn refused(self, step: &str, message: &str) -> CheckProofLine {
        let (step, message) = (Some(step.to_owned()), Some(message.to_owned()));
        CheckProofLine { step, message, ..self }
    }
}
