//! Descriptions of the document's drawings, and their agreement with the other modules.

use sokolab_core::testing::Chance;
use sokolab_core::{Directions, Rules};

use super::{DescribeOptions, Description, Insertion, Kind, describe};
use crate::behaviour::{feed, requirement, storage};
use crate::drawing::{ChamberDrawing, read_drawings};
use crate::enumerate::{shapes_with_one_port, shapes_with_two_ports};
use crate::space::Parking;

fn described(text: &str, rules: Rules) -> Vec<Description> {
    let options = DescribeOptions { states_max: 100_000, storage: None };
    let drawings = read_drawings(text).expect("a drawing");
    drawings.iter().map(|it| describe(it, rules, options)).collect()
}

const CENTRAL: &str = "
        ----          ----          ----
        |..--         |..--         |..--
        |.0.|         |.0.|         |0..|
        |.0..####     |.0..####     |.0..####
        |0..|         |...|         |...|
   #####...--     ####..0--     ####..0--
        |..|          |..|          |..|
        ----          ----          ----
";

#[test]
fn the_three_states_of_the_central_chamber_have_the_documents_names() {
    let found = described(CENTRAL, Rules::OFFICIAL);
    let name = |it: &Description| {
        let orders = it.drawn.orders.as_ref().expect("small");
        it.ports.split(orders).expect("a plain split")
    };
    let names: Vec<String> = found.iter().map(name).collect();
    assert_eq!(names, ["leftward 3", "rightward 1, either 2", "leftward 1, rightward 1, either 1"]);
    assert_eq!(found[0].demands(), Ok(Some(2)));
    let joined: Vec<_> = found[0].compositions[0].joined.iter().map(|it| it.capacity).collect();
    assert_eq!(joined, [Ok(None), Ok(None), Ok(Some(5)), Ok(Some(6)), Ok(Some(7))]);
    let states = found[0].states.as_ref().expect("few states");
    let open = states.list.iter().filter(|it| it.boxes.len() == 3 && it.walks.len() == 2);
    let seen: std::collections::BTreeSet<_> = open.filter_map(|it| it.name.clone()).collect();
    assert_eq!(seen, names.into_iter().collect());
}

#[test]
fn the_directed_chamber_demands_one_and_takes_none() {
    let text = "
        ----
        |88|
        |0..####
    ####...|
        |88|
        ----
";
    for rules in [Rules::OFFICIAL, Rules::NETHACK, Rules::NETHACK_GAME] {
        let found = &described(text, rules)[0];
        assert_eq!(found.demands(), Ok(Some(1)));
        assert_eq!(found.drawn.insertions, [Insertion::Locks, Insertion::Locks]);
        assert!(found.kinds.contains(&Kind::Directed));
        assert_eq!(found.locks.squares.len(), 4);
    }
}

#[test]
fn a_box_in_a_doorway_counts_as_inside() {
    let found = &described("------\n|....0###\n|....--\n------\n", Rules::OFFICIAL)[0];
    assert_eq!(found.drawn.boxes, 1);
    let orders = found.drawn.orders.as_ref().expect("small");
    assert_eq!(orders.words.iter().map(|it| found.ports.word(it)).collect::<Vec<_>>(), ["R"]);
    let shut = &described("------\n|...0###\n---------\n", Rules::OFFICIAL)[0];
    assert_eq!(shut.drawn.can_be_emptied, Ok(false), "nobody gets behind it");
    let inside = &described("------\n|@..0###\n---------\n", Rules::OFFICIAL)[0];
    assert_eq!(inside.drawn.can_be_emptied, Ok(true));
}

#[test]
fn too_many_states_are_not_known_and_locks_still_are() {
    let drawings = read_drawings(CENTRAL).expect("three chambers");
    let options = DescribeOptions { states_max: 10, storage: None };
    let found = describe(&drawings[0], Rules::OFFICIAL, options);
    assert!(found.service.stores.is_err() && found.demands().is_err());
    assert_eq!(found.locks.squares.len(), 6);
    assert!(found.kinds.is_empty());
}

#[test]
fn chambers_with_one_port_are_described_as_they_are_catalogued() {
    let mut chance = Chance::new(5);
    for shape in shapes_with_one_port(4, 3, Directions::Four) {
        if chance.below(4) > 0 {
            continue;
        }
        let drawing = ChamberDrawing::of_shape(&shape, 0, None);
        let found = describe(&drawing, Rules::OFFICIAL, DescribeOptions::default());
        let forbidden = Parking::Forbidden;
        let stored = storage(&shape, Rules::OFFICIAL, forbidden, 100_000).expect("small");
        let stores = found.service.stores.expect("small");
        assert_eq!((stores.capacity, stores.is_regular), (stored.capacity, stored.is_regular));
        let fed = feed(&shape, Rules::OFFICIAL, Parking::Allowed, 12, 100_000).expect("small");
        let feeds = found.service.feeds.expect("small");
        assert_eq!((feeds.most, feeds.outside), (fed.inside, fed.outside));
    }
}

#[test]
fn demands_are_requirements_in_either_direction() {
    let mut chance = Chance::new(11);
    let mut seen = [0; 3];
    for shape in shapes_with_two_ports(3, 3, Directions::Four) {
        if chance.below(3) > 0 {
            continue;
        }
        let boxes = chance.below(1 << shape.area()) as u64 & chance.below(1 << shape.area()) as u64;
        let drawing = ChamberDrawing::of_shape(&shape, boxes, None);
        if boxes.count_ones() > 3 {
            continue;
        }
        let found = describe(&drawing, Rules::OFFICIAL, DescribeOptions::default());
        for it in &found.compositions {
            let inner = drawing.ports()[it.port];
            let at_first = drawing.place(shape.ports()[0].inner) == inner.inner
                && shape.ports()[0].outward == inner.outward;
            let turned = if at_first { shape.clone() } else { shape.with_ports_swapped() };
            let most = boxes.count_ones() as u8;
            let allowed = Parking::Allowed;
            let needed = requirement(&turned, Rules::OFFICIAL, allowed, boxes, most, 100_000);
            assert_eq!(it.demands_with_parking.ok(), needed.ok(), "{drawing:?}");
            seen[usize::from(it.demands_with_parking.ok().flatten().unwrap_or(2).min(2))] += 1;
        }
    }
    assert!(seen.iter().all(|&it| it > 2), "{seen:?}");
}
