//! Judgements compared with exhaustive search, and reasons compared with pictures.

use sokolab_analysis::locks::LockKind;
use sokolab_core::testing::{Chance, Reachable, is_slow, position_in, random_levels};
use sokolab_core::{LetterCase, Rules, Stop, check, square_name, verify};

use super::{JudgeLimits, Judgement, detect, judge, level_of_state};
use sokolab_solver::Budget;

/// Number of states examined per level, and the most that a level may have.
const LOOKED_AT: usize = 4;
const STATES_MAX: usize = 2_000;

fn level_count() -> usize {
    if is_slow() { 400 } else { 40 }
}

#[test]
fn no_judgement_on_a_state_of_a_small_world_is_wrong() {
    let (mut solvable, mut dead, mut detected) = (0, 0, 0);
    let mut chance = Chance::new(20);
    for rules in Rules::ALL {
        for level in random_levels(rules, level_count()) {
            let (board, start) = check(&level).expect("random levels are playable");
            let Some(all) = Reachable::new(&board, &start, STATES_MAX) else { continue };
            let pushes = all.pushes();
            for _ in 0..LOOKED_AT {
                let index = chance.below(all.states().len());
                let (state, truth) = (&all.states()[index], pushes[index]);
                assert!(truth.is_none() || detect(&board, state).is_none(), "{state:?}");
                match judge(&board, state, &JudgeLimits::default(), &mut |_| None) {
                    Judgement::Solvable { moves, is_fewest } => {
                        solvable += 1;
                        let truth = truth.expect("what is called solvable is");
                        if moves.is_empty() {
                            continue;
                        }
                        let from_here = level_of_state(&board, state);
                        let verdict = verify(&from_here, &moves, LetterCase::Strict);
                        let found = verdict.expect("the referee accepts it").solution;
                        let found = found.measures().pushes;
                        assert!(found == truth || found > truth && !is_fewest, "{found}, {truth}");
                    }
                    Judgement::Dead(why) => {
                        dead += 1;
                        detected += usize::from(why.proved_by.name() != "search");
                        assert_eq!(truth, None, "{}: {rules} {state:?}", why.sentence);
                        assert!(why.boxes.is_subset(&state.boxes) && !why.sentence.is_empty());
                    }
                    other => panic!("without limits everything is known: {other:?}"),
                }
            }
        }
    }
    assert!(solvable > 50 && dead > 50 && detected > dead / 2, "{solvable} {dead} {detected}");
}

#[test]
fn a_level_of_a_state_begins_in_that_state() {
    for rules in Rules::ALL {
        for level in random_levels(rules, 20) {
            let (board, start) = check(&level).expect("random levels are playable");
            let Some(all) = Reachable::new(&board, &start, STATES_MAX) else { continue };
            let Some(state) = all.states().last() else { continue };
            let Ok((again, first)) = check(&level_of_state(&board, state)) else { continue };
            let names = |board, set: &sokolab_core::SquareSet| -> Vec<String> {
                set.iter().map(|it| square_name(board, it)).collect()
            };
            assert_eq!(names(&again, &first.boxes), names(&board, &state.boxes));
            assert_eq!(square_name(&again, first.keeper), square_name(&board, state.keeper));
            assert_eq!(first.open_goals(&again).len(), state.open_goals(&board).len());
        }
    }
}

/// Checks why a level is dead: the proof, the lock, the boxes and the sentence.
#[track_caller]
fn check_dead(picture: &str, rules: Rules, expected: (&str, Option<&str>, &str, &str)) {
    let (board, state) = position_in(picture, rules);
    let judged = judge(&board, &state, &JudgeLimits::default(), &mut |_| None);
    let Judgement::Dead(dead) = judged else { panic!("it is dead: {judged:?}") };
    let names: Vec<String> = dead.boxes.iter().map(|it| square_name(&board, it)).collect();
    let lock = dead.lock.map(LockKind::name);
    let found = (dead.proved_by.name(), lock, &*names.join(" "), &*dead.sentence);
    assert_eq!(found, expected);
}

#[test]
fn boxes_in_corners_and_at_walls_are_locked_there() {
    let corner = "
        ######
        #$ @.#
        #    #
        ######";
    let said = "cannot be pushed at all: there are walls to the left and above; no";
    check_dead(
        corner,
        Rules::OFFICIAL,
        ("dead-square", Some("corner"), "b2", &format!("the box on b2 {said} box can be spared")),
    );
    check_dead(
        corner,
        Rules::NETHACK,
        (
            "dead-square",
            Some("corner"),
            "b2",
            &format!("the boulder on b2 {said} boulder can be spared"),
        ),
    );
    check_dead(
        "
        #######
        #  $@ #
        #     #
        #   . #
        #######",
        Rules::OFFICIAL,
        (
            "dead-square",
            Some("wall"),
            "d2",
            "the box on d2 can only be pushed along the wall, and both ends of the wall are \
             corners; no box can be spared",
        ),
    );
}

#[test]
fn limits_leave_a_state_unknown() {
    let (board, state) = position_in(
        "
        ###########
        #         #
        # $ $ $ $ #
        #  $ $ $  #
        # $ $ $ $ #
        #@        #
        #.... ... #
        #....     #
        ###########",
        Rules::OFFICIAL,
    );
    let limits = JudgeLimits { budget: Budget::of_nodes(3), threads: 1 };
    let judged = judge(&board, &state, &limits, &mut |_| None);
    assert!(matches!(judged, Judgement::Unknown(Stop::Nodes)), "{judged:?}");
    let judged = judge(&board, &state, &JudgeLimits::default(), &mut |_| Some(Stop::Interrupted));
    assert!(matches!(judged, Judgement::Unknown(Stop::Interrupted)), "{judged:?}");
}
