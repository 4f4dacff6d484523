//! `solve`: a solution, or a proof that there is none.

use schemars::JsonSchema;
use serde::Deserialize;
use sokolab::{BudgetChoices, SolveChoices, solve};
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
    /// Moves made so far; the solution begins after them.
    #[serde(default)]
    moves: String,
    /// What to find, and how.
    #[serde(flatten)]
    choices: SolveChoices,
    /// The limits on states and memory.
    #[serde(flatten)]
    budget: BudgetChoices,
    /// The time limit.
    #[serde(default)]
    seconds: Option<f64>,
}

/// The default time limit.
const SECONDS_DEFAULT: f64 = 60.0;

impl Question for Solve {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let level = match self.moves.as_str() {
            "" => level,
            moves => Position::after(&level, moves, &job.limits)?.as_level(&level),
        };
        job.limit_seconds(self.seconds.unwrap_or(SECONDS_DEFAULT));
        let choices = SolveChoices { budget: self.budget, ..self.choices };
        let request = job.limits.bound(choices).request(&level);
        let report = solve(&request, &mut |progress| job.look(progress));
        let place = place(self.level.number.unwrap_or(1));
        json(&SolveLine::new(place, &level, request.objective, &report, job.spent()))
    }
}
