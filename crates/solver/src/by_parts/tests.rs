//! Compares every combination of components with breadth-first search.

use sokolab_core::testing::random_levels;
use sokolab_core::{Budget, Level, Objective, Rules, Stop};

use crate::method::Method;
use crate::part_options::{
    BlockOptions, BlockStore, Checker, Checkers, PartHeuristic, PartOptions, StonePusher, Tie, Ties,
};
use crate::report::{Outcome, Report};
use crate::request::Request;
use crate::solve;

fn pushes(report: &Report) -> Option<usize> {
    match &report.outcome {
        Outcome::Solved { solution, .. } => Some(solution.measures().pushes),
        _ => None,
    }
}

fn solved(level: &Level, method: Method, parts: Option<PartOptions>) -> Report {
    let budget = Budget::of_nodes(200_000);
    let objective = Objective::Pushes;
    let request = Request { objective, method, budget, parts, ..Request::new(level) };
    solve(&request, &mut |_| None)
}

/// All heuristics with all sound checkers, with and without stone pusher and block list.
fn combinations() -> Vec<PartOptions> {
    let mut all = Vec::new();
    for heuristic in PartHeuristic::ALL {
        for (number, store) in [(1, BlockStore::List), (2, BlockStore::List), (2, BlockStore::Tree)]
        {
            for stone_pusher in [StonePusher::On, StonePusher::Off] {
                let checkers = match number {
                    1 => Checkers::NONE.with(Checker::Movable),
                    _ => [Checker::Movable, Checker::SoundCorridor].into_iter().collect(),
                };
                let blocks = BlockOptions { number, distance: 4, store };
                let usual = PartOptions::PETERSOHN;
                all.push(PartOptions { heuristic, checkers, stone_pusher, blocks, ..usual });
            }
        }
    }
    all
}

#[test]
fn sound_parts_find_the_fewest_pushes_or_prove_that_there_are_none() {
    let (mut found, mut refuted) = (0, 0);
    for rules in Rules::ALL {
        for level in random_levels(rules, 12) {
            let reference = solved(&level, Method::BreadthFirst, None);
            for options in combinations() {
                let report = solved(&level, Method::AStar, Some(options));
                assert_eq!(report.method, Method::AStar);
                match &report.outcome {
                    Outcome::Solved { optimal, .. } => {
                        assert!(optimal, "{options:?}");
                        found += 1;
                    }
                    Outcome::Unsolvable => refuted += 1,
                    other => panic!("{other:?} with {options:?}"),
                }
                assert_eq!(pushes(&report), pushes(&reference), "{options:?} {level:?}");
            }
        }
    }
    assert!(found > 300 && refuted > 100, "{found} {refuted}");
}

#[test]
fn his_default_set_solves_or_says_that_it_proves_nothing() {
    let mut incomplete = 0;
    for level in random_levels(Rules::SINK, 300) {
        let reference = solved(&level, Method::BreadthFirst, None);
        let report = solved(&level, Method::Petersohn, None);
        match &report.outcome {
            Outcome::Solved { optimal, .. } => {
                assert!(pushes(&report) >= pushes(&reference));
                assert!(!optimal || pushes(&report) == pushes(&reference));
            }
            Outcome::Unsolvable => assert!(pushes(&reference).is_none()),
            Outcome::Stopped(reason) => {
                assert_eq!(*reason, Stop::Incomplete);
                incomplete += 1;
            }
            other => panic!("{other:?}"),
        }
        assert!(pushes(&reference).is_none_or(|it| report.lower_bound <= it as u64));
    }
    assert!(incomplete > 0, "no level of them meets the unsound checker");
}

#[test]
fn ties_change_the_order_and_not_the_fewest_pushes() {
    let mut nodes = [0; Tie::ALL.len()];
    for level in random_levels(Rules::SINK, 60) {
        let reference = solved(&level, Method::BreadthFirst, None);
        for (tie, nodes) in Tie::ALL.into_iter().zip(&mut nodes) {
            let options = PartOptions {
                ties: Ties::by(tie),
                stone_pusher: StonePusher::Off,
                ..PartOptions::SOUND
            };
            let report = solved(&level, Method::AStar, Some(options));
            assert_eq!(pushes(&report), pushes(&reference), "{tie:?} {level:?}");
            *nodes += report.nodes;
        }
    }
    let [oldest, newest, least_estimate, greatest_estimate, shallowest, deepest] = nodes;
    assert_ne!(oldest, newest);
    assert!(least_estimate < greatest_estimate, "{nodes:?}");
    assert!(deepest < shallowest, "{nodes:?}");
}

#[test]
fn side_by_side_the_result_and_the_nodes_are_the_same() {
    let mut nodes = 0;
    for level in random_levels(Rules::SINK, 300) {
        for stone_pusher in [StonePusher::On, StonePusher::Off] {
            let options = PartOptions { stone_pusher, ..PartOptions::PETERSOHN };
            let alone = solved(&level, Method::Petersohn, Some(options));
            let options = PartOptions { side_by_side: 4, ..options };
            let together = solved(&level, Method::Petersohn, Some(options));
            assert_eq!(together.nodes, alone.nodes);
            assert_eq!(pushes(&together), pushes(&alone));
            nodes += alone.nodes;
        }
    }
    assert!(nodes > 20, "{nodes}");
}
