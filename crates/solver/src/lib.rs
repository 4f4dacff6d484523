//! Solves Sokoban levels.
//!
//! A [`Request`] says what to find and what may be spent; [`solve`] answers with a [`Report`]. A
//! search reads no clock: it asks the caller's observer at regular intervals whether to go on.
//!
//! ```
//! use sokolab_core::read_level;
//! use sokolab_solver::{Outcome, Request, solve};
//!
//! let level = read_level("######\n#@$ .#\n######\n").expect("one level");
//! let report = solve(&Request::new(&level), &mut |_| None);
//! let Outcome::Solved { solution, .. } = report.outcome else { panic!("it has a solution") };
//! assert_eq!(solution.moves().to_string(), "RR");
//! ```

mod anytime;
mod assignment;
mod by_parts;
mod chambered;
mod choices;
mod constrained;
mod contract;
mod corrals;
mod cyclic;
mod deadlock;
mod exact;
mod feature;
mod frame;
mod heuristic;
mod internal_error;
#[doc(hidden)]
pub mod kernels;
mod leg;
mod memory;
mod merging;
mod meter;
mod method;
mod optimise;
mod part_choices;
mod part_options;
mod plan;
mod playback;
mod portfolio;
mod prepared;
mod problem;
mod proof;
mod prune;
mod report;
mod request;
mod search;
mod slice;
#[doc(hidden)]
pub mod soundness;
mod space;
mod strategy;

pub use by_parts::{SearchEvent, SearchRecorder};
pub use choices::SolveChoices;
pub use corrals::{Corral, CorralKind, NoCorrals, corrals};
pub use cyclic::solve_cyclic;
pub use internal_error::{InternalError, contain};
pub use merging::Merging;
pub use method::{LevelRequirement, Method, Promise};
pub use optimise::{
    ImprovementObserver, ImprovementProgress, ImprovementReport, ImprovementRequest, optimise,
};
pub use part_choices::PartChoices;
pub use part_options::{
    BlockOptions, BlockStore, Checker, Checkers, PartHeuristic, PartListError, PartOptions,
    StonePusher, Tie, Ties,
};
pub use playback::moves_of;
pub use proof::{ProofError, ProofRequest, ProofSummary, write_proof};
pub use report::{Fallback, Outcome, RefutedHorizon, Report, Unsolved};
pub use request::Request;
pub use sokolab_constraint::tiles::TileRules;
pub use sokolab_constraint::{
    ConstraintChoices, ConstraintOptions, DisabledHeuristics, Heuristic, Judge, Priors,
    PriorsError, Pruned, Technique, Unit,
};

pub use sokolab_core::{Budget, BudgetChoices, Objective, Observer, Progress, Stop};

use anytime::Shares;
use frame::framed;
use internal_error::contain_method;
use meter::KnownCost;
use prepared::Prepared;
use sokolab_analysis::{KeeperWay, PushDistances, matching_bound, refute};
use sokolab_core::{Board, LetterCase, Level, State, check, verify};

/// Solves a level, proves that it has no solution, or stops when the budget is spent.
///
/// The referee replays every solution on the level as read. An internal error ends only the
/// strategy in which it happens; the report lists it, and the outcome is [`Outcome::Failed`] only
/// if nothing else was left to try.
#[must_use]
pub fn solve(request: &Request<'_>, observer: &mut Observer<'_>) -> Report {
    let (board, state) = match check(request.level) {
        Ok(checked) => checked,
        Err(findings) => return Report::without_search(Outcome::Invalid(findings)),
    };
    let level = framed(request.level, &board, &state);
    let framed = Request { level: &level, ..*request };
    match contain_method(request.method, || solve_framed(&framed, request.level, observer)) {
        Ok(report) if matches!(report.outcome, Outcome::Unsolvable) => {
            let refutation = contain(|| refute(&board, &state)).ok().flatten();
            Report { refutation, ..report }
        }
        Ok(report) => with_bound_of_start(report, request.objective, &board, &state),
        Err(error) => Report::failed(request.method, error.message),
    }
}

/// Solves a level with the components in `request.parts`, as `astar` and `petersohn` do, and
/// reports every step of the search to `recorder`. Squares are those of the level as read.
#[must_use]
pub fn solve_recorded(
    request: &Request<'_>,
    observer: &mut Observer<'_>,
    recorder: &mut SearchRecorder<'_>,
) -> Report {
    if let Err(findings) = check(request.level) {
        return Report::without_search(Outcome::Invalid(findings));
    }
    let solved = contain_method(request.method, || {
        let level = Prepared::new(request.level);
        let (method, found) = by_chosen_parts(&level, request, observer, recorder);
        report_of(method, found, request.level)
    });
    solved.unwrap_or_else(|error| Report::failed(request.method, error.message))
}

/// The components that a request selects; `None` if it leaves them to the method.
fn parts_of(request: &Request<'_>) -> Option<PartOptions> {
    let is_petersohn = request.method == Method::Petersohn;
    request.parts.or(is_petersohn.then_some(PartOptions::PETERSOHN))
}

fn by_chosen_parts(
    level: &Prepared,
    request: &Request<'_>,
    observer: &mut Observer<'_>,
    recorder: &mut SearchRecorder<'_>,
) -> (Method, search::Searched) {
    let parts = parts_of(request).unwrap_or(PartOptions::SOUND);
    (request.method, by_parts::search(level, request, parts, observer, recorder))
}

/// Raises the lower bound of a report without a proof to the matching bound of the start. A
/// solution takes at least as many moves as pushes, so the bound holds for every objective. A
/// solution that costs no more is proved to be the best.
fn with_bound_of_start(
    mut report: Report,
    objective: Objective,
    board: &Board,
    state: &State,
) -> Report {
    /// On larger boards this bound alone would take too long.
    const PAIRS_MAX: usize = 400_000;
    let is_open = match report.outcome {
        Outcome::Stopped(_) => true,
        Outcome::Solved { optimal, .. } => !optimal,
        Outcome::Unsolvable | Outcome::Invalid(_) | Outcome::Failed(_) => false,
    };
    if !is_open || board.square_count() * board.goals().len() > PAIRS_MAX {
        return report;
    }
    let distances = PushDistances::new(board, KeeperWay::Walking);
    let bound = matching_bound(board, &distances, state).unwrap_or(0);
    report.lower_bound = report.lower_bound.max(bound);
    if let Outcome::Solved { solution, optimal, stopped } = &mut report.outcome {
        let measures = solution.measures();
        let cost = match objective {
            Objective::Any => None,
            Objective::Pushes => Some(measures.pushes),
            Objective::Moves => Some(measures.moves),
        };
        if cost.is_some_and(|cost| cost as u64 <= bound) {
            (*optimal, *stopped) = (true, None);
        }
    }
    report
}

/// Solves a level in its frame and replays the result on the level `as_read`.
fn solve_framed(request: &Request<'_>, as_read: &Level, observer: &mut Observer<'_>) -> Report {
    let level = Prepared::new(request.level);
    let (method, found) = match (request.method, request.objective) {
        (Method::Constrained(technique), _) => {
            constrained::search(&level, technique, request, observer)
        }
        (Method::Chambers, _) => chambered::search(&level, request, observer),
        (Method::Petersohn | Method::AStar, Objective::Any | Objective::Pushes)
            if parts_of(request).is_some() =>
        {
            by_chosen_parts(&level, request, observer, &mut |_, _| {})
        }
        (Method::Petersohn, _) => {
            let request = Request { method: Method::AStar, ..*request };
            let (method, searched) = exact::search(&level, &request, KnownCost::NONE, observer);
            (method, search::Searched { fallback: Some(Fallback::CountsPushes), ..searched })
        }
        (Method::BreadthFirst, _) => {
            (request.method, search::breadth_first::search(&level, request, observer))
        }
        (Method::Auto, Objective::Pushes | Objective::Moves) => {
            anytime::search(&level, request, Shares::DEFAULT, observer)
        }
        _ => exact::search(&level, request, KnownCost::NONE, observer),
    };
    report_of(method, found, as_read)
}

/// Replays the result of a search on the level `as_read` and reports it.
fn report_of(method: Method, found: search::Searched, as_read: &Level) -> Report {
    let outcome = match found.result {
        search::Found::Moves { moves, optimal, stopped } => {
            let verdict = verify(as_read, &moves, LetterCase::Strict);
            let verdict = verdict.expect("the referee accepts what a search finds");
            Outcome::Solved { solution: verdict.solution, optimal, stopped }
        }
        search::Found::NoSolution => Outcome::Unsolvable,
        search::Found::Stopped(Stop::Failed) if !found.errors.is_empty() => {
            Outcome::Failed(found.errors[0].clone())
        }
        search::Found::Stopped(reason) => Outcome::Stopped(reason),
    };
    Report {
        outcome,
        method,
        nodes: found.nodes,
        lemma_nodes: found.lemma_nodes,
        memory_bytes: found.memory_bytes,
        lower_bound: found.lower_bound,
        none_up_to: found.none_up_to,
        pruned: found.pruned,
        fallback: found.fallback,
        errors: found.errors,
        refutation: None,
    }
}
