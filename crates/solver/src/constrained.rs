//! Levels solved by constraints and chance: what they need is made ready, what they answer is told
//! in the words of a report. Levels that they cannot take are left to A*.

use sokolab_analysis::normalize;
use sokolab_constraint::{Answer, Meter, Spent, Stop, Task, Technique, Unit, Way, suits};
use sokolab_core::{Board, Moves, State};

use crate::Observer;
use crate::exact;
use crate::playback::moves_of;
use crate::report::{NoneUpTo, Progress, StopReason};
use crate::request::{Method, Objective, Request};
use crate::search::{Found, Searched};

/// Searches by a technique; `none_up_to` becomes what it has refuted.
pub(crate) fn search(
    (board, start): (&Board, &State),
    technique: Technique,
    request: &Request<'_>,
    none_up_to: &mut Option<NoneUpTo>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let normalized = normalize(request.level).expect("the level has been checked");
    if !suits(&normalized.board, &normalized.state) {
        let request = Request { method: Method::AStar, ..*request };
        return exact::search(board, start, &request, None, observer);
    }
    let (board, start) = (&normalized.board, &normalized.state);
    let Request { horizon, without, tile_rules: rules, seed, priors, .. } = *request;
    let task = Task { board, start, technique, horizon, without, rules, seed, priors };
    let mut reason = None;
    let mut keep_going = |spent: &Spent| {
        let progress = Progress {
            nodes: spent.nodes,
            lower_bound: bound(request.objective, technique, spent),
            memory_bytes: spent.bytes,
            ..Progress::default()
        };
        reason = reason.or_else(|| observer(&progress));
        reason.is_none()
    };
    let nodes_max = request.nodes_max.unwrap_or(u64::MAX);
    let mut meter = Meter::new(nodes_max, request.memory_bytes_max, &mut keep_going);
    let answer = sokolab_constraint::solve(&task, &mut meter);
    let spent = meter.spent;
    let unit = technique.unit();
    let result = match answer {
        Answer::Solved { way, is_fewest } => {
            let optimal = is_fewest && is_counted(request.objective, unit);
            Found::Moves { moves: moves_along(board, start, way), optimal, stopped: None }
        }
        Answer::Unsolvable => Found::NoSolution,
        Answer::NoSolutionUpTo(count) => {
            *none_up_to = Some(NoneUpTo { count: u64::from(count), unit });
            Found::Stopped(StopReason::Horizon)
        }
        Answer::Stopped(stop) => {
            if technique.has_horizon() && spent.lower_bound > 0 {
                *none_up_to = Some(NoneUpTo { count: spent.lower_bound - 1, unit });
            }
            Found::Stopped(why(stop, reason))
        }
    };
    let lower_bound = match result {
        Found::NoSolution => 0,
        _ => bound(request.objective, technique, &spent),
    };
    let (nodes, memory_bytes) = (spent.nodes, spent.bytes);
    let (method, errors) = (Method::Constrained(technique), Vec::new());
    (method, Searched { result, nodes, lemma_nodes: 0, memory_bytes, lower_bound, errors })
}

fn moves_along(board: &Board, start: &State, way: Way) -> Moves {
    match way {
        Way::Moves(moves) => moves,
        Way::Pushes(pushes) => moves_of(board, start, pushes),
    }
}

/// Why a technique stopped; `told` is what the observer said.
fn why(stop: Stop, told: Option<StopReason>) -> StopReason {
    match stop {
        Stop::Nodes => StopReason::Nodes,
        Stop::Memory => StopReason::Memory,
        Stop::Told => told.unwrap_or(StopReason::Interrupted),
    }
}

fn is_counted(objective: Objective, unit: Unit) -> bool {
    matches!((objective, unit), (Objective::Pushes, Unit::Pushes) | (Objective::Moves, Unit::Moves))
}

/// The least that a solution can cost in the unit of the objective. There are at least as many
/// moves as pushes.
fn bound(objective: Objective, technique: Technique, spent: &Spent) -> u64 {
    match (objective, technique.unit()) {
        (Objective::Any | Objective::Pushes, Unit::Moves) => spent.pushes_min,
        _ => spent.lower_bound,
    }
}
