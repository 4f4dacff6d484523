//! Whether a state can still be solved: detectors first, then a small search, then a large one.

use sokolab_core::{Board, Moves, State, Stop, check, is_won};
use sokolab_solver::{Budget, InternalError, Objective, Observer, Outcome, Report, Request, solve};

use super::dead::Dead;
use super::detect::detect;
use super::group::{detect_corral, narrow};
use super::state_level::level_of_state;

/// States that the first search may expand, which looks for the fewest pushes.
const FIRST_NODES: u64 = 5_000;

/// What the judgement on one state may spend; time is a matter of the observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgeLimits {
    /// What the searches may spend together.
    pub budget: Budget,
    /// How many threads the last of them may use. With one, equal questions get equal answers.
    pub threads: usize,
}

impl Default for JudgeLimits {
    fn default() -> JudgeLimits {
        JudgeLimits { budget: Budget::DEFAULT, threads: 1 }
    }
}

/// What is known about a state.
#[derive(Clone, Debug)]
pub enum Judgement {
    /// It can be solved.
    Solvable {
        /// The moves that solve it from there. The referee has accepted them.
        moves: Moves,
        /// Whether it is proved that no solution has fewer pushes.
        is_fewest: bool,
    },
    /// It cannot be solved, and this is why.
    Dead(Dead),
    /// It is not known: a limit was hit first.
    Unknown(Stop),
    /// It is not known: an internal error left nothing to go on with.
    Failed(InternalError),
}

/// Judges `state` of `board`, which may be any that the rules allow.
pub fn judge(
    board: &Board,
    state: &State,
    limits: &JudgeLimits,
    observer: &mut Observer<'_>,
) -> Judgement {
    if is_won(board, state) {
        return Judgement::Solvable { moves: Moves::new(), is_fewest: true };
    }
    if let Some(dead) = detect(board, state) {
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

/// The reason that a detector gives or, where none does, a few boxes that are dead by themselves
/// or, if there are none, the search.
fn why(board: &Board, state: &State, report: &Report, observer: &mut Observer<'_>) -> Dead {
    if let Some(refutation) = &report.refutation
        && let Ok((now, start)) = check(&level_of_state(board, state))
    {
        return Dead::by_detector(board, (&now, &start), refutation);
    }
    let narrowed = narrow(board, state, observer);
    narrowed.unwrap_or_else(|| Dead::by_search(board, report.nodes, &report.why_unsolvable()))
}
