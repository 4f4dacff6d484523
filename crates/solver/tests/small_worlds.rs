//! Every search on small worlds: its answers equal those of exhaustive search under every rule set.

mod drawings;

use sokolab_core::reference::{fewest_moves, fewest_pushes};
use sokolab_core::testing::{is_slow, random_levels};
use sokolab_core::{Level, Rules, check};
use sokolab_solver::{
    Budget, Method, Objective, Outcome, RefutedHorizon, Report, Request, Stop, Unit, solve,
};

use drawings::hall;

/// The pushes or moves of the solution found; `None` for a proof that there is none.
fn answer(level: &Level, method: Method, objective: Objective) -> Option<usize> {
    let request = Request { method, objective, ..Request::new(level) };
    match solve(&request, &mut |_| None).outcome {
        Outcome::Solved { solution, optimal, .. } => {
            assert_eq!(optimal, objective != Objective::Any);
            let measures = solution.measures();
            Some(if objective == Objective::Moves { measures.moves } else { measures.pushes })
        }
        Outcome::Unsolvable => None,
        other => panic!("no limit was set: {other:?}"),
    }
}

/// The searches that promise an optimal solution.
const EXACT: [Method; 5] =
    [Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Bidirectional, Method::Auto];

#[test]
fn exact_searches_find_the_fewest_pushes_and_moves() {
    for rules in Rules::ALL {
        let count = if is_slow() { 20_000 } else { 600 };
        for level in random_levels(rules, count) {
            let (board, state) = check(&level).expect("random levels are playable");
            let truth = fewest_pushes(&board, &state);
            for method in EXACT {
                let pushes = answer(&level, method, Objective::Pushes);
                assert_eq!(pushes, truth, "{method:?}, {rules}: {:?}", level.source.rows);
            }
            for method in Method::ALL.into_iter().filter(|method| method.is_complete()) {
                let any = answer(&level, method, Objective::Any);
                assert_eq!(
                    any.is_some(),
                    truth.is_some(),
                    "{method:?}, {rules}: {:?}",
                    level.source.rows
                );
            }
        }
        for level in random_levels(rules, count / 10) {
            let (board, state) = check(&level).expect("random levels are playable");
            let truth = fewest_moves(&board, &state);
            for method in EXACT {
                let moves = answer(&level, method, Objective::Moves);
                assert_eq!(moves, truth, "{method:?}, {rules}: {:?}", level.source.rows);
            }
        }
    }
}

#[test]
fn threads_side_by_side_find_a_solution_or_prove_that_there_is_none() {
    let count = if is_slow() { 5_000 } else { 300 };
    for level in random_levels(Rules::OFFICIAL, count) {
        let (board, state) = check(&level).expect("random levels are playable");
        let truth = fewest_pushes(&board, &state);
        for threads in [2, 3] {
            let report = solve(&Request { threads, ..Request::new(&level) }, &mut |_| None);
            match report.outcome {
                Outcome::Solved { .. } => assert!(truth.is_some(), "{threads} threads"),
                Outcome::Unsolvable => assert_eq!(truth, None, "{threads} threads"),
                other => panic!("no limit was set: {other:?}"),
            }
        }
    }
}

#[test]
fn threads_side_by_side_find_the_fewest_pushes_and_moves() {
    let count = if is_slow() { 5_000 } else { 300 };
    for level in random_levels(Rules::OFFICIAL, count) {
        let (board, state) = check(&level).expect("random levels are playable");
        let truth = (fewest_pushes(&board, &state), fewest_moves(&board, &state));
        for threads in [2, 3] {
            let fewest = |objective| {
                let request = Request { threads, objective, ..Request::new(&level) };
                match solve(&request, &mut |_| None).outcome {
                    Outcome::Solved { solution, optimal: true, .. } => Some(solution.measures()),
                    Outcome::Unsolvable => None,
                    other => panic!("no limit was set: {other:?}"),
                }
            };
            let pushes = fewest(Objective::Pushes).map(|it| it.pushes);
            let moves = fewest(Objective::Moves).map(|it| it.moves);
            assert_eq!((pushes, moves), truth, "{threads} threads");
        }
    }
}

/// A hall with a goal for each box, one of them out of reach in a closed cell.
fn hopeless_hall() -> Level {
    sokolab_core::testing::level(
        "
        ##############
        #     ##     #
        # $ $    $ $ #
        #  $ $##$ $  #
        # $ $ ## $ $ #
        #  @  ##     #
        ###.#.##.#.###
          #.#.##.#.#
          #.#.####.#
          #####.####
              ###",
    )
}

#[test]
fn issue_16_cheap_proofs_come_first_when_any_solution_is_wanted() {
    let level = hopeless_hall();
    for threads in [1, 2] {
        let request = Request { threads, budget: Budget::of_nodes(20_000), ..Request::new(&level) };
        let report = solve(&request, &mut |_| None);
        assert!(matches!(report.outcome, Outcome::Unsolvable), "{:?}", report.outcome);
        assert!(threads > 1 || report.nodes < 10, "{} nodes", report.nodes);
        let why = report.refutation.expect("a detector sees why").sentence;
        assert_eq!(why, "no box can be brought to the goal on h10");
    }
}

/// A request to each exact method.
fn requests(level: &Level) -> impl Iterator<Item = Request<'_>> {
    EXACT.into_iter().map(|method| Request {
        method,
        objective: Objective::Pushes,
        ..Request::new(level)
    })
}

/// The limit that ended a search. With `auto` there may also be a solution, because it looks for
/// one before it proves anything.
fn stopped(report: &Report, method: Method) -> Option<Stop> {
    match report.outcome {
        Outcome::Stopped(reason) => Some(reason),
        Outcome::Solved { stopped, optimal: false, .. } if method == Method::Auto => stopped,
        _ => None,
    }
}

#[test]
fn issue_16_a_limit_leaves_what_a_quick_search_finds() {
    let level = hall();
    for objective in [Objective::Pushes, Objective::Moves] {
        for (budget, questions_max, expected) in [
            (Budget::of_nodes(4_000), u32::MAX, Stop::Nodes),
            (Budget::of_memory(4 << 20), u32::MAX, Stop::Memory),
            (Budget::default(), 400, Stop::Interrupted),
        ] {
            let mut questions = 0;
            let request = Request { objective, budget, ..Request::new(&level) };
            let report = solve(&request, &mut |_| {
                questions += 1;
                (questions > questions_max).then_some(Stop::Interrupted)
            });
            let Outcome::Solved { optimal: false, stopped: Some(reason), .. } = report.outcome
            else {
                panic!("{objective:?}: {:?}", report.outcome)
            };
            assert_eq!(reason, expected);
        }
    }
}

#[test]
fn a_limit_on_nodes_stops_at_exactly_that_many() {
    let level = hall();
    for request in requests(&level) {
        let request = Request { budget: Budget::of_nodes(1_000), ..request };
        let report = solve(&request, &mut |_| None);
        let stopped = stopped(&report, request.method);
        assert_eq!(stopped, Some(Stop::Nodes), "{:?}", request.method);
        assert_eq!(report.nodes, 1_000);
        assert!(report.lower_bound > 0);
    }
}

#[test]
fn a_limit_on_memory_is_kept() {
    let level = hall();
    for request in requests(&level) {
        // IDA* forgets instead: here only its nodes can end it.
        let is_forgetful = request.method == Method::IdaStar;
        let reason = if is_forgetful { Stop::Nodes } else { Stop::Memory };
        let nodes_max = if is_forgetful { 100_000 } else { u64::MAX };
        let budget = Budget { nodes_max, memory_bytes_max: 4 << 20 };
        let request = Request { budget, ..request };
        let report = solve(&request, &mut |_| None);
        assert_eq!(stopped(&report, request.method), Some(reason), "{:?}", request.method);
        assert!(report.memory_bytes <= 4 << 20, "{:?}", request.method);
    }
}

#[test]
fn the_observer_stops_the_search() {
    let level = hall();
    for request in requests(&level) {
        let mut questions = 0;
        let report = solve(&request, &mut |_| {
            questions += 1;
            (questions == 3).then_some(Stop::Time)
        });
        assert!(matches!(report.outcome, Outcome::Stopped(Stop::Time)));
        assert_eq!(questions, 3);
    }
}

#[test]
fn equal_requests_expand_equal_nodes() {
    let level = hall();
    for request in requests(&level) {
        let request = Request { budget: Budget::of_nodes(20_000), ..request };
        let figures = || {
            let report = solve(&request, &mut |_| None);
            (report.nodes, report.memory_bytes, report.lower_bound)
        };
        assert_eq!(figures(), figures());
    }
}

/// A constraint method that is stopped by a limit never calls the level unsolvable.
#[test]
fn constrained_methods_never_mix_up_their_verdicts() {
    for rules in [Rules::OFFICIAL, Rules::NETHACK, Rules::SINK] {
        for level in random_levels(rules, if is_slow() { 2_000 } else { 60 }) {
            let (board, state) = check(&level).expect("random levels are playable");
            let truth = fewest_pushes(&board, &state);
            for method in Method::ALL.into_iter().filter(|method| !method.is_complete()) {
                let budget = Budget::of_nodes(200);
                let mut request = Request { method, budget, ..Request::new(&level) };
                request.constraint.horizon = Some(6);
                let report = solve(&request, &mut |_| None);
                match report.outcome {
                    Outcome::Solved { .. } => assert!(truth.is_some(), "{method:?}, {rules}"),
                    Outcome::Unsolvable => assert_eq!(truth, None, "{method:?}, {rules}"),
                    Outcome::Stopped(Stop::Horizon) => {
                        let RefutedHorizon { count, unit } =
                            report.none_up_to.expect("what it refuted");
                        let least = match unit {
                            Unit::Moves => fewest_moves(&board, &state),
                            Unit::Pushes => truth,
                        };
                        assert_eq!(count, 6);
                        assert!(least.is_none_or(|it| it > 6), "{method:?}, {rules}");
                    }
                    Outcome::Stopped(reason) => {
                        // Only petersohn's corridor checker rejects solvable states.
                        let is_incomplete =
                            reason == Stop::Incomplete && method == Method::Petersohn;
                        assert!(reason == Stop::Nodes || is_incomplete, "{method:?}: {reason}");
                    }
                    other @ (Outcome::Invalid(_) | Outcome::Failed(_)) => panic!("{other:?}"),
                }
            }
        }
    }
}
