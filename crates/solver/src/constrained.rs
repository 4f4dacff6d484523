//! Levels solved by constraint methods. Those that they cannot take are left to A*.

use sokolab_constraint::{Answer, Task, Technique, Way, suits};
use sokolab_core::{Meter, Observer, Stop};

use crate::exact;
use crate::playback::moves_of;
use crate::prepared::Prepared;
use crate::report::NoneUpTo;
use crate::request::{Method, Request};
use crate::search::{Found, Searched};

/// Searches by a technique; `none_up_to` becomes what it has refuted.
pub(crate) fn search(
    level: &Prepared,
    technique: Technique,
    request: &Request<'_>,
    none_up_to: &mut Option<NoneUpTo>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let (board, start) = (&level.normalized.board, &level.normalized.state);
    if !suits(board, start) {
        let request = Request { method: Method::AStar, ..*request };
        return exact::search(level, &request, None, observer);
    }
    let Request { objective, constraint: options, .. } = *request;
    let task = Task { board, start, technique, objective, options };
    let mut meter = Meter::new(request.budget, observer);
    let answer = sokolab_constraint::solve(&task, &mut meter);
    let mut refute = |count| *none_up_to = Some(NoneUpTo { count, unit: technique.unit() });
    let result = match answer {
        Answer::Solved { way, is_fewest } => {
            let moves = match way {
                Way::Moves(moves) => moves,
                Way::Pushes(pushes) => moves_of(board, start, pushes),
            };
            Found::Moves { moves, optimal: is_fewest && task.counts_objective(), stopped: None }
        }
        Answer::Unsolvable => Found::NoSolution,
        Answer::NoSolutionUpTo(count) => {
            refute(u64::from(count));
            Found::Stopped(Stop::Horizon)
        }
        Answer::Stopped { stop, none_up_to } => {
            none_up_to.into_iter().for_each(refute);
            Found::Stopped(stop)
        }
    };
    (Method::Constrained(technique), Searched::of(result, &meter.progress))
}
