//! A failed assertion ends only the search in which it happens. In these tests the observer fails.

mod drawings;

use sokolab_core::testing::level;
use sokolab_core::{LetterCase, parse_moves, verify};
use sokolab_solver::{
    ImprovementRequest, Method, Objective, Outcome, Request, Stop, optimise, solve,
};

use drawings::hall;

/// A small level, and a solution of it.
const PAIR: &str = "
    #######
    #@    #
    # $ $ #
    # . . #
    #     #
    #######";
const PAIR_MOVES: &str = "rDlurrrD";

#[test]
fn an_observer_that_always_fails_makes_the_level_fail_and_nothing_more() {
    let level = hall();
    for objective in Objective::ALL {
        for (method, threads) in [
            (Method::Auto, 1),
            (Method::Auto, 2),
            (Method::Auto, 3),
            (Method::Bidirectional, 3),
            (Method::Chambers, 1),
            (Method::BreadthFirst, 1),
        ] {
            let request = Request { objective, method, threads, ..Request::new(&level) };
            let report = solve(&request, &mut |_| panic!("the observer is at fault"));
            let Outcome::Failed(error) = report.outcome else { panic!("{:?}", report.outcome) };
            assert_eq!(error.message, "the observer is at fault");
        }
    }
}

#[test]
fn an_observer_that_fails_later_ends_no_thread_in_a_deadlock() {
    let level = hall();
    for objective in Objective::ALL {
        for threads in [1, 2, 3] {
            let mut questions = 0;
            let request = Request { objective, threads, ..Request::new(&level) };
            let report = solve(&request, &mut |_| {
                questions += 1;
                assert!(questions != 8, "the observer is at fault");
                (questions > 100).then_some(Stop::Time)
            });
            let is_told = matches!(report.outcome, Outcome::Failed(_)) || report.errors.len() == 1;
            assert!(is_told, "{objective:?}, {threads} threads: {:?}", report.outcome);
        }
    }
}

#[test]
fn a_solution_that_cannot_be_improved_for_an_internal_error_is_kept() {
    let level = level(PAIR);
    let moves = parse_moves(PAIR_MOVES).expect("letters");
    let moves = verify(&level, &moves, LetterCase::Corrected).expect("a solution").solution;
    for threads in [1, 2] {
        let asked = ImprovementRequest { threads, ..ImprovementRequest::new(&level, &moves) };
        let improved = optimise(&asked, &mut |_| panic!("the observer is at fault"));
        assert_eq!(improved.solution, moves);
        assert_eq!(
            improved.error.map(|it| it.message).as_deref(),
            Some("the observer is at fault")
        );
        assert_eq!(improved.stopped, Some(Stop::Failed));
    }
}
