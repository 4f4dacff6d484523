//! Chambers with two connections: L7, L8, D1 to D6.

use sokolab_core::Rules;

use super::{Drawn, PLENTY};
use crate::annex::Annex;
use crate::behaviour::{
    Language, Letter, Passage, annex, can_be_emptied, emptying, interface, joint_capacity,
    passages, requirement, storage,
};
use crate::space::{BehindPort, ChamberState, Event, Parking, Space};

fn space(drawn: &Drawn, parking: Parking) -> Space {
    Space::new(&drawn.shape, Rules::OFFICIAL, parking, &[BehindPort::Taker, BehindPort::Taker])
}

fn language(drawn: &Drawn, parking: Parking) -> Language {
    let space = space(drawn, parking);
    let start = space.state(space.played(drawn.boxes), space.outside(0));
    assert!(space.is_passable(&start), "the keeper is on both sides");
    emptying(&space, start, PLENTY).expect("a small chamber")
}

#[track_caller]
fn check_split(drawn: &Drawn, expected: &str) {
    for parking in [Parking::Forbidden, Parking::Allowed] {
        let split = language(drawn, parking).split().expect("a plain split");
        assert_eq!(split.to_string(), expected, "{parking:?}");
    }
}

fn needs(drawn: &Drawn, parking: Parking) -> Option<u8> {
    let Drawn { shape, boxes, .. } = drawn;
    requirement(shape, Rules::OFFICIAL, parking, *boxes, 5, PLENTY).expect("a small chamber")
}

const DIRECTED: &str = "
        ----
        |88|
        |0..####
    ####...|
        |88|
        ----";

#[test]
fn l7_the_directed_chamber_is_leftward_1() {
    let drawn = Drawn::new(DIRECTED);
    check_split(&drawn, "leftward 1");
    assert_eq!(needs(&drawn, Parking::Forbidden), Some(1));
    assert_eq!(needs(&drawn, Parking::Allowed), Some(1));
}

#[test]
fn l7_no_box_can_be_added_to_the_directed_chamber() {
    let drawn = Drawn::new(DIRECTED);
    let beyond = [BehindPort::Anything, BehindPort::Anything];
    let space = Space::new(&drawn.shape, Rules::OFFICIAL, Parking::Forbidden, &beyond);
    let start = space.state(space.played(drawn.boxes), space.outside(0));
    let found = interface(&space, &[start], PLENTY).expect("a small chamber");
    let node = found.node(&start).expect("it can be emptied");
    assert!(found.after(node, Letter::Enter(0)).is_empty());
    assert!(found.after(node, Letter::Enter(1)).is_empty());
}

#[test]
fn l7_emptied_the_directed_chamber_is_a_corridor() {
    let drawn = Drawn::new(DIRECTED);
    for side in [0, 1] {
        let beyond = [BehindPort::Anything, BehindPort::Anything];
        let space = Space::new(&drawn.shape, Rules::OFFICIAL, Parking::Forbidden, &beyond);
        let mut entered: Vec<ChamberState> = Vec::new();
        space.successors(&space.empty(), &mut |event, after| {
            if event == Event::Enter(side) {
                entered.push(after);
            }
        });
        let [entered] = entered[..] else { panic!("one way in") };
        let taking = self::space(&drawn, Parking::Forbidden);
        let words = emptying(&taking, entered, PLENTY).expect("small").words;
        assert_eq!(words.into_iter().collect::<Vec<_>>(), [vec![1 - side]]);
    }
}

const THREE_CHAINED: &str = "
        ----------
        |88|88|88|
        |0....|0..####
    ####...|0....|
        |88|88|88|
        ----------";

#[test]
fn l8_three_chained_are_leftward_3_and_need_3_stored() {
    let drawn = Drawn::new(THREE_CHAINED);
    check_split(&drawn, "leftward 3");
    assert_eq!(language(&drawn, Parking::Allowed).to_string(), "LLL");
    assert_eq!(needs(&drawn, Parking::Forbidden), Some(3));
    assert_eq!(needs(&drawn, Parking::Allowed), Some(3));
}

const CENTRE_1: &str = "
        ----
        |..--
        |.0.|
        |.0..####
        |0..|
    ####...--
        |..|
        ----";

const CENTRE_2: &str = "
        ----
        |..--
        |.0.|
        |.0..####
        |...|
    ####..0--
        |..|
        ----";

const CENTRE_3: &str = "
        ----
        |..--
        |0..|
        |.0..####
        |...|
    ####..0--
        |..|
        ----";

#[test]
fn d1_the_central_chamber_is_leftward_3() {
    check_split(&Drawn::new(CENTRE_1), "leftward 3");
}

#[test]
fn d2_its_second_state_is_rightward_1_either_2() {
    check_split(&Drawn::new(CENTRE_2), "rightward 1, either 2");
}

#[test]
fn d3_its_third_state_is_leftward_1_rightward_1_either_1() {
    check_split(&Drawn::new(CENTRE_3), "leftward 1, rightward 1, either 1");
}

/// Erratum: the document says that the first box removed must be a rightward one. That holds only
/// if no box is parked in a doorway.
#[test]
fn d2_the_first_box_out_is_a_rightward_one_unless_boxes_park_in_doorways() {
    let drawn = Drawn::new(CENTRE_2);
    assert_eq!(language(&drawn, Parking::Forbidden).to_string(), "RLL RLR RRL RRR");
    let parking = language(&drawn, Parking::Allowed).to_string();
    assert_eq!(parking, "LLR LRL LRR RLL RLR RRL RRR");
}

const PAIR_1: &str = "
        ----
        |..--
        |.0.|
        |....####
        |0..|
    ####...--
        |..|
        ----";

const PAIR_2: &str = "
        ----
        |..--
        |0..|
        |.0..####
        |...|
    ####...--
        |..|
        ----";

#[test]
fn d4_d5_two_states_alike_in_numbers_react_differently_to_a_box() {
    let (first, second) = (Drawn::new(PAIR_1), Drawn::new(PAIR_2));
    check_split(&first, "leftward 1, either 1");
    check_split(&second, "leftward 1, either 1");
    let beyond = [BehindPort::Anything, BehindPort::Anything];
    let parking = Parking::Forbidden;
    let space = Space::new(&first.shape, Rules::OFFICIAL, parking, &beyond).with_boxes_max(3);
    let start = |drawn: &Drawn| space.state(space.played(drawn.boxes), space.outside(0));
    let starts = [start(&first), start(&second)];
    let found = interface(&space, &starts, PLENTY).expect("a small chamber");
    let [one, other] = starts.map(|it| found.node(&it).expect("it can be emptied"));
    assert_ne!(one, other, "an insertion tells them apart");
    assert!(found.after(one, Letter::Rearrange).contains(&other));
    assert!(found.after(other, Letter::Rearrange).contains(&one));
    let splits = starts.map(|start| {
        let mut splits = Vec::new();
        space.successors(&start, &mut |event, after| {
            if event == Event::Enter(0) {
                let taking = self::space(&first, parking);
                let words = emptying(&taking, after, PLENTY).expect("small");
                splits.extend(words.split().map(|it| it.to_string()));
            }
        });
        splits.join("; ")
    });
    assert_eq!(splits, ["leftward 3", "leftward 1, rightward 1, either 1"]);
}

/// Erratum: the document says that the central chamber adds two to the capacity of the storage
/// behind it. It adds three.
#[test]
fn d6_the_central_chamber_needs_two_places_and_adds_three() {
    let drawn = Drawn::new(CENTRE_1);
    for parking in [Parking::Forbidden, Parking::Allowed] {
        assert_eq!(needs(&drawn, parking), Some(2), "{parking:?}");
    }
    for capacity in 0..=4u8 {
        let joint = joint_capacity(
            &drawn.shape,
            Rules::OFFICIAL,
            Parking::Forbidden,
            drawn.boxes,
            capacity,
            PLENTY,
        );
        let expected = (capacity >= 2).then_some(usize::from(capacity) + 3);
        assert_eq!(joint.expect("small"), expected, "storage for {capacity}");
    }
}

#[test]
fn d6_the_joined_grid_of_centre_and_storage_for_two_holds_five() {
    let drawn = Drawn::new(
        "
        ---------
        |...|..--
        |...|.0.|
        --..|....####
         |..|0..|
         |......--
         |..|..|
         -------",
    );
    let storage = storage(&drawn.shape, Rules::OFFICIAL, Parking::Forbidden, PLENTY);
    assert_eq!(storage.expect("small").capacity, 5);
}

#[test]
fn the_central_chamber_blocks_the_keeper_only_with_three_boxes() {
    let drawn = Drawn::new(CENTRE_1);
    let beyond = [BehindPort::Anything, BehindPort::Anything];
    let space = Space::new(&drawn.shape, Rules::OFFICIAL, Parking::Forbidden, &beyond);
    let start = space.state(space.played(drawn.boxes), space.outside(0));
    let found = passages(&space.with_boxes_max(3), &[start], PLENTY).expect("small");
    assert_eq!(found[0], Passage::Always);
    assert_eq!(found[3], Passage::Sometimes);
}

#[test]
fn a_storage_is_a_counter_for_its_neighbour() {
    let drawn = Drawn::new(
        "
            -------
        ####......|
            |.....|
            -------",
    );
    let beyond = [BehindPort::Anything];
    let space = Space::new(&drawn.shape, Rules::OFFICIAL, Parking::Forbidden, &beyond);
    let found = annex(&space, space.empty(), PLENTY).expect("small").expect("it is empty");
    assert_eq!(found.nodes().len(), 3);
    let counter = Annex::storage(2, 0);
    let centre = Drawn::new(CENTRE_1);
    for annex in [found, counter] {
        let Drawn { shape, boxes, .. } = &centre;
        let rules = Rules::OFFICIAL;
        assert_eq!(
            can_be_emptied(shape, rules, Parking::Forbidden, *boxes, &annex, PLENTY),
            Ok(true)
        );
    }
}
