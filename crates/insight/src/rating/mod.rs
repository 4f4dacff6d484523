//! Rating: measures of how long, intricate, treacherous and hard a level is.
//!
//! The measures come from the literature: lengths of a push-optimal solution, counter-intuitive
//! pushes and the decomposition of Jarušek and Pelánek, the gaps to the matching bound and to the
//! bound from pairs, the ways to go wrong of the `NetHack` 4 chamber generator, forced states, and
//! unused storage capacity. The [`Grade`] combines some of them into one number.

mod decomposition;
mod entries;
mod forced;
mod from_solution;
pub mod grade;
mod listing;
mod liveness;
mod measures;
mod missing;
mod occupancy;
mod opening;
mod pair_gap;
mod poll;
mod replay;
mod slack;
mod state_graph;
#[cfg(test)]
mod tests;
mod walkthrough;
mod waste;

pub use entries::{MeasureEntry, MeasureValue};
pub use grade::Grade;
pub use listing::{ListedMeasure, measure_meanings};
pub use measures::{RatingMeasures, WholeMeasures};
pub use missing::Missing;
pub use occupancy::Occupancy;
pub(crate) use opening::forced_starts;
pub use walkthrough::{Choice, Walkthrough, WalkthroughPush};
pub(crate) use waste::StorageRoom;

use std::fmt;

use crate::fewest::{self, Assessed};
use liveness::Liveness;
pub use replay::{Replay, ReplayedPush};
use sokolab_core::{Board, Budget, Findings, Level, State, check};
use sokolab_solver::{Observer, Outcome, Request, Stop};
use state_graph::StateGraph;

/// The largest number of states that are explored for the waste of a level, wherever grades are
/// compared.
const WASTE_STATES_MAX: usize = 20_000;

/// What a rating may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingLimits {
    /// Budget of the search for a solution; its memory limit also applies to tables of all states.
    pub budget: Budget,
    /// Maximum number of states of the whole level, and of pairs of squares; beyond it, measures
    /// that need them all are missing.
    pub states_max: usize,
    /// The largest number of states that are explored to find out how much each storage must hold.
    /// Waste is part of the grade, so grades are comparable only if this limit is equal; 0 omits
    /// waste.
    pub waste_states_max: usize,
}

impl RatingLimits {
    /// A million nodes, a million states, 2 GiB.
    pub const DEFAULT: RatingLimits = RatingLimits::new(Budget::of_nodes(1_000_000), 1_000_000);

    /// Limits with this budget, at most this many states, and the usual limit for waste.
    #[must_use]
    pub const fn new(budget: Budget, states_max: usize) -> RatingLimits {
        RatingLimits { budget, states_max, waste_states_max: WASTE_STATES_MAX }
    }

    /// Without the complete state space: only measures of the solution, and the waste, which the
    /// grade needs.
    #[must_use]
    pub const fn without_states(self) -> RatingLimits {
        RatingLimits { states_max: 0, ..self }
    }

    /// No look for waste: the grade is then that of a level without any.
    #[must_use]
    pub const fn without_waste(self) -> RatingLimits {
        RatingLimits { waste_states_max: 0, ..self }
    }
}

impl Default for RatingLimits {
    fn default() -> RatingLimits {
        RatingLimits::DEFAULT
    }
}

/// The rating of a level.
#[derive(Clone, Debug)]
pub struct Rating {
    /// How hard it is overall.
    pub grade: Grade,
    /// The measures that make up the grade, and others.
    pub measures: RatingMeasures,
    /// The solution that was measured, and whether it is proved to have the fewest pushes.
    pub solution: Assessed,
    /// The limit that ended the search for a better solution.
    pub stopped: Option<Stop>,
}

/// Why a level could not be rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRated {
    /// It cannot be played.
    Invalid(Findings),
    /// It is proved to have no solution.
    Unsolvable,
    /// A limit was reached before a solution was found.
    Stopped(Stop),
}

impl fmt::Display for NotRated {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRated::Invalid(findings) => {
                write!(formatter, "the level cannot be played: {findings}")
            }
            NotRated::Unsolvable => formatter.write_str("the level has no solution"),
            NotRated::Stopped(stop) => write!(formatter, "no solution was found: {stop}"),
        }
    }
}

impl std::error::Error for NotRated {}

impl NotRated {
    /// Why a level could not be rated, given the outcome of the search.
    pub(crate) fn of(outcome: Outcome) -> NotRated {
        match outcome {
            Outcome::Unsolvable => NotRated::Unsolvable,
            Outcome::Stopped(reason) => NotRated::Stopped(reason),
            Outcome::Invalid(findings) => NotRated::Invalid(findings),
            Outcome::Failed(error) => error.raise(),
            // A limit was reached while a solution was not yet proved optimal.
            Outcome::Solved { stopped, .. } => NotRated::Stopped(stopped.unwrap_or(Stop::Nodes)),
        }
    }
}

/// A known solution.
#[derive(Clone, Debug)]
pub struct SolutionToRate {
    /// The solution, and whether it is proved to have the fewest pushes.
    pub solution: Assessed,
    /// States expanded by the search for it, if that is meaningful.
    pub nodes: Option<u64>,
}

/// Solves `level` for the fewest pushes and rates it.
///
/// If a limit ends the search, the best solution so far is measured, and the rating says so.
///
/// # Errors
/// Why the level cannot be rated.
pub fn rate(
    level: &Level,
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Result<Rating, NotRated> {
    let (known, stopped) = find_known(level, limits, observer)?;
    rate_found(level, (known, stopped), limits, observer)
}

/// Solves `level` for the fewest pushes, the first step of [`rate`]. If a limit ends the search,
/// returns the best solution so far and the limit.
///
/// # Errors
/// Why the level cannot be rated.
pub fn find_known(
    level: &Level,
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Result<(SolutionToRate, Option<Stop>), NotRated> {
    let request = Request { budget: limits.budget, ..Request::new(level) };
    let (solution, report) = fewest::search(&request, observer);
    let (solution, stopped) = match (solution, report.outcome) {
        (Some(solution), Outcome::Solved { stopped, .. }) => (solution, stopped),
        (_, outcome) => return Err(NotRated::of(outcome)),
    };
    let nodes = solution.is_fewest().then_some(report.nodes);
    Ok((SolutionToRate { solution, nodes }, stopped))
}

/// Rates `level` with the result of [`find_known`].
///
/// # Errors
/// What is wrong with the level.
pub fn rate_found(
    level: &Level,
    (known, stopped): (SolutionToRate, Option<Stop>),
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Result<Rating, NotRated> {
    let mut rating = rate_known(level, known, limits, observer)?;
    rating.stopped = stopped;
    if let Some(reason) = stopped {
        rating.measures.effort = Err(Missing::Stopped(reason));
    }
    Ok(rating)
}

/// Rates `level` with a known solution.
///
/// # Errors
/// What is wrong with the level.
///
/// # Panics
/// If the solution belongs to another level.
pub fn rate_known(
    level: &Level,
    known: SolutionToRate,
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Result<Rating, NotRated> {
    let (board, start) = check(level).map_err(NotRated::Invalid)?;
    let SolutionToRate { solution, nodes } = known;
    let replay = Replay::new(&board, &start, solution.moves());
    let detours = from_solution::detours(&board, &start, &replay, observer);
    let crossings = from_solution::crossings(&board, &replay);
    let found = solution.measures();
    let pair_gap = pair_gap::pair_gap(&board, &start, found.pushes, limits.states_max, observer);
    let measures = RatingMeasures {
        squares: board.square_count(),
        boxes: start.boxes.len(),
        pushes: found.pushes,
        moves: found.moves,
        box_lines: found.box_lines,
        box_changes: found.box_changes,
        direction_changes: replay.direction_changes(),
        counter_intuitive: detours.as_ref().map(count_astray).map_err(|&it| it),
        decomposition: decomposition::fewest_switches(&replay.turns()),
        bound_gap: detours.as_ref().map(|it| it.bound_gap).map_err(|&it| it),
        pair_gap,
        crossings: crossings.crossings,
        storage_visits: crossings.storage_visits,
        stored_most: crossings.stored_most,
        waste: waste::waste(&board, &start, limits.waste_states_max, observer),
        whole: measure_whole(&board, &start, &replay, limits, observer),
        effort: nodes.ok_or(Missing::NotMeasured),
    };
    let grade = grade::grade(&measures);
    Ok(Rating { grade, measures, solution, stopped: None })
}

fn count_astray(detours: &from_solution::Detours) -> usize {
    detours.is_counter_intuitive.iter().filter(|it| **it).count()
}

/// The measures that need the complete state space.
fn measure_whole(
    board: &Board,
    start: &State,
    replay: &Replay,
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Result<WholeMeasures, Missing> {
    if limits.states_max == 0 {
        return Err(Missing::NotMeasured);
    }
    let most = (limits.states_max, limits.budget.memory_bytes_max);
    let graph = StateGraph::build(board, start, most, observer)?;
    let live = Liveness::of(&graph, observer)?;
    let path = graph.path(board, &replay.states);
    let forced = forced::forced(&graph, &live, &path, observer);
    Ok(WholeMeasures {
        states: graph.len(),
        dead_share: (graph.len() - live.live) as f64 / graph.len() as f64,
        wrong_turns: liveness::wrong_turns(&graph, &live, &path),
        wrong_ways_log10: liveness::wrong_ways_log10(&graph, &live, observer)?,
        live_branching: liveness::live_branching(&graph, &live, &path),
        forced_share: forced.as_ref().map(forced::Forced::share).map_err(|&it| it),
        prelude: forced.as_ref().map(forced::Forced::prelude).map_err(|&it| it),
        slack: slack::slack(board, start, (&graph, &live)),
    })
}
