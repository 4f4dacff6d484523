//! Chambers with goals: G1, G2, the two goals of C2, and the goal lock.

use sokolab_core::Rules;

use super::{Drawn, PLENTY};
use crate::annex::Annex;
use crate::behaviour::{Filling, filling};
use crate::space::{BehindPort, Parking};

fn filled(text: &str, rules: Rules) -> Filling {
    let drawn = Drawn::new(text);
    filling(&drawn.shape, rules, Parking::Forbidden, &[], PLENTY).expect("a small chamber")
}

/// The orders as words of goal numbers, row by row from 1.
fn orders(filling: &Filling) -> String {
    let word = |order: &Vec<u8>| order.iter().map(|it| (it + 1).to_string()).collect::<String>();
    filling.orders.iter().map(word).collect::<Vec<_>>().join(" ")
}

const GOALS: &str = "
        -----
        |^..|
    ####....|
        --.^|
         ----";

#[test]
fn g1_under_official_rules_the_top_left_goal_comes_first() {
    assert_eq!(orders(&filled(GOALS, Rules::OFFICIAL)), "12");
}

/// Erratum: the document says that this chamber can be filled under its own rules. It cannot,
/// because the keeper may not step into the hole at the bottom right before it is filled.
#[test]
fn g1_under_nethack_rules_it_cannot_be_filled() {
    assert!(!filled(GOALS, Rules::NETHACK).is_possible());
}

const WIDER_GOALS: &str = "
        -----
        |^..--
    ####.....|
        --.^.|
         -----";

#[test]
fn g2_with_one_more_column_the_bottom_right_hole_comes_first() {
    assert_eq!(orders(&filled(WIDER_GOALS, Rules::NETHACK)), "21");
    assert_eq!(filled(WIDER_GOALS, Rules::OFFICIAL).firsts().into_iter().collect::<Vec<_>>(), [0]);
}

#[test]
fn c2_the_two_goals_cannot_both_be_filled() {
    let two = "
        -------
        |.....|
        |.^.^.|
        |.....|
        ---.---
           #";
    assert!(!filled(two, Rules::OFFICIAL).is_possible());
}

#[test]
fn a_corridor_of_holes_is_filled_from_the_near_end() {
    let holes = "
        -------
    ####..^^^.|
        -------";
    assert_eq!(orders(&filled(holes, Rules::NETHACK)), "123");
    assert_eq!(orders(&filled(holes, Rules::OFFICIAL)), "321");
}

const GOAL_LOCK: &str = "
         --------
         |8^^^.8|
        --.---.8|
    ####..x---.--
        |8.......####
        ------88|
             ----";

fn locked(text: &str, capacity: u8) -> Filling {
    let drawn = Drawn::new(&text.replace('x', "."));
    let storage = BehindPort::Annex(Annex::storage(capacity, 0));
    filling(&drawn.shape, Rules::OFFICIAL, Parking::Allowed, &[storage], PLENTY).expect("small")
}

#[test]
fn l6_a_goal_lock_wants_every_box_inside_before_the_first_goal_is_filled() {
    for capacity in 0..3 {
        assert!(!locked(GOAL_LOCK, capacity).is_possible(), "storage for {capacity}");
    }
    let filling = locked(GOAL_LOCK, 3);
    assert_eq!(orders(&filling), "123", "from left to right");
    assert_eq!(filling.boxes_before_first, 3);
}

#[test]
fn a_third_connection_that_is_a_storage_too_shares_the_boxes_of_a_goal_lock() {
    let third = "
         --------
         |8^^^.8|
        --.---.8|
    ####..x---.--
        |8.......####
        ------.8|
             -.--
              #";
    let drawn = Drawn::new(&third.replace('x', "."));
    let fill = |capacities: [u8; 2]| {
        let others = capacities.map(|it| BehindPort::Annex(Annex::storage(it, 0)));
        filling(&drawn.shape, Rules::OFFICIAL, Parking::Forbidden, &others, PLENTY).expect("small")
    };
    assert!(fill([0, 3]).is_possible() || fill([3, 0]).is_possible());
    assert!(!fill([1, 1]).is_possible());
    assert!(fill([2, 1]).is_possible() || fill([1, 2]).is_possible());
}

#[test]
fn a_hybrid_of_goal_lock_and_storage_wants_boxes_parked_before_the_first_goal() {
    let hybrid = "
         -------
         |.^^..|
         |.--..|-----
    ####...--.---...|
        -...........|
         ----..--...|
            --- |...|
                -----";
    let filling = filled(hybrid, Rules::OFFICIAL);
    assert!(filling.is_possible());
    assert_eq!(filling.boxes_before_first, 2);
}
