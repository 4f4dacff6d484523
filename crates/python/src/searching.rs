//! Solving levels and improving solutions.

use pyo3::prelude::*;
use serde::Deserialize;
use sokolab::{
    BudgetChoices, ImprovementRequest, LetterCase, Level as CoreLevel, Measures, Objective,
    Outcome, Progress, Request, Solution, SolveChoices, Stop, optimise, parse_moves, verify,
};
use sokolab_wire::{OptimizeLine, SolveLine, Spent, Status};

use crate::errors::{bad_argument, moves_error};
use crate::judging::{as_json, nowhere};
use crate::level::Level;
use crate::options::{self, Limits};
use crate::watch::{Watch, run};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveOptions {
    #[serde(flatten)]
    choices: SolveChoices,
    #[serde(flatten)]
    budget: BudgetChoices,
    time: Option<f64>,
}

/// Solves a level and returns the line of `soko solve`.
#[pyfunction]
#[pyo3(signature = (level, options, progress = None))]
pub(crate) fn solve(
    py: Python<'_>,
    level: &Bound<'_, Level>,
    options: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let SolveOptions { choices, budget, time } = options::parse(options)?;
    let choices = SolveChoices { budget, ..choices };
    let level = &*level.get().0;
    let request = choices.request(level);
    options::check_threads(request.threads)?;
    let watch = Watch::new(options::time_limit(time)?);
    let report =
        run(py, &watch, progress, || sokolab::solve(&request, &mut |it| watch.observe(it)))?;
    Ok(as_json(&SolveLine::new(nowhere(), level, request.objective, &report, spent(&watch))))
}

/// What a search took.
pub(crate) fn spent(watch: &Watch) -> Spent {
    Spent { seconds: watch.seconds(), ..Spent::default() }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptimizeOptions {
    objective: Objective,
    solution: Option<String>,
    limits: Limits,
}

/// Improves a solution and returns the line of `soko optimize`.
#[pyfunction]
#[pyo3(signature = (level, options, progress = None))]
pub(crate) fn optimize(
    py: Python<'_>,
    level: &Bound<'_, Level>,
    options: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let options: OptimizeOptions = options::parse(options)?;
    let objective = options.objective;
    if objective == Objective::Any {
        return Err(bad_argument("the objective is pushes or moves"));
    }
    let level = &*level.get().0;
    let given = options.solution.as_deref().map(|it| given(py, level, it)).transpose()?;
    let (budget, threads) = (options.limits.budget(), options.limits.threads()?);
    let watch = Watch::new(options.limits.time()?);
    let line = run(py, &watch, progress, || {
        let known = given.or_else(|| stored(level, objective).map(|it| (it, "stored")));
        let begin = known.map_or_else(
            || {
                let request = Request { budget, threads, ..Request::new(level) };
                let report = sokolab::solve(&request, &mut |it| watch.observe(it));
                solved(report.outcome).map(|it| (it, "solved"))
            },
            Ok,
        );
        match begin {
            Err(why) => {
                OptimizeLine::without_solution(nowhere(), level, objective, why, spent(&watch))
            }
            Ok((solution, origin)) => {
                let request = ImprovementRequest {
                    objective,
                    budget,
                    threads,
                    ..ImprovementRequest::new(level, &solution)
                };
                let improved = optimise(&request, &mut |it| {
                    let best =
                        Some(if objective == Objective::Moves { it.moves } else { it.pushes });
                    let best = best.map(|it| it as u64);
                    watch.observe(&Progress { nodes: it.nodes, best, ..Progress::default() })
                });
                let from = (origin, solution.measures());
                OptimizeLine::new(nowhere(), level, objective, from, &improved, spent(&watch))
            }
        }
    })?;
    Ok(as_json(&line))
}

/// The solution given by the caller.
///
/// # Errors
///
/// Why it is not a solution.
pub(crate) fn given(
    py: Python<'_>,
    level: &CoreLevel,
    moves: &str,
) -> PyResult<(Solution, &'static str)> {
    let moves =
        parse_moves(moves).map_err(|it| moves_error(py, "bad_letter", it.index, it.to_string()))?;
    let verdict = verify(level, &moves, LetterCase::Corrected);
    let verdict = verdict
        .map_err(|it| moves_error(py, it.code(), it.index().unwrap_or_default(), it.to_string()))?;
    Ok((verdict.solution, "given"))
}

/// The best solution stored with a level.
fn stored(level: &CoreLevel, objective: Objective) -> Option<Solution> {
    let solutions = level.snapshots.iter().filter_map(|snapshot| {
        let moves = parse_moves(&snapshot.moves).ok()?;
        Some(verify(level, &moves, LetterCase::Corrected).ok()?.solution)
    });
    solutions.min_by_key(|solution| {
        let Measures { pushes, moves, .. } = solution.measures();
        if objective == Objective::Moves { (moves, pushes) } else { (pushes, moves) }
    })
}

fn solved(outcome: Outcome) -> Result<Solution, (Status, Option<String>)> {
    let name = |reason: Stop| Some(reason.name().to_owned());
    Err(match outcome {
        Outcome::Solved { solution, .. } => return Ok(solution),
        Outcome::Unsolvable => (Status::Unsolvable, None),
        Outcome::Stopped(reason) => (Status::Stopped, name(reason)),
        Outcome::Invalid(findings) => (Status::Invalid, Some(findings.to_string())),
        Outcome::Failed(error) => (Status::Failed, Some(error.message)),
    })
}
