//! A search that is stopped reports what stopped it, whichever thread noticed: a thread that only
//! follows the others has no reason of its own.

mod drawings;

use sokolab_core::Rules;
use sokolab_core::testing::random_levels;
use sokolab_solver::{Budget, Method, Objective, Outcome, Request, Stop, solve};

use drawings::hall;

/// The reason that a report gives, if the search was stopped.
fn reason_of(outcome: &Outcome) -> Option<Stop> {
    match outcome {
        Outcome::Stopped(reason) => Some(*reason),
        Outcome::Solved { stopped, .. } => *stopped,
        Outcome::Unsolvable => None,
        Outcome::Invalid(_) | Outcome::Failed(_) => panic!("{outcome:?}"),
    }
}

/// Stops a search with `reason` after `questions_max` calls of the observer.
#[track_caller]
fn check(request: &Request<'_>, questions_max: u32, reason: Stop) -> Option<Stop> {
    let mut questions = 0;
    let report = solve(request, &mut |_| {
        questions += 1;
        (questions > questions_max).then_some(reason)
    });
    let found = reason_of(&report.outcome);
    let Request { method, objective, threads, .. } = request;
    let what = format!("{} for {objective:?} on {threads}", method.name());
    assert!(
        found.is_none_or(|it| it == reason),
        "{what}, {questions_max} questions: {found:?} instead of {reason:?}"
    );
    found
}

#[test]
fn every_method_gives_the_reason_it_was_told() {
    let level = hall();
    for method in Method::ALL {
        for objective in Objective::ALL {
            for threads in [1, 2] {
                let request = Request { method, objective, threads, ..Request::new(&level) };
                check(&request, 2, Stop::Time);
            }
        }
    }
}

#[test]
fn threads_give_the_reason_that_the_observer_gave_the_first_of_them() {
    let level = hall();
    let mut stopped = 0;
    for method in [Method::Auto, Method::Bidirectional] {
        for objective in Objective::ALL {
            for threads in [2, 3, 5] {
                for questions_max in [0, 1, 2, 5, 12] {
                    let request = Request { method, objective, threads, ..Request::new(&level) };
                    for reason in [Stop::Time, Stop::Nodes, Stop::Memory] {
                        let found = check(&request, questions_max, reason);
                        stopped += usize::from(found.is_some());
                    }
                }
            }
        }
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn small_levels_stopped_at_once_give_the_reason_too() {
    for rules in Rules::ALL {
        for level in random_levels(rules, 60) {
            for objective in Objective::ALL {
                let request = Request { objective, threads: 2, ..Request::new(&level) };
                for questions_max in [0, 1, 3] {
                    check(&request, questions_max, Stop::Time);
                }
            }
        }
    }
}

/// The observer never stops the search: while it waits for another thread, how often it is asked
/// depends on the clock.
#[test]
fn limits_of_the_request_are_named_by_any_number_of_threads() {
    let level = hall();
    let few_nodes = Budget::of_nodes(200);
    let little_memory = Budget::of_memory(3 << 20).with_nodes(100_000);
    let mut named = Vec::new();
    for objective in Objective::ALL {
        for threads in [1, 2, 3] {
            for (budget, expected) in
                [(few_nodes, &[Stop::Nodes][..]), (little_memory, &[Stop::Memory, Stop::Nodes])]
            {
                let request = Request { objective, threads, budget, ..Request::new(&level) };
                let report = solve(&request, &mut |_| None);
                let found = reason_of(&report.outcome);
                let is_named = found.is_none_or(|it| expected.contains(&it));
                assert!(is_named, "{objective:?} on {threads}: {found:?}, not {expected:?}");
                named.extend(found);
            }
        }
    }
    assert!(named.contains(&Stop::Nodes) && named.contains(&Stop::Memory), "{named:?}");
}
