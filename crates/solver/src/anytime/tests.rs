//! Tests of the search for a best solution from below and from above.

use sokolab_core::reference::{fewest_moves, fewest_pushes};
use sokolab_core::testing::{level, random_levels};
use sokolab_core::{Budget, Level, MoveKind, Objective, Rules, Stop, check};

use super::{Prepared, Shares, search};
use crate::request::Request;
use crate::search::Found;

/// Small worlds are solved at once; with these budgets every phase has something to do.
const SMALL: Shares = Shares {
    at_once: 2,
    quick: 3,
    to_improve_quickly: 3,
    at_first: 4,
    for_any: 40,
    for_others: 40,
    to_improve: 40,
};

#[track_caller]
fn check_cost(level: &Level, (objective, threads): (Objective, usize), truth: Option<usize>) {
    let request = Request { objective, threads, ..Request::new(level) };
    let (_, found) = search(&Prepared::new(level), &request, SMALL, &mut |_| None);
    let cost = match &found.result {
        Found::Moves { moves, optimal: true, stopped: None } => Some(match objective {
            Objective::Moves => moves.len(),
            Objective::Any | Objective::Pushes => {
                moves.as_slice().iter().filter(|it| it.kind == MoveKind::Push).count()
            }
        }),
        Found::NoSolution => None,
        other => panic!("no limit was set: {other:?}"),
    };
    assert_eq!(cost, truth, "{objective:?}: {:?}", level.source.rows);
    if let Some(cost) = cost {
        assert_eq!(found.lower_bound, cost as u64);
    }
}

#[test]
fn every_part_of_the_work_keeps_the_optimum() {
    for rules in Rules::ALL {
        for level in random_levels(rules, 150) {
            let (board, start) = check(&level).expect("random levels are playable");
            let pushes = fewest_pushes(&board, &start);
            let moves = fewest_moves(&board, &start);
            for threads in [1, 2, 3] {
                check_cost(&level, (Objective::Pushes, threads), pushes);
                check_cost(&level, (Objective::Moves, threads), moves);
            }
        }
    }
}

/// A goal lock whose lower bound is far too low at first.
const LOCK: &str = "
    ######
    #    #
    # $$ #            ######
    #  $ # ############    #
    #  $ # # ......  ##    #
    # $ $### ######  ###   #
    ###  @   ###### ###    #
      #####                #
          #########  ##    #
                  ##########";

#[test]
fn threads_give_the_same_result_in_every_run() {
    let level = level(LOCK);
    let prepared = Prepared::new(&level);
    let objective = Objective::Pushes;
    let budget = Budget::of_nodes(40_000);
    let request = Request { objective, budget, threads: 2, ..Request::new(&level) };
    let run = || search(&prepared, &request, Shares::DEFAULT, &mut |_| None).1;
    let first = run();
    assert!(first.nodes > 20_000, "both sides have to work: {}", first.nodes);
    for _ in 0..3 {
        let again = run();
        assert_eq!((again.nodes, again.lower_bound), (first.nodes, first.lower_bound));
        assert_eq!(format!("{:?}", again.result), format!("{:?}", first.result));
    }
}

#[test]
fn the_observer_stops_both_sides() {
    let level = level(LOCK);
    let request = Request { objective: Objective::Pushes, threads: 2, ..Request::new(&level) };
    for questions_max in [1, 5, 20, 40] {
        let mut questions = 0;
        let mut observer = |_: &_| {
            questions += 1;
            (questions >= questions_max).then_some(Stop::Time)
        };
        let (_, found) = search(&Prepared::new(&level), &request, SMALL, &mut observer);
        assert_eq!(found.result.stopped(), Some(Stop::Time), "{questions_max}");
    }
}

#[test]
fn a_limit_on_nodes_ends_it_all_and_keeps_a_solution() {
    let mut kept = 0;
    for level in random_levels(Rules::OFFICIAL, 300) {
        for threads in [1, 2] {
            let budget = Budget::of_nodes(20);
            let objective = Objective::Pushes;
            let request = Request { objective, budget, threads, ..Request::new(&level) };
            let (_, found) = search(&Prepared::new(&level), &request, SMALL, &mut |_| None);
            assert!(found.nodes <= 20, "{} nodes", found.nodes);
            if let Found::Moves { optimal, stopped, .. } = found.result {
                assert_eq!(optimal, stopped.is_none());
                kept += usize::from(stopped == Some(Stop::Nodes));
            }
        }
    }
    assert!(kept > 0, "some level has a solution that is not proved best within the limit");
}
