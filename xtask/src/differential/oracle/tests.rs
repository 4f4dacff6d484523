//! Tests of the oracle.

use super::{Oracle, Unfit};
use sokolab_core::reference::{fewest_moves, fewest_pushes};
use sokolab_core::testing::{Chance, drawn_level, odd_level};
use sokolab_core::{Edge, Rules, check as make_board};

/// `expected` are the fewest pushes and moves.
#[track_caller]
fn check(rows: &[&str], rules: Rules, expected: Option<(u32, u32)>) {
    let level = drawn_level(rows, Edge::Open, rules);
    let truth = Oracle::new(&level).expect("playable").truth(10_000).expect("small");
    assert_eq!(truth.pushes.zip(truth.moves), expected, "{rules}");
}

#[test]
fn boxes_stay_on_goals_fill_holes_and_sink() {
    let row = ["#######", "#@$.$.#", "#######"];
    check(&row, Rules::OFFICIAL, None);
    check(&row, Rules::NETHACK, Some((2, 3)));
    check(&row, Rules::SINK, Some((2, 3)));
}

#[test]
fn with_an_exit_the_keeper_must_get_there() {
    let rows = ["########", "#@$. . <#", "########"];
    check(&rows, Rules::NETHACK, None);
    check(&["#######", "#@$.$<#", "#######"], Rules::NETHACK, None);
    check(&["#######", "#@$. <#", "#######"], Rules::NETHACK, Some((1, 4)));
}

#[test]
fn diagonal_steps_do_not_squeeze_unless_they_may() {
    let rows = ["######", "#@#  #", "##$. #", "######"];
    assert_eq!(
        Oracle::new(&drawn_level(&rows, Edge::Open, Rules::OFFICIAL)).map(|it| it.start() > 0),
        Ok(true)
    );
    check(&rows, Rules::NETHACK_GAME, None);
    let gap = ["######", "#@#  #", "## $.#", "######"];
    check(&gap, Rules::NETHACK_GAME, None);
    check(&gap, Rules::NETHACK_DIAGONAL, Some((1, 2)));
}

#[test]
fn no_box_is_pushed_onto_a_dead_field() {
    check(&["######", "#@$x.#", "######"], Rules::OFFICIAL, None);
    check(&["######", "#@$ .#", "######"], Rules::OFFICIAL, Some((2, 2)));
}

#[test]
fn a_level_without_goals_is_none() {
    let level = drawn_level(&["#####", "#@$ #", "#####"], Edge::Open, Rules::OFFICIAL);
    assert_eq!(Oracle::new(&level).err(), Some(Unfit::Invalid("no goal")));
}

#[test]
fn solutions_are_replayed() {
    let level = drawn_level(&["######", "#@$ .#", "######"], Edge::Open, Rules::OFFICIAL);
    let oracle = Oracle::new(&level).expect("playable");
    assert_eq!(oracle.replay("RR").map(|it| it.len()), Ok(3));
    for wrong in ["R", "rR", "RRR", "lRR", "xR"] {
        assert!(oracle.replay(wrong).is_err(), "{wrong}");
    }
}

/// Two slow searches that share nothing but the table of rules.
#[test]
fn the_oracle_and_the_reference_agree() {
    for rules in Rules::ALL {
        let mut chance = Chance::new(16);
        for _ in 0..60 {
            let level = odd_level(&mut chance, rules);
            let Ok(oracle) = Oracle::new(&level) else { continue };
            let Some(truth) = oracle.truth(1_500) else { continue };
            let (board, start) = make_board(&level).expect("playable");
            assert_eq!(truth.pushes, fewest_pushes(&board, &start).map(|it| it as u32));
            assert_eq!(truth.moves, fewest_moves(&board, &start).map(|it| it as u32));
        }
    }
}
