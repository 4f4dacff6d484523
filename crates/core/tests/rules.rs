//! The five rule sets, distinguished by puzzles that only some of them can solve.

use sokolab_core::reference::fewest_pushes;
use sokolab_core::testing::position_in;
use sokolab_core::{Demand, Rules, demand};

/// The fewest pushes under each rule set, in the order of `Rules::ALL`.
#[track_caller]
fn check(picture: &str, expected: [Option<usize>; 5]) {
    let found = Rules::ALL.map(|rules| {
        let (board, state) = position_in(picture, rules);
        fewest_pushes(&board, &state)
    });
    assert_eq!(found, expected, "in the order official, nethack, -game, -diagonal, sink");
}

#[test]
fn a_hole_bars_the_way_and_a_goal_does_not() {
    check(
        "
        -------
        |@^.0.|
        ---...|
          -----",
        [Some(2), None, None, None, Some(2)],
    );
}

#[test]
fn a_filled_hole_lets_the_next_boulder_pass() {
    check(
        "
        --------
        |@0^0^<|
        --------",
        [None, Some(2), Some(2), Some(2), Some(2)],
    );
}

#[test]
fn the_left_of_the_45_degree_pair_takes_8_pushes() {
    let picture = "
           ----
           |..|
        ----0.--
        |@..0^^|
        |...--<|
        --------";
    let (board, state) = position_in(picture, Rules::NETHACK);
    assert_eq!(fewest_pushes(&board, &state), Some(8));
}

#[test]
fn the_right_of_the_45_degree_pair_needs_diagonal_pushes() {
    let picture = "
         ---
        --@-- ---
        |.-.---.--
        --.-.-0-.|
         --.-0-.--
          ----^--
             --^|
             |<--
             ---";
    check(picture, [None, None, None, Some(8), None]);
}

#[test]
fn the_hero_slips_diagonally_past_a_hole_but_not_between_boulders() {
    // The path to the exit cuts the corner of the hole, which the game allows.
    let picture = "
        -----
        |@^.|
        |-.0|
        --.<|
         ----";
    let (board, state) = position_in(picture, Rules::NETHACK_GAME);
    assert_eq!(fewest_pushes(&board, &state), Some(0));
    let (board, state) = position_in(picture, Rules::NETHACK);
    assert_eq!(fewest_pushes(&board, &state), None);
}

#[test]
fn a_doorway_is_not_entered_diagonally_in_the_game() {
    let picture = "
        -----
        |@.^|
        |^+-|
        |<..|
        -----";
    let (board, state) = position_in(picture, Rules::NETHACK_GAME);
    assert_eq!(fewest_pushes(&board, &state), Some(0), "straight through the door");
    let picture = "
        -----
        |@^.|
        |^+-|
        |-.<|
        -----";
    let (board, state) = position_in(picture, Rules::NETHACK_GAME);
    assert_eq!(fewest_pushes(&board, &state), None);
    let (board, state) = position_in(picture, Rules::NETHACK_DIAGONAL);
    assert_eq!(fewest_pushes(&board, &state), Some(0));
}

#[test]
fn no_box_is_pushed_onto_a_dead_field() {
    let open = "
        #######
        #@$  .#
        #######";
    check(open, [Some(3), Some(3), Some(3), Some(3), Some(3)]);
    let barred = "
        #######
        #@$x .#
        #######";
    check(barred, [None; 5]);
}

#[test]
fn spare_boxes_and_spare_goals_are_legal() {
    let spare_box = "
        #######
        #@$.$ #
        #     #
        #######";
    let (board, state) = position_in(spare_box, Rules::OFFICIAL);
    assert_eq!(fewest_pushes(&board, &state), Some(1));
    assert_eq!(demand(&board, &state).count(), 1);
    let spare_goal = "
        #######
        #@$. .#
        #     #
        #######";
    let (board, state) = position_in(spare_goal, Rules::OFFICIAL);
    assert_eq!(fewest_pushes(&board, &state), Some(1));
    assert!(matches!(demand(&board, &state), Demand::Boxes(boxes) if boxes.len() == 1));
}

#[test]
fn only_the_holes_on_every_way_are_demanded() {
    let picture = "
        ---------
        |@.0.^.^|
        |...|.-.|
        |.0..^..|
        |-----^--
             |<|
             ---";
    let (board, state) = position_in(picture, Rules::NETHACK);
    let Demand::Goals(holes) = demand(&board, &state) else { panic!("holes are goals") };
    let places: Vec<_> = holes.iter().map(|hole| board.position(hole)).collect();
    assert_eq!(places, [(6, 4)], "the two ways meet at the last hole only");
}

#[test]
fn boxes_drawn_on_goals_follow_the_rule_set() {
    let picture = "
        ######
        #@*$.#
        ######";
    let boxes = Rules::ALL.map(|rules| position_in(picture, rules).1.boxes.len());
    assert_eq!(boxes, [2, 1, 1, 1, 1], "a filled hole and a bare sink have no box");
}
