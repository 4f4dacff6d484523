//! Every search on small worlds: its answers equal the slow truth under every rule set.

use sokolab_core::reference::{fewest_moves, fewest_pushes};
use sokolab_core::testing::{is_slow, random_levels};
use sokolab_core::{Level, Rules, check};
use sokolab_solver::{Method, Objective, Outcome, Request, StopReason, solve};

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

#[test]
fn breadth_first_search_finds_the_fewest_pushes_and_moves() {
    for rules in Rules::ALL {
        let count = if is_slow() { 20_000 } else { 300 };
        for level in random_levels(rules, count) {
            let (board, state) = check(&level).expect("random levels are playable");
            let pushes = answer(&level, Method::BreadthFirst, Objective::Pushes);
            assert_eq!(pushes, fewest_pushes(&board, &state), "{rules}: {level:?}");
            let any = answer(&level, Method::BreadthFirst, Objective::Any);
            assert_eq!(any.is_some(), pushes.is_some());
        }
        for level in random_levels(rules, count / 10) {
            let (board, state) = check(&level).expect("random levels are playable");
            let moves = answer(&level, Method::BreadthFirst, Objective::Moves);
            assert_eq!(moves, fewest_moves(&board, &state), "{rules}: {level:?}");
        }
    }
}

fn wide_room() -> Level {
    sokolab_core::testing::level(
        "
        ############
        #@         #
        # $ $ $ $  #
        #          #
        #  . . . . #
        #          #
        ############",
    )
}

#[test]
fn a_limit_on_nodes_stops_at_exactly_that_many() {
    let level = wide_room();
    let request = Request { nodes_max: Some(1_000), ..Request::new(&level) };
    let report = solve(&request, &mut |_| None);
    assert!(matches!(report.outcome, Outcome::Stopped(StopReason::Nodes)));
    assert_eq!(report.nodes, 1_000);
    assert!(report.lower_bound > 0);
}

#[test]
fn a_limit_on_memory_is_kept() {
    let level = wide_room();
    let request = Request { memory_bytes_max: 1 << 20, ..Request::new(&level) };
    let report = solve(&request, &mut |_| None);
    assert!(matches!(report.outcome, Outcome::Stopped(StopReason::Memory)));
    assert!(report.memory_bytes <= 1 << 20);
}

#[test]
fn the_observer_stops_the_search() {
    let level = wide_room();
    let mut questions = 0;
    let report = solve(&Request::new(&level), &mut |_| {
        questions += 1;
        (questions == 3).then_some(StopReason::Time)
    });
    assert!(matches!(report.outcome, Outcome::Stopped(StopReason::Time)));
    assert_eq!(questions, 3);
}

#[test]
fn equal_requests_expand_equal_nodes() {
    let level = wide_room();
    let request = Request { nodes_max: Some(20_000), ..Request::new(&level) };
    let nodes = || solve(&request, &mut |_| None).memory_bytes;
    assert_eq!(nodes(), nodes());
}
