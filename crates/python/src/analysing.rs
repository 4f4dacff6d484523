//! Analyses, ratings and explanations of levels.

use std::sync::Arc;

use pyo3::prelude::*;
use serde::Deserialize;
use sokolab::analysis::analyse;
use sokolab::analysis::locks::GroupLimits;
use sokolab::insight::Assessed;
use sokolab::insight::explain::{SolutionKnowledge, explain as tell, plainer};
use sokolab::insight::rating::{RatingLimits, SolutionToRate, find_known, rate_found};
use sokolab::{
    Level as CoreLevel, Objective, Observer, Outcome, Progress, Report, Request, Solution, Stop,
    check,
};
use sokolab_wire::{AnalyzeLine, ExplainLine, RateLine, Spoil, Why};

use crate::errors::{internal_error, level_error};
use crate::judging::{as_json, nowhere};
use crate::level::Level;
use crate::options::{self, Limits};
use crate::searching::{given, spent};
use crate::watch::{Watch, run, run_apart};

/// The share of the time limit after which the search for fewer pushes ends if there is a solution;
/// the rest is for the measures.
const SEARCH_SHARE: f64 = 0.5;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalyzeOptions {
    thorough: bool,
}

/// Analyses a level and returns the line of `soko analyze`.
#[pyfunction]
pub(crate) fn analyze(py: Python<'_>, level: &Bound<'_, Level>, options: &str) -> PyResult<String> {
    let AnalyzeOptions { thorough } = options::parse(options)?;
    let limits = if thorough { GroupLimits::default() } else { GroupLimits::QUICK };
    let level = Arc::clone(&level.get().0);
    let rules = level.rules;
    let line = run_apart(py, move || {
        analyse(&level, limits).map(|facts| as_json(&AnalyzeLine::new(nowhere(), &level, &facts)))
    })?;
    line.map_err(|findings| level_error(py, &findings, rules))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TellOptions {
    solution: Option<String>,
    states: usize,
    limits: Limits,
}

impl TellOptions {
    fn rating_limits(&self) -> RatingLimits {
        RatingLimits::new(self.limits.budget(), self.states)
    }

    fn given(&self, py: Python<'_>, level: &CoreLevel) -> PyResult<Option<Solution>> {
        let moves = self.solution.as_deref();
        moves.map(|it| given(py, level, it).map(|(solution, _)| solution)).transpose()
    }
}

/// Rates a level and returns the line of `soko rate`.
#[pyfunction]
#[pyo3(signature = (level, options, progress = None))]
pub(crate) fn rate(
    py: Python<'_>,
    level: &Bound<'_, Level>,
    options: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let options: TellOptions = options::parse(options)?;
    let level = &*level.get().0;
    let (limits, known) = (options.rating_limits(), options.given(py, level)?);
    let watch = Watch::new(options.limits.time()?);
    let rating = run(py, &watch, progress, || {
        let found = match known {
            Some(solution) => {
                Ok((SolutionToRate { solution: Assessed::unproved(solution), nodes: None }, None))
            }
            None => find_known(level, &limits, &mut |progress: &Progress| {
                let is_enough = progress.best.is_some() && watch.has_spent(SEARCH_SHARE);
                watch.observe(progress).or(is_enough.then_some(Stop::Time))
            }),
        };
        found.and_then(|found| rate_found(level, found, &limits, &mut |it| watch.observe(it)))
    })?;
    Ok(as_json(&RateLine::new(nowhere(), level, &rating, spent(&watch))))
}

/// Explains a level and returns the line of `soko explain`.
#[pyfunction]
#[pyo3(signature = (level, options, progress = None))]
pub(crate) fn explain(
    py: Python<'_>,
    level: &Bound<'_, Level>,
    options: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let options: TellOptions = options::parse(options)?;
    let level = &*level.get().0;
    let (board, _) = check(level).map_err(|it| level_error(py, &it, level.rules))?;
    let (limits, known) = (options.rating_limits(), options.given(py, level)?);
    let watch = Watch::new(options.limits.time()?);
    let explained_level = run(py, &watch, progress, || {
        explained(level, known, &limits, &mut |it| watch.observe(it)).map(|explained_level| {
            let ExplainedLevel { explanation, solution, report } = explained_level;
            let subject = (level, &board);
            let solution = solution.as_ref();
            let line = ExplainLine::new(nowhere(), subject, &explanation, solution, Spoil::No);
            report.map_or_else(|| line.clone(), |it| with_report(line.clone(), level, &it))
        })
    })?;
    let line = explained_level.map_err(|message| internal_error(py, &message))?;
    Ok(as_json(&line))
}

struct ExplainedLevel {
    explanation: sokolab::insight::explain::Explanation,
    solution: Option<Solution>,
    /// The report of the search, if there was one.
    report: Option<Report>,
}

/// Explains a level by the given solution, or by one that it finds.
fn explained(
    level: &CoreLevel,
    given: Option<Solution>,
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Result<ExplainedLevel, String> {
    let failed = |error: sokolab::insight::rating::NotRated| error.to_string();
    if let Some(solution) = given {
        let explanation = tell(level, SolutionKnowledge::Solution(&solution), limits, observer)
            .map_err(failed)?;
        return Ok(ExplainedLevel { explanation, solution: Some(solution), report: None });
    }
    let request =
        Request { objective: Objective::Pushes, budget: limits.budget, ..Request::new(level) };
    let report = sokolab::solve(&request, observer);
    let mut solution = report.solution().cloned();
    let known = match (&solution, &report.outcome) {
        (Some(solution), _) => SolutionKnowledge::Solution(solution),
        (None, Outcome::Unsolvable) => SolutionKnowledge::Unsolvable,
        (None, _) => SolutionKnowledge::Nothing,
    };
    let mut explanation = tell(level, known, limits, observer).map_err(failed)?;
    if let Some(found) = &solution
        && let Some((plain, other)) = plainer(level, found, &explanation, limits, observer)
    {
        (solution, explanation) = (Some(plain), other);
    }
    Ok(ExplainedLevel { explanation, solution, report: Some(report) })
}

/// The line with the report of a search that found no solution.
fn with_report(mut line: ExplainLine, level: &CoreLevel, report: &Report) -> ExplainLine {
    match &report.outcome {
        Outcome::Unsolvable => {
            "unsolvable".clone_into(&mut line.status);
            line.why = Some(Why::new(level, report));
        }
        Outcome::Stopped(reason) => line.reason = Some(reason.name().to_owned()),
        Outcome::Failed(error) => {
            "failed".clone_into(&mut line.status);
            line.reason = Some(error.message.clone());
        }
        Outcome::Solved { .. } | Outcome::Invalid(_) => {}
    }
    line
}
