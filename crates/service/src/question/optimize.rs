//! `optimize`: a shorter solution.

use schemars::JsonSchema;
use serde::Deserialize;
use sokolab::{ImprovementRequest, LetterCase, Objective, optimise, verify};
use sokolab_wire::OptimizeLine;

use super::{Question, json};
use crate::job::Job;
use crate::level_text::{LevelText, place};
use crate::position::read_moves;
use crate::refusal::Refusal;

/// Makes a solution shorter.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Optimize {
    level: LevelText,
    /// The solution to improve.
    moves: String,
    /// What to minimise first.
    #[serde(default)]
    objective: Better,
    /// The time limit.
    #[serde(default)]
    seconds: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Better {
    /// Fewer pushes, then moves.
    #[default]
    Pushes,
    /// Fewer moves, then pushes.
    Moves,
}

/// The default time limit.
const SECONDS_DEFAULT: f64 = 20.0;

impl Question for Optimize {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let moves = read_moves(&self.moves, &job.limits)?;
        let verdict = verify(&level, &moves, LetterCase::Corrected);
        let solution = verdict.map_err(|it| Refusal::moves(it.to_string()))?.solution;
        let objective = match self.objective {
            Better::Pushes => Objective::Pushes,
            Better::Moves => Objective::Moves,
        };
        job.limit_seconds(self.seconds.unwrap_or(SECONDS_DEFAULT));
        let request = ImprovementRequest {
            objective,
            budget: job.budget(None),
            ..ImprovementRequest::new(&level, &solution)
        };
        let improved = optimise(&request, &mut |progress| job.look_at_improvement(progress));
        let from = ("given", solution.measures());
        let place = place(self.level.number.unwrap_or(1));
        json(&OptimizeLine::new(place, &level, objective, from, &improved, job.spent()))
    }
}
