//! Several solutions to begin with.
//!
//! Windows keep the order in which a solution packs its goals, so the best that they can make of it
//! depends on that order. After some rounds on the given solution, other strategies find solutions
//! of their own, and each is improved with as many nodes per window. The best of all is then
//! improved further. Only where boxes stay and there is a goal for each; elsewhere all strategies
//! end up in the same search.

use sokolab_core::{Budget, LetterCase, Objective, Progress, Solution, Stop, verify};

use super::rounds::Rounds;
use crate::exact::search_contained;
use crate::meter::{KnownCost, SearchMeter};
use crate::method::Method;
use crate::prepared::Prepared;
use crate::problem::Problem;
use crate::request::Request;
use crate::search::Found;

/// The most nodes per window before another solution is tried.
const NODES_EACH: u64 = 4_000;

/// A solution is given up after this many nodes per window if it is still longer than the best one
/// by more than this fraction of its length.
const NODES_TRIED: u64 = 1_000;
const PART_LONGER: usize = 8;

/// The strategies. Those that need more nodes than this need seconds, which windows use better.
const METHODS: [Method; 4] =
    [Method::ImaginedBack, Method::Layers, Method::Imagined, Method::ImaginedFar];
const NODES_TO_FIND: u64 = 4_000;

/// Improves the solution of `rounds`, and others, until a limit is hit or nothing is left to try.
/// Ends with the best of them in `rounds`.
///
/// # Errors
/// Returns the limit that was hit.
pub(super) fn improve_several<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    rounds: &mut Rounds<'a, N>,
    meter: &mut SearchMeter<'_>,
) -> Result<(), Stop> {
    if rounds.run(NODES_EACH, meter)? {
        return Ok(());
    }
    if problem.is_reversible() {
        let level = Prepared::new(rounds.best().request.level);
        for method in METHODS {
            let Some(solution) = find(&level, rounds, method, meter)? else {
                continue;
            };
            improve_other(problem, rounds, &solution, meter)?;
        }
    }
    rounds.run(u64::MAX, meter).map(|_| ())
}

/// Improves another solution, and puts it into `rounds` if it becomes the best.
fn improve_other<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    rounds: &mut Rounds<'a, N>,
    solution: &Solution,
    meter: &mut SearchMeter<'_>,
) -> Result<(), Stop> {
    let other = rounds.best().with(solution);
    let Some(mut others) = Rounds::new(problem, other, None) else { return Ok(()) };
    let mut stopped = others.run(NODES_TRIED, meter).err();
    let (best, here) = (rounds.best().own_cost().0, others.best().own_cost().0);
    if stopped.is_none() && here <= best + best / PART_LONGER {
        stopped = others.run(NODES_EACH, meter).err();
    }
    rounds.take_over(others);
    stopped.map_or(Ok(()), Err)
}

/// A solution found by one strategy.
///
/// # Errors
/// If a limit of the whole request was hit.
fn find<const N: usize>(
    level: &Prepared,
    rounds: &mut Rounds<'_, N>,
    method: Method,
    meter: &mut SearchMeter<'_>,
) -> Result<Option<Solution>, Stop> {
    let asked = rounds.best().request;
    let memory_bytes_max = rounds.bytes_left();
    let budget = Budget { memory_bytes_max, ..asked.budget };
    let budget = budget.less_nodes(meter.progress.nodes).with_nodes(NODES_TO_FIND);
    let request =
        Request { objective: Objective::Any, method, budget, ..Request::new(asked.level) };
    let mut ended = None;
    let mut tell = |_: &Progress| {
        ended = ended.or_else(|| meter.ask().err());
        ended
    };
    let (_, mut found) = search_contained(level, &request, KnownCost::NONE, &mut tell);
    meter.errors.append(&mut found.errors);
    meter.progress.nodes += found.nodes;
    rounds.note_bytes(found.memory_bytes);
    if let Some(reason) = ended {
        return Err(reason);
    }
    let Found::Moves { moves, .. } = &found.result else { return Ok(None) };
    let verdict = verify(asked.level, moves, LetterCase::Strict);
    Ok(verdict.ok().map(|it| it.solution))
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::level;
    use sokolab_core::{Budget, check};

    use super::{find, improve_other};
    use crate::meter::SearchMeter;
    use crate::method::Method;
    use crate::optimise::rounds::Rounds;
    use crate::optimise::{BestSolution, ImprovementRequest};
    use crate::prepared::Prepared;
    use crate::problem::Problem;
    use crate::request::Request;
    use crate::solve;

    const HALLS: &str = "
        ##############
        #     ##     #
        # $ $    $ $ #
        #  $ $##$ $  #
        # $ $ ## $ $ #
        #  @  ##     #
        ###.#.##.#.###
          #.#.##.#.#
          #.#.##.#.#
          #.#.##.#.#
          ##########";

    /// Looks for another solution with an observer, and improves it if there is one. Returns
    /// whether there is, and the number of internal errors.
    fn look(observer: &mut dyn FnMut()) -> (bool, usize) {
        let level = level(HALLS);
        let report = solve(&Request::new(&level), &mut |_| None);
        let given = report.solution().expect("it has a solution");
        let request = ImprovementRequest::new(&level, given);
        let (board, start) = check(&level).expect("it can be played");
        let problem = Problem::<4>::new(&board, &start, 1 << 30, &mut || true).expect("solvable");
        let best = BestSolution::new(&request, &board, &start);
        let mut rounds = Rounds::new(&problem, best, None).expect("there is something to improve");
        let before = rounds.best().own_cost();
        let mut tell = |_: &_| {
            observer();
            None
        };
        let mut meter = SearchMeter::new(Budget::UNLIMITED, &mut tell);
        let found = find(&Prepared::new(&level), &mut rounds, Method::Layers, &mut meter);
        let found = found.expect("no limit is hit");
        if let Some(other) = &found {
            improve_other(&problem, &mut rounds, other, &mut meter).expect("no limit is hit");
            assert!(rounds.best().own_cost() <= before.min((other.measures().pushes, usize::MAX)));
        }
        (found.is_some(), meter.errors.len())
    }

    #[test]
    fn another_solution_is_improved_and_replaces_the_best_only_if_it_is_better() {
        assert_eq!(look(&mut || ()), (true, 0));
    }

    #[test]
    fn an_internal_error_of_another_strategy_is_reported_and_the_work_goes_on() {
        assert_eq!(look(&mut || panic!("the observer is at fault")), (false, 1));
    }
}
