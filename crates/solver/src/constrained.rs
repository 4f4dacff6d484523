//! Solves levels by constraint methods. Levels that these methods cannot handle go to A*.

use sokolab_constraint::{CandidateSolution, Task, Technique, TechniqueAnswer, suits};
use sokolab_core::{Meter, Observer, Stop};

use crate::exact;
use crate::meter::KnownCost;
use crate::method::{LevelRequirement, Method};
use crate::playback::moves_of;
use crate::prepared::Prepared;
use crate::report::{Fallback, RefutedHorizon};
use crate::request::Request;
use crate::search::{Found, Searched};

/// Searches by a constraint technique, or falls back to A*.
pub(crate) fn search(
    level: &Prepared,
    technique: Technique,
    request: &Request<'_>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let (board, start) = (&level.normalized.board, &level.normalized.state);
    if !suits(board, start) {
        let request = Request { method: Method::AStar, ..*request };
        let (method, searched) = exact::search(level, &request, KnownCost::NONE, observer);
        let fallback = Some(Fallback::Unsuited(LevelRequirement::Official));
        return (method, Searched { fallback, ..searched });
    }
    let Request { objective, constraint: options, judge, .. } = *request;
    let task = Task { board, start, technique, objective, options, judge };
    let mut meter = Meter::new(request.budget, observer);
    let (answer, pruned) = sokolab_constraint::solve_counting(&task, &mut meter);
    let mut refuted = None;
    let result = match answer {
        TechniqueAnswer::Solved { way, is_fewest } => {
            let moves = match way {
                CandidateSolution::Moves(moves) => moves,
                CandidateSolution::Pushes(pushes) => moves_of(board, start, pushes),
            };
            Found::Moves { moves, optimal: is_fewest && task.counts_objective(), stopped: None }
        }
        TechniqueAnswer::Unsolvable => Found::NoSolution,
        TechniqueAnswer::NoSolutionUpTo(count) => {
            refuted = Some(u64::from(count));
            Found::Stopped(Stop::Horizon)
        }
        TechniqueAnswer::Stopped { stop, none_up_to } => {
            refuted = none_up_to;
            Found::Stopped(stop)
        }
    };
    let none_up_to = refuted.map(|count| RefutedHorizon { count, unit: technique.unit() });
    let searched = Searched { none_up_to, pruned, ..Searched::of(result, &meter.progress) };
    (Method::Constrained(technique), searched)
}
