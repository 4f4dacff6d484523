//! Tests of complete evolutions.

use sokolab_core::{LetterCase, Rules, verify};
use sokolab_solver::{Objective, Outcome, Request, solve};

use super::{Aim, Evolution, Evolve, StateError, Template};

fn settings(rules: Rules, boxes: usize) -> Evolve {
    let template = Template::area(7, 6, boxes, rules).expect("large enough");
    let small = Evolve {
        islands: 2,
        population: 5,
        children: 6,
        patience: 6,
        ..Evolve::new(rules, template, boxes)
    };
    Evolve { nodes_max: 5_000, ..small }
}

fn run(evolution: &mut Evolution, generations: u64, threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        for _ in 0..generations {
            assert!(evolution.step(&|| true));
        }
    });
}

fn names(evolution: &Evolution) -> Vec<(u64, Vec<i64>, String)> {
    let name =
        |it: &&super::Evolved| (it.index, it.values.clone(), it.solution.moves().to_string());
    evolution.best().iter().map(name).collect()
}

#[test]
fn evolutions_are_equal_for_every_number_of_threads_and_after_a_rest() {
    let aims = vec![Aim::Pushes, Aim::Changes];
    let settings = Evolve { aims, ..settings(Rules::OFFICIAL, 2) };
    let mut one = Evolution::new(settings.clone()).expect("good settings");
    run(&mut one, 30, 1);
    let mut two = Evolution::new(settings.clone()).expect("good settings");
    run(&mut two, 11, 2);
    let bytes = two.to_bytes();
    let mut again = Evolution::from_bytes(settings, &bytes).expect("its own bytes");
    assert!(again.to_bytes() == bytes, "bytes lead back to themselves");
    run(&mut again, 19, 2);
    assert_eq!(names(&one), names(&again));
    assert!(one.to_bytes() == again.to_bytes(), "a rest changes nothing");
    assert!(one.resettled() > 0, "patience is short here");
}

#[test]
fn every_level_of_the_hall_is_solved_by_the_fewest_pushes() {
    for rules in Rules::ALL {
        let mut evolution = Evolution::new(settings(rules, 2)).expect("good settings");
        run(&mut evolution, 12, 1);
        let best = evolution.best();
        assert!(!best.is_empty(), "{rules}");
        for level in best.into_iter().take(6) {
            let again = verify(&level.level, level.solution.moves(), LetterCase::Strict);
            assert_eq!(again.expect("a solution").solution, *level.solution);
            assert!(level.solution.is_fewest());
            let request = Request { objective: Objective::Pushes, ..Request::new(&level.level) };
            let Outcome::Solved { solution, optimal: true, .. } =
                solve(&request, &mut |_| None).outcome
            else {
                panic!("small levels are solved");
            };
            assert_eq!(solution.measures().pushes, level.measures.pushes, "{rules}");
        }
    }
}

#[test]
fn evolution_makes_longer_levels_than_chance() {
    let patient = Evolve { patience: 100, population: 10, ..settings(Rules::OFFICIAL, 2) };
    let mut evolution = Evolution::new(patient).expect("good settings");
    run(&mut evolution, 1, 1);
    let first = evolution.best()[0].measures.pushes;
    run(&mut evolution, 60, 1);
    let last = evolution.best()[0].measures.pushes;
    assert!(last >= first + 3, "{first} pushes at first, {last} at last");
}

#[test]
fn a_generation_that_is_stopped_has_not_been() {
    let mut evolution = Evolution::new(settings(Rules::OFFICIAL, 2)).expect("good settings");
    run(&mut evolution, 3, 1);
    let bytes = evolution.to_bytes();
    assert!(!evolution.step(&|| false));
    assert!(evolution.to_bytes() == bytes, "nothing has changed");
}

#[test]
fn bytes_of_something_else_are_refused() {
    let good = settings(Rules::OFFICIAL, 2);
    let mut evolution = Evolution::new(good.clone()).expect("good settings");
    run(&mut evolution, 2, 1);
    let bytes = evolution.to_bytes();
    for end in 0..bytes.len() {
        let error = Evolution::from_bytes(good.clone(), &bytes[..end]).expect_err("cut off");
        assert_eq!(error, StateError::Damaged);
    }
    let other = Evolve { seed: 2, ..good.clone() };
    let error = Evolution::from_bytes(other, &bytes).expect_err("another seed");
    assert_eq!(error, StateError::OtherSettings);
    let mut changed = bytes;
    changed[60] ^= 1;
    assert!(Evolution::from_bytes(good, &changed).is_err());
}

#[test]
fn settings_that_cannot_work_are_refused() {
    let good = settings(Rules::OFFICIAL, 2);
    for bad in [
        Evolve { boxes: 0, ..good.clone() },
        Evolve { boxes: 50, ..good.clone() },
        Evolve { aims: Vec::new(), ..good.clone() },
        Evolve { children: 0, ..good },
    ] {
        assert!(Evolution::new(bad).is_err());
    }
}
