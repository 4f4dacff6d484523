//! Dispatches the searches on packed boards: chooses the field width, the state space and the
//! order.
//!
//! A level is normalised first, which only adds walls, so moves keep their meaning. Its board
//! becomes a `Field`, a bit grid with a wall between rows, 2, 4, 8, 32, 128 or 1,024 words wide. A
//! board that needs more words, or whose distance tables have more than 8 million pairs of squares
//! and goals or take more than half of the memory, is left to the breadth-first search.
//!
//! For the fewest pushes or moves, the method `auto` searches from both ends where the solved
//! states are known, otherwise by A*. If 1,000 nodes do not settle the level,
//! the portfolio first finds some solution, because any limit has to leave the best solution so
//! far; the exact search then looks only for cheaper ones. If 200,000 nodes do not settle it
//! either, solutions of several strategies are shortened (`anytime`). A solution that meets the
//! lower bound is proved optimal; otherwise the exact search starts again. The exact methods that a
//! user can name stay pure: stopped by a limit, they return only what they have found themselves.

use sokolab_core::{Board, GoalKind, Objective, Observer, Progress, State, Stop};
use sokolab_field::by_width;

use crate::contract::Keeps;
use crate::internal_error::contain_method;
use crate::meter::{KnownCost, SearchMeter};
use crate::method::{LevelRequirement, Method};
use crate::playback::{Mirrored, moves_along};
use crate::portfolio::{schedule, side_by_side, turns};
use crate::prepared::Prepared;
use crate::problem::{PrepareError, Problem};
use crate::prune::rule::{Pruning, Rule};
use crate::report::Fallback;
use crate::request::Request;
use crate::search::best_first::{self, SearchResult};
use crate::search::bidirectional;
use crate::search::frontier::Order;
use crate::search::idastar;
use crate::search::{Found, Searched, breadth_first};
use crate::space::pulls::PullSpace;
use crate::space::pushes::PushSpace;
use crate::space::walks::WalkSpace;
use crate::space::walks_back::WalkBackSpace;
use crate::strategy::mirrored_by;
use sokolab_field::words_needed;

/// Most pairs of squares and goals for which distance tables are computed; more take too long.
const PAIRS_MAX: usize = 8_000_000;

/// Bytes per pair in all tables together, and the fraction of the memory that tables may take.
const PAIR_BYTES: u64 = 12;
const TABLES_SHARE: u64 = 2;

/// Searches by the requested method, or by a fallback if the level does not suit it. A* and
/// bidirectional search look only for solutions cheaper than `known_cost`.
pub(crate) fn search(
    level: &Prepared,
    request: &Request<'_>,
    known_cost: KnownCost<'_>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let (small, state) = (&level.normalized.board, &level.normalized.state);
    let pairs = small.square_count() * small.goals().len().max(1);
    let bytes = pairs as u64 * PAIR_BYTES;
    let is_large = pairs > PAIRS_MAX || bytes > request.budget.memory_bytes_max / TABLES_SHARE;
    if is_large {
        return without_tables(level, request, observer);
    }
    by_width!(
        words_needed(small),
        [2, 4, 8, 32, 128, 1024],
        debug [4, 32, 1024],
        search_in(small, state, request, known_cost, observer),
        else without_tables(level, request, observer)
    )
}

/// Searches a level, and turns an internal error into a failed result.
pub(crate) fn search_contained(
    level: &Prepared,
    request: &Request<'_>,
    known_cost: KnownCost<'_>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let method = request.method;
    let found = contain_method(method, || search(level, request, known_cost, observer));
    found.unwrap_or_else(|error| (method, Searched::failed(error)))
}

/// Searches a board that is too large for distance tables, breadth first.
fn without_tables(
    level: &Prepared,
    request: &Request<'_>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let searched = breadth_first::search(level, request, observer);
    let fallback = (request.method != Method::Auto).then_some(Fallback::BoardTooLarge);
    (Method::BreadthFirst, Searched { fallback, ..searched })
}

/// The method to search a level by and, if it is not the requested one, the reason.
fn suited<const N: usize>(
    problem: &Problem<'_, N>,
    request: &Request<'_>,
) -> (Method, Option<Fallback>) {
    let method = match (request.method, request.objective) {
        (Method::Auto, Objective::Any) => return (Method::Auto, None),
        (Method::Auto, Objective::Pushes | Objective::Moves) if problem.is_reversible() => {
            Method::Bidirectional
        }
        (Method::Auto, Objective::Pushes | Objective::Moves) => Method::AStar,
        (method, _) => method,
    };
    let fallback = match method.needs() {
        _ if request.objective == Objective::Moves => {
            let counts_moves = match method {
                Method::AStar | Method::IdaStar | Method::Greedy => true,
                Method::Bidirectional => problem.is_reversible(),
                _ => false,
            };
            (!counts_moves).then_some(Fallback::CountsPushes)
        }
        LevelRequirement::BoxesStay if !problem.is_reversible() => {
            Some(Fallback::Unsuited(method.needs()))
        }
        LevelRequirement::BoxesStayOrSmall if !problem.is_reversible() && !problem.is_small() => {
            Some(Fallback::Unsuited(method.needs()))
        }
        LevelRequirement::Holes if problem.field.goal_kind() != GoalKind::Fill => {
            Some(Fallback::Unsuited(method.needs()))
        }
        _ => None,
    };
    match fallback {
        None => (method, None),
        Some(why) if method.is_greedy() => (Method::Greedy, Some(why)),
        Some(why) => (Method::AStar, Some(why)),
    }
}

fn search_in<const N: usize>(
    board: &Board,
    start: &State,
    request: &Request<'_>,
    known_cost: KnownCost<'_>,
    observer: &mut Observer<'_>,
) -> (Method, Searched) {
    let method = request.method;
    let mut meter = SearchMeter::new(request.budget, observer);
    meter.known_cost = known_cost;
    if let Err(reason) = meter.ask() {
        return (method, searched(Found::Stopped(reason), &SearchResult::nothing(), &mut meter));
    }
    let mut stopped = None;
    let mut keep_going = || {
        stopped = stopped.or_else(|| meter.ask().err());
        stopped.is_none()
    };
    let bytes_max = request.budget.memory_bytes_max;
    let mut problem = match Problem::<N>::new(board, start, bytes_max, &mut keep_going) {
        Ok(problem) => problem,
        Err(PrepareError::Unsolvable) => {
            return (method, searched(Found::NoSolution, &SearchResult::nothing(), &mut meter));
        }
        Err(PrepareError::Stopped) => {
            let reason = stopped.unwrap_or(Stop::Interrupted);
            return (
                method,
                searched(Found::Stopped(reason), &SearchResult::nothing(), &mut meter),
            );
        }
    };
    // The memory of the level itself counts; the searches get the rest.
    let own_bytes = problem.bytes();
    problem.bytes_max = bytes_max.saturating_sub(own_bytes);
    problem.merging = request.merging;
    meter.budget.memory_bytes_max = problem.bytes_max;
    let request = &Request { budget: meter.budget, ..*request };
    let (method, fallback) = suited(&problem, request);
    let (method, (mut finding, mirrored)) = match method {
        Method::Auto => take_turns(&problem, request, &mut meter),
        method => (method, find(&problem, method, request, &mut meter)),
    };
    finding.memory_bytes += own_bytes;
    // A search that does not expand in order of cost proves no solution optimal.
    let is_exact = !method.is_greedy() && request.objective != Objective::Any;
    let result = match (&finding.best, finding.stopped) {
        (Some((way, _)), stopped) => {
            let counts_moves = request.objective == Objective::Moves;
            let moves = moves_along(&problem, mirrored, way, counts_moves);
            Found::Moves { moves, optimal: is_exact && stopped.is_none(), stopped }
        }
        (None, Some(reason)) => Found::Stopped(reason),
        (None, None) => Found::NoSolution,
    };
    (method, Searched { fallback, ..searched(result, &finding, &mut meter) })
}

/// Searches for any solution with the portfolio that suits the level.
fn take_turns<const N: usize>(
    problem: &Problem<'_, N>,
    request: &Request<'_>,
    meter: &mut SearchMeter<'_>,
) -> (Method, (SearchResult, Mirrored)) {
    if problem.is_reversible() {
        return by_turns(problem, schedule_of(problem), request, meter);
    }
    if !problem.is_small() {
        return (Method::Greedy, find(problem, Method::Greedy, request, meter));
    }
    match problem.field.goal_kind() {
        GoalKind::Fill => by_turns(problem, &schedule::HOLES, request, meter),
        GoalKind::Keep | GoalKind::Sink => by_turns(problem, &schedule::DEMAND, request, meter),
    }
}

/// The schedule for a level with a box for each goal.
fn schedule_of<const N: usize>(problem: &Problem<'_, N>) -> &'static [schedule::Entry] {
    match problem.squares.len() {
        _ if problem.is_slow_by_macros() => &schedule::VAST,
        schedule::WIDE_SQUARES.. => &schedule::WIDE,
        _ => &schedule::CLASSIC,
    }
}

fn by_turns<const N: usize>(
    problem: &Problem<'_, N>,
    schedule: &[schedule::Entry],
    request: &Request<'_>,
    meter: &mut SearchMeter<'_>,
) -> (Method, (SearchResult, Mirrored)) {
    let (method, finding) = if request.threads > 1 && schedule.len() > 1 {
        side_by_side::search(problem, schedule, request, meter)
    } else {
        turns::search(problem, schedule, meter)
    };
    (method, (finding, mirrored_by(problem, method)))
}

/// Searches by one method.
fn find<const N: usize>(
    problem: &Problem<'_, N>,
    method: Method,
    request: &Request<'_>,
    meter: &mut SearchMeter<'_>,
) -> (SearchResult, Mirrored) {
    let is_enough = request.objective == Objective::Any;
    let order = match method {
        method if method.is_greedy() => Order::Greedy,
        _ => Order::Exact,
    };
    if method == Method::IdaStar {
        return (deepen(problem, request.objective, meter), Mirrored::Merged);
    }
    if request.objective == Objective::Moves && method == Method::Bidirectional {
        let finding = from_both_ends_by_moves(problem, request.threads, meter);
        return (finding, Mirrored::Apart);
    }
    if request.objective == Objective::Moves {
        let is_enough = method.is_greedy();
        let others = (1..request.threads).map(|_| WalkSpace::new(problem));
        let spaces = (WalkSpace::new(problem), others);
        let finding = best_first::search_with(spaces, order, is_enough, meter);
        return (finding, Mirrored::Merged);
    }
    match method {
        Method::Bidirectional => {
            (from_both_ends(problem, request, is_enough, meter), Mirrored::Apart)
        }
        Method::Greedy | Method::Filling => greedily(problem, order, meter),
        method if method.is_greedy() => {
            by_turns(problem, &[schedule::Entry::alone(method)], request, meter).1
        }
        _ => {
            let others = (1..request.threads).map(|_| forwards(problem));
            let spaces = (forwards(problem), others);
            (best_first::search_with(spaces, order, is_enough, meter), Mirrored::Merged)
        }
    }
}

/// The space of pushes with every pruning rule that keeps a solution with the fewest pushes.
fn forwards<'a, const N: usize>(problem: &'a Problem<'a, N>) -> PushSpace<'a, N> {
    PushSpace::new(problem, Pruning::keeping(problem, Keeps::FewestPushes))
}

/// Searches by IDA*.
fn deepen<const N: usize>(
    problem: &Problem<'_, N>,
    objective: Objective,
    meter: &mut SearchMeter<'_>,
) -> SearchResult {
    match objective {
        Objective::Any => idastar::search(forwards(problem), true, meter),
        Objective::Pushes => idastar::search(forwards(problem), false, meter),
        Objective::Moves => idastar::search(WalkSpace::new(problem), false, meter),
    }
}

/// Searches from both ends. Symmetric states are not merged on the forward side, because the
/// backward side cannot merge them.
fn from_both_ends<const N: usize>(
    problem: &Problem<'_, N>,
    request: &Request<'_>,
    is_enough: bool,
    meter: &mut SearchMeter<'_>,
) -> SearchResult {
    let pruning = Pruning::keeping(problem, Keeps::FewestPushes).without(Rule::Symmetry);
    let ends = (|| PushSpace::new(problem, pruning), || PullSpace::new(problem));
    bidirectional::search(ends, Order::Exact, request.threads, is_enough, meter)
}

/// Searches from both ends for the fewest moves. Walks are most of the cost, and the bound of
/// pushes sees none of them, so two searches of half the depth expand far fewer nodes than one.
fn from_both_ends_by_moves<const N: usize>(
    problem: &Problem<'_, N>,
    threads: usize,
    meter: &mut SearchMeter<'_>,
) -> SearchResult {
    let ends = (|| WalkSpace::without_images(problem), || WalkBackSpace::new(problem));
    bidirectional::search(ends, Order::Balanced, threads, false, meter)
}

/// Searches for any solution. On a level with holes, the first attempt delivers boxes straight into
/// holes. That may miss a solution, so only the second search, without it, proves that there is
/// none.
fn greedily<const N: usize>(
    problem: &Problem<'_, N>,
    order: Order,
    meter: &mut SearchMeter<'_>,
) -> (SearchResult, Mirrored) {
    if problem.field.goal_kind() == GoalKind::Fill {
        let pruning = Pruning::keeping(problem, Keeps::Nothing).without(Rule::Symmetry);
        let guess = best_first::search(PushSpace::new(problem, pruning), order, true, meter);
        if guess.best.is_some() || guess.stopped.is_some() {
            return (guess, Mirrored::Apart);
        }
    }
    let space = forwards(problem);
    (best_first::search(space, order, true, meter), Mirrored::Merged)
}

fn searched(result: Found, finding: &SearchResult, meter: &mut SearchMeter<'_>) -> Searched {
    let lower_bound = u64::from(finding.lower_bound);
    let spent = Progress {
        nodes: meter.progress.nodes,
        lemma_nodes: finding.lemma_nodes,
        memory_bytes: finding.memory_bytes,
        lower_bound,
        ..Progress::default()
    };
    Searched { errors: std::mem::take(&mut meter.errors), ..Searched::of(result, &spent) }
}

#[cfg(test)]
mod tests {
    use super::{schedule, schedule_of};
    use crate::method::Method;
    use crate::problem::Problem;
    use sokolab_core::check;
    use sokolab_core::testing::level;

    /// A hall with this many squares on each side, every third row of which has boxes and the next
    /// one goals.
    fn hall(size: usize) -> String {
        let row = |glyph: char| format!("#  {}  #\n", glyph.to_string().repeat(size - 4));
        let wall = format!("{}\n", "#".repeat(size + 2));
        let rows: String = (0..size).map(|y| row([' ', '$', '.'][y % 3])).collect();
        format!("{wall}{}{wall}", rows.replacen("#  ", "#@ ", 1))
    }

    #[test]
    fn a_level_with_many_macro_moves_is_searched_by_single_pushes_first() {
        // 30 * 30 squares and 10 rows of 26 boxes are close to the most that is small.
        for (size, first) in [(12, Method::GoalPushing), (30, Method::Greedy)] {
            let (board, start) = check(&level(&hall(size))).expect("a playable level");
            let problem = Problem::<16>::new(&board, &start, 1 << 30, &mut || true);
            let problem = problem.expect("nothing stops it");
            assert!(problem.is_reversible());
            let schedule: &[schedule::Entry] = schedule_of(&problem);
            assert_eq!(schedule.first().map(|entry| entry.method), Some(first));
        }
    }
}
