//! Solves levels chamber by chamber: by descriptions of the chambers or, if they are too large or
//! lie on loops, by exploring their outcomes on demand. A level that neither way solves is left to
//! the `auto` method, and the report says so.

use sokolab_chamber::{Answer, ChamberOptions, solve_on_demand, suits_on_demand};
use sokolab_core::{Board, Meter, Objective, Observer, Progress, State};

use crate::anytime::{self, Shares};
use crate::exact;
use crate::meter::KnownCost;
use crate::method::Method;
use crate::playback::moves_of;
use crate::prepared::Prepared;
use crate::report::Fallback;
use crate::request::Request;
use crate::search::{Found, Searched};

/// Solves a level chamber by chamber, or falls back to the `auto` method.
pub(crate) fn search(
    level: &Prepared,
    request: &Request<'_>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let (board, start) = (&level.normalized.board, &level.normalized.state);
    let mut meter = Meter::new(request.budget, observer);
    let answer = answer(board, start, &mut meter);
    let spent = meter.progress;
    let result = match answer {
        Answer::Solved { pushes, .. } => {
            let moves = moves_of(board, start, pushes);
            Found::Moves { moves, optimal: false, stopped: None }
        }
        Answer::Unsolvable => Found::NoSolution,
        Answer::Stopped(stop) => Found::Stopped(stop),
        other => {
            let fallback = match other {
                Answer::Indivisible(why) => Fallback::Indivisible(why),
                Answer::NothingFound => Fallback::NothingFound,
                _ => Fallback::TooManyStates,
            };
            let (method, searched) = search_otherwise(level, request, spent, observer);
            return (method, Searched { fallback: Some(fallback), ..searched });
        }
    };
    (Method::Chambers, Searched::of(result, &spent))
}

/// The largest number of states of single parts that are explored on demand.
const LOOKS_ON_DEMAND: u64 = 1_000_000;

/// What solving chamber by chamber comes to. If nothing is found on demand either, the reason why
/// chambers could not be described stands.
fn answer(board: &Board, start: &State, meter: &mut Meter<'_>) -> Answer {
    let described = sokolab_chamber::solve(board, start, &ChamberOptions::default(), meter);
    let is_decided =
        matches!(described, Answer::Solved { .. } | Answer::Unsolvable | Answer::Stopped(_));
    if is_decided || !suits_on_demand(board) {
        return described;
    }
    match solve_on_demand(board, start, LOOKS_ON_DEMAND, meter) {
        found @ (Answer::Solved { .. } | Answer::Stopped(_)) => found,
        _ => described,
    }
}

/// Searches by the `auto` method and adds the nodes that were spent before.
fn search_otherwise(
    level: &Prepared,
    request: &Request<'_>,
    spent: Progress,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let budget = request.budget.less_nodes(spent.nodes);
    let request = Request { method: Method::Auto, budget, ..*request };
    let (method, mut searched) = match request.objective {
        Objective::Any => exact::search(level, &request, KnownCost::NONE, observer),
        Objective::Pushes | Objective::Moves => {
            anytime::search(level, &request, Shares::DEFAULT, observer)
        }
    };
    searched.nodes += spent.nodes;
    searched.lemma_nodes += spent.lemma_nodes;
    (method, searched)
}
