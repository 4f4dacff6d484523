//! `explain`: a level and its solution in sentences.

use schemars::JsonSchema;
use serde::Deserialize;
use sokolab::insight::explain::{Explanation, SolutionKnowledge, explain, plainer};
use sokolab::insight::rating::RatingLimits;
use sokolab::{
    Board, ExplainedChapter, LetterCase, Level, Objective, Outcome, Report, Request, Solution,
    check, explanation_page, solve, verify,
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
    /// The solution to explain; if absent, the level is solved.
    #[serde(default)]
    solution: Option<String>,
    /// The time limit.
    #[serde(default)]
    seconds: Option<f64>,
    /// `lines`, or `html` for a self-contained page.
    #[serde(default, rename = "as")]
    form: Form,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Form {
    #[default]
    Lines,
    Html,
}

/// The default time limit.
const SECONDS_DEFAULT: f64 = 30.0;

/// The largest number of states of a level that is explored completely.
const STATES_MAX: usize = 300_000;

impl Question for Explain {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let (board, _) = check(&level).map_err(|it| Refusal::unplayable(&it, level.rules))?;
        job.limit_seconds(self.seconds.unwrap_or(SECONDS_DEFAULT));
        let limits = RatingLimits::new(job.budget(Some(1_000_000)), STATES_MAX);
        let given = self.solution.as_deref().map(|text| given(&level, text, job)).transpose()?;
        let answer = match given {
            Some(solution) => {
                let explained = tell(&level, SolutionKnowledge::Solution(&solution), &limits, job)?;
                let remark = "as given".to_owned();
                ExplainAnswer { explained, solution: Some(solution), remark, report: None }
            }
            None => find_and_tell(&level, &limits, job)?,
        };
        if matches!(self.form, Form::Html) {
            return Ok(serde_json::json!({ "html": answer.page(&level, &board) }).to_string());
        }
        let place = place(self.level.number.unwrap_or(1));
        let subject = (&level, &board);
        let solution = answer.solution.as_ref();
        let mut line = ExplainLine::new(place, subject, &answer.explained, solution, Spoil::No);
        if let Some(report) = answer.report {
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

/// An explanation, and what it is based on.
struct ExplainAnswer {
    explained: Explanation,
    solution: Option<Solution>,
    /// A remark about that solution, or why there is none.
    remark: String,
    /// How the search ended, if it found nothing.
    report: Option<Report>,
}

impl ExplainAnswer {
    /// The explanation as a page, as `soko explain --format html` writes it.
    fn page(&self, level: &Level, board: &Board) -> String {
        let name = level.title.clone().unwrap_or_else(|| "A level".to_owned());
        let chapter = ExplainedChapter {
            name: name.clone(),
            level,
            board,
            explained: &self.explained,
            solution: self.solution.as_ref(),
            remark: &self.remark,
            full: None,
        };
        explanation_page(&name, &[chapter])
    }
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
    let answer = explain(level, known, limits, &mut |progress| job.look(progress));
    answer.map_err(|error| Refusal::level(error.to_string()))
}

/// Explains by the solution with the fewest pushes, or by one that has a plainer plan.
fn find_and_tell(
    level: &Level,
    limits: &RatingLimits,
    job: &mut Job<'_>,
) -> Result<ExplainAnswer, Refusal> {
    let request =
        Request { objective: Objective::Pushes, budget: limits.budget, ..Request::new(level) };
    let report = solve(&request, &mut |progress| job.look(progress));
    let Outcome::Solved { solution, optimal, .. } = &report.outcome else {
        let is_proved = matches!(report.outcome, Outcome::Unsolvable);
        let known =
            if is_proved { SolutionKnowledge::Unsolvable } else { SolutionKnowledge::Nothing };
        let explained = tell(level, known, limits, job)?;
        let remark = if is_proved {
            let why = Why::new(level, &report).sentence;
            format!("The level has no solution: that is proved. Why: {why}.")
        } else {
            "No solution is known: the search was stopped.".to_owned()
        };
        return Ok(ExplainAnswer { explained, solution: None, remark, report: Some(report) });
    };
    let explained = tell(level, SolutionKnowledge::Solution(solution), limits, job)?;
    let fewest = solution.measures().pushes;
    let mut remark = if *optimal { "no solution has fewer" } else { "the fewest found" }.to_owned();
    let plain = plainer(level, solution, &explained, limits, &mut |progress| job.look(progress));
    let (solution, explained) = plain.unwrap_or_else(|| (solution.clone(), explained));
    if solution.measures().pushes > fewest {
        remark = format!("{fewest} are possible, but this plan is plainer");
    }
    Ok(ExplainAnswer { explained, solution: Some(solution), remark, report: None })
}
