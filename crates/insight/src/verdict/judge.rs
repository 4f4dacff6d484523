//! Decides whether a state is still solvable: detectors first, then a small search, then a large
//! one.

use sokolab_core::{Board, Moves, State, Stop, check, is_won};
use sokolab_solver::{Budget, InternalError, Objective, Observer, Outcome, Report, Request, solve};

use super::dead::Dead;
use super::detect::Detectors;
use super::group::{detect_corral, narrow};
use super::state_level::level_of_state;

/// Maximum number of states expanded by the first search, which minimises pushes.
const FIRST_NODES: u64 = 5_000;

/// Limits for judging one state; the observer limits the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgeLimits {
    /// Budget of all searches together.
    pub budget: Budget,
    /// Number of threads of the last search. With one, equal questions get equal answers.
    pub threads: usize,
}

impl Default for JudgeLimits {
    fn default() -> JudgeLimits {
        JudgeLimits { budget: Budget::DEFAULT, threads: 1 }
    }
}

/// The judgement on a state.
#[derive(Clone, Debug)]
pub enum Judgement {
    /// It can be solved.
    Solvable {
        /// Moves that solve it from there, accepted by the referee.
        moves: Moves,
        /// Whether it is proved that no solution has fewer pushes.
        is_fewest: bool,
    },
    /// It is dead, with the reason.
    Dead(Dead),
    /// Unknown: a limit was reached first.
    Unknown(Stop),
    /// Unknown: an internal error occurred.
    Failed(InternalError),
}

/// Judges `state` of `board`, which may be any state that the rules allow.
pub fn judge(
    board: &Board,
    state: &State,
    limits: &JudgeLimits,
    observer: &mut Observer<'_>,
) -> Judgement {
    judge_with(&mut Detectors::default(), (board, state), limits, observer)
}

/// The same, with detectors that may know other states of the game.
pub(crate) fn judge_with(
    detectors: &mut Detectors,
    (board, state): (&Board, &State),
    limits: &JudgeLimits,
    observer: &mut Observer<'_>,
) -> Judgement {
    if is_won(board, state) {
        return Judgement::Solvable { moves: Moves::new(), is_fewest: true };
    }
    if let Some(dead) = detectors.detect(board, state) {
        return Judgement::Dead(dead);
    }
    let level = level_of_state(board, state);
    let budget = limits.budget.with_nodes(FIRST_NODES);
    let first = Request { objective: Objective::Pushes, budget, ..Request::new(&level) };
    let report = solve(&first, observer);
    let is_over = match report.outcome {
        Outcome::Stopped(stop) => stop.comes_from_observer(),
        _ => true,
    };
    let left = limits.budget.less_nodes(report.nodes);
    if is_over || left.nodes_max == 0 {
        return judgement(board, state, report, observer);
    }
    match detect_corral(board, state, observer) {
        Err(stop) => return Judgement::Unknown(stop),
        Ok(Some(dead)) => return Judgement::Dead(dead),
        Ok(None) => {}
    }
    let last = Request { budget: left, threads: limits.threads, ..Request::new(&level) };
    judgement(board, state, solve(&last, observer), observer)
}

fn judgement(
    board: &Board,
    state: &State,
    report: Report,
    observer: &mut Observer<'_>,
) -> Judgement {
    match report.outcome {
        Outcome::Solved { solution, optimal, .. } => {
            let is_fewest = optimal || solution.measures().pushes == 0;
            Judgement::Solvable { moves: solution.moves().clone(), is_fewest }
        }
        Outcome::Unsolvable => Judgement::Dead(why(board, state, &report, observer)),
        Outcome::Stopped(stop) => Judgement::Unknown(stop),
        Outcome::Invalid(findings) => {
            let message = format!("the state cannot be played: {findings}");
            Judgement::Failed(InternalError { method: None, message })
        }
        Outcome::Failed(error) => Judgement::Failed(error),
    }
}

/// The reason from a detector or, if none fires, a few boxes that are dead by themselves or,
/// failing that, the search.
fn why(board: &Board, state: &State, report: &Report, observer: &mut Observer<'_>) -> Dead {
    if let Some(refutation) = &report.refutation
        && let Ok((now, start)) = check(&level_of_state(board, state))
    {
        return Dead::by_detector(board, (&now, &start), refutation);
    }
    let narrowed = narrow(board, state, observer);
    narrowed.unwrap_or_else(|| Dead::by_search(board, report.nodes, &report.why_unsolvable()))
}
