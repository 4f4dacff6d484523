//! `explain`: a level and its solution in sentences.

use schemars::JsonSchema;
use serde::Deserialize;
use sokolab::insight::explain::{Explanation, SolutionKnowledge, explain, plainer};
use sokolab::insight::rating::RatingLimits;
use sokolab::{
    LetterCase, Level, Objective, Outcome, Report, Request, Solution, check, solve, verify,
};
use sokolab_wire::{ExplainLine, Spoil, Why};

use super::{Question, json};
use crate::job::Job;
use crate::level_text::{LevelText, place};
use crate::position::read_moves;
use crate::refusal::Refusal;

/// Explains a level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Explain {
    level: LevelText,
    /// The solution to explain; one is looked for if absent.
    #[serde(default)]
    solution: Option<String>,
    /// The time limit.
    #[serde(default)]
    seconds: Option<f64>,
}

/// The time limit if none is given.
const SECONDS_DEFAULT: f64 = 30.0;

/// The most states of a level of which all are looked at.
const STATES_MAX: usize = 300_000;

impl Question for Explain {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let (board, _) = check(&level).map_err(|it| Refusal::unplayable(&it, level.rules))?;
        job.limit_seconds(self.seconds.unwrap_or(SECONDS_DEFAULT));
        let limits = RatingLimits::new(job.budget(Some(1_000_000)), STATES_MAX);
        let given = self.solution.as_deref().map(|text| given(&level, text, job)).transpose()?;
        let told = match given {
            Some(solution) => {
                let explained = tell(&level, SolutionKnowledge::Solution(&solution), &limits, job)?;
                Told { explained, solution: Some(solution), report: None }
            }
            None => find_and_tell(&level, &limits, job)?,
        };
        let place = place(self.level.number.unwrap_or(1));
        let subject = (&level, &board);
        let solution = told.solution.as_ref();
        let mut line = ExplainLine::new(place, subject, &told.explained, solution, Spoil::No);
        if let Some(report) = told.report {
            match report.outcome {
                Outcome::Unsolvable => {
                    "unsolvable".clone_into(&mut line.status);
                    line.why = Some(Why::new(&level, &report));
                }
                Outcome::Stopped(reason) => line.reason = Some(reason.name().to_owned()),
                _ => {}
            }
        }
        json(&line)
    }
}

/// An explanation, and what it relies on.
struct Told {
    explained: Explanation,
    solution: Option<Solution>,
    /// How the search ended, if it found nothing.
    report: Option<Report>,
}

fn given(level: &Level, text: &str, job: &Job<'_>) -> Result<Solution, Refusal> {
    let moves = read_moves(text, &job.limits)?;
    let verdict = verify(level, &moves, LetterCase::Corrected);
    Ok(verdict.map_err(|it| Refusal::moves(it.to_string()))?.solution)
}

fn tell(
    level: &Level,
    known: SolutionKnowledge<'_>,
    limits: &RatingLimits,
    job: &mut Job<'_>,
) -> Result<Explanation, Refusal> {
    let told = explain(level, known, limits, &mut |progress| job.look(progress));
    told.map_err(|error| Refusal::level(error.to_string()))
}

/// Explains by the solution with the fewest pushes, or by one that has a plainer plan.
fn find_and_tell(level: &Level, limits: &RatingLimits, job: &mut Job<'_>) -> Result<Told, Refusal> {
    let request =
        Request { objective: Objective::Pushes, budget: limits.budget, ..Request::new(level) };
    let report = solve(&request, &mut |progress| job.look(progress));
    let Outcome::Solved { solution, .. } = &report.outcome else {
        let is_proved = matches!(report.outcome, Outcome::Unsolvable);
        let known =
            if is_proved { SolutionKnowledge::Unsolvable } else { SolutionKnowledge::Nothing };
        let explained = tell(level, known, limits, job)?;
        return Ok(Told { explained, solution: None, report: Some(report) });
    };
    let explained = tell(level, SolutionKnowledge::Solution(solution), limits, job)?;
    let plain = plainer(level, solution, &explained, limits, &mut |progress| job.look(progress));
    let (solution, explained) = plain.unwrap_or_else(|| (solution.clone(), explained));
    Ok(Told { explained, solution: Some(solution), report: None })
}
