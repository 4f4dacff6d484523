//! Levels solved chamber by chamber: what is asked is handed over, what is answered is told in the
//! words of a report. Levels that do not split, and those of which nothing came, are left to the
//! method that suits, and the report says so.

use sokolab_analysis::normalize;
use sokolab_chamber::{Answer, Limits, Spent, Stop, Wish};
use sokolab_core::{Board, State};

use crate::Observer;
use crate::exact;
use crate::from_above::{self, Budget};
use crate::playback::moves_of;
use crate::report::{Fallback, Progress, StopReason};
use crate::request::{Method, Objective, Request};
use crate::search::{Found, Searched};

/// The most states of single chambers that are looked at before the level is left: chambers with
/// more are too large to be described.
const LOOKS_MAX: u64 = 1_000_000;

/// Tries chamber by chamber; `fallback` becomes why it was left.
pub(crate) fn search(
    (board, start): (&Board, &State),
    request: &Request<'_>,
    fallback: &mut Option<Fallback>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    // Only walls are added, so pushes mean the same; the floor of no use is gone.
    let normalized = normalize(request.level).expect("the level has been checked");
    let mut reason = None;
    let limits = Limits {
        nodes_max: request.nodes_max.unwrap_or(u64::MAX),
        looks_max: LOOKS_MAX,
        bytes_max: request.memory_bytes_max,
    };
    let (answer, spent) = {
        let mut keep_going = |spent: &Spent| {
            let progress =
                Progress { nodes: spent.nodes, memory_bytes: spent.bytes, ..Progress::default() };
            reason = reason.or_else(|| observer(&progress));
            reason.is_none()
        };
        let wish = Wish::default();
        let (board, state) = (&normalized.board, &normalized.state);
        sokolab_chamber::solve(board, state, &wish, limits, &mut keep_going)
    };
    let result = match answer {
        Answer::Solved { pushes, .. } => {
            let moves = moves_of(&normalized.board, &normalized.state, pushes);
            Found::Moves { moves, optimal: false, stopped: None }
        }
        Answer::Unsolvable => Found::NoSolution,
        Answer::Stopped(Stop::Nodes) => Found::Stopped(StopReason::Nodes),
        Answer::Stopped(Stop::Told) => Found::Stopped(reason.unwrap_or(StopReason::Interrupted)),
        Answer::Stopped(Stop::Memory | Stop::Looks) => {
            *fallback = Some(Fallback::TooManyStates);
            return otherwise((board, start), request, spent, observer);
        }
        Answer::NothingFound => {
            *fallback = Some(Fallback::NothingFound);
            return otherwise((board, start), request, spent, observer);
        }
        Answer::NotSplit(why) => {
            *fallback = Some(Fallback::NotSplit(why));
            return otherwise((board, start), request, spent, observer);
        }
    };
    let searched = Searched {
        result,
        nodes: spent.nodes,
        lemma_nodes: spent.looks,
        memory_bytes: spent.bytes,
        lower_bound: 0,
        errors: Vec::new(),
    };
    (Method::Chambers, searched)
}

/// The method that suits, with what was spent so far counted.
fn otherwise(
    (board, start): (&Board, &State),
    request: &Request<'_>,
    spent: Spent,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let nodes_max = request.nodes_max.map(|it| it.saturating_sub(spent.nodes));
    let request = Request { method: Method::Auto, nodes_max, ..*request };
    let (method, mut searched) = match request.objective {
        Objective::Any => exact::search(board, start, &request, None, observer),
        Objective::Pushes | Objective::Moves => {
            from_above::search(board, start, &request, Budget::DEFAULT, observer)
        }
    };
    searched.nodes += spent.nodes;
    searched.lemma_nodes += spent.looks;
    (method, searched)
}
