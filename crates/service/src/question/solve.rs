//! `solve`: a solution, or a proof that there is none.

use schemars::JsonSchema;
use serde::Deserialize;
use sokolab::{Method, Objective, Request, solve};
use sokolab_wire::SolveLine;

use super::{Question, json};
use crate::job::Job;
use crate::level_text::{LevelText, place};
use crate::position::Position;
use crate::refusal::Refusal;

/// Looks for a solution.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Solve {
    level: LevelText,
    /// Moves made already: the solution begins after them.
    #[serde(default)]
    moves: String,
    /// What to find.
    #[serde(default)]
    objective: Option<Objective>,
    /// How to search.
    #[serde(default)]
    method: Option<Method>,
    /// The time limit.
    #[serde(default)]
    seconds: Option<f64>,
    /// The limit on states expanded.
    #[serde(default)]
    nodes: Option<u64>,
    /// The limit on threads.
    #[serde(default)]
    threads: Option<usize>,
}

/// The time limit if none is given.
const SECONDS_DEFAULT: f64 = 60.0;

impl Question for Solve {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let level = match self.moves.as_str() {
            "" => level,
            moves => Position::after(&level, moves, &job.limits)?.as_level(&level),
        };
        let objective = self.objective.unwrap_or_default();
        job.limit_seconds(self.seconds.unwrap_or(SECONDS_DEFAULT));
        let threads = self.threads.unwrap_or(job.limits.threads_max);
        let request = Request {
            objective,
            method: self.method.unwrap_or_default(),
            budget: job.budget(self.nodes),
            threads: threads.clamp(1, job.limits.threads_max.max(1)),
            ..Request::new(&level)
        };
        let report = solve(&request, &mut |progress| job.look(progress));
        let place = place(self.level.number.unwrap_or(1));
        json(&SolveLine::new(place, &level, objective, &report, job.spent()))
    }
}
