//! Chambers with one connection: C1, C2, C3 and the corner lock.

use sokolab_core::Rules;

use super::{Drawn, PLENTY};
use crate::behaviour::{ChamberGraph, Feed, Storage, before, feed, storage};
use crate::space::{BehindPort, Parking, Space};

fn stored(drawn: &Drawn, parking: Parking) -> Storage {
    storage(&drawn.shape, Rules::OFFICIAL, parking, PLENTY).expect("a small chamber")
}

fn fed(drawn: &Drawn) -> Feed {
    let parking = Parking::Allowed;
    feed(&drawn.shape, Rules::OFFICIAL, parking, 64, PLENTY).expect("a small chamber")
}

/// Whether all drawn boxes can be pushed out, with the keeper where it is drawn or outside.
fn can_be_fed(drawn: &Drawn) -> bool {
    let space = Space::new(&drawn.shape, Rules::OFFICIAL, Parking::Allowed, &[BehindPort::Taker]);
    let keeper =
        drawn.keeper.map_or(space.outside(0), |it| space.played(1 << it).trailing_zeros() as usize);
    let start = space.state(space.played(drawn.boxes), keeper);
    let graph = ChamberGraph::forwards(&space, &[start], PLENTY).expect("a small chamber");
    graph.states.iter().any(|it| it.boxes == 0)
}

#[test]
fn l1_the_corner_lock_feeds_one_and_stores_none() {
    let drawn = Drawn::new(
        "
        ----
        |88|
        |8..####
        ----",
    );
    assert_eq!(stored(&drawn, Parking::Forbidden).capacity, 0);
    assert_eq!(fed(&drawn).inside, 1);
}

const TWO_BY_FIVE: &str = "
    -------
####..0.0.|
    |.....|
    -------";

#[test]
fn c1_two_by_five_stores_two() {
    let drawn = Drawn::new(TWO_BY_FIVE);
    for parking in [Parking::Forbidden, Parking::Allowed] {
        let storage = stored(&drawn, parking);
        assert_eq!(storage.capacity, 2, "{parking:?}");
        assert!(storage.is_regular);
        assert!(storage.full.contains(&drawn.boxes), "{parking:?}");
    }
}

#[test]
fn c1_a_third_box_in_two_by_five_traps_two() {
    let drawn = Drawn::new(TWO_BY_FIVE);
    let beyond = [BehindPort::Anything];
    let space = Space::new(&drawn.shape, Rules::OFFICIAL, Parking::Forbidden, &beyond);
    let graph = ChamberGraph::forwards(&space, &[space.empty()], PLENTY).expect("small");
    let is_outside = |it: usize| space.is_outside(space.region(&graph.states[it]), 0);
    let least_left = |from: usize| {
        let taking = [BehindPort::Taker];
        let space = Space::new(&drawn.shape, Rules::OFFICIAL, Parking::Forbidden, &taking);
        let ends = ChamberGraph::forwards(&space, &[graph.states[from]], PLENTY).expect("small");
        (0..ends.states.len()).map(|it| ends.box_count(it)).min().expect("a state")
    };
    let three = (0..graph.states.len()).filter(|&it| graph.box_count(it) == 3 && is_outside(it));
    assert_eq!(three.map(least_left).min(), Some(2));
}

const FEED_OF_FIVE: &str = "
    -------
    |@....|
    |.000.|
    |.0.0.|
    ---.---
       #
       #";

const STORAGE_OF_THREE: &str = "
    -------
    |.....|
    |.00..|
    |...0.|
    ---.---
       #
       #";

#[test]
fn c2_three_by_five_feeds_five_or_four_from_outside() {
    let drawn = Drawn::new(FEED_OF_FIVE);
    let feed = fed(&drawn);
    assert_eq!((feed.inside, feed.outside), (5, 4));
    assert!(can_be_fed(&drawn));
    assert!(!can_be_fed(&Drawn { keeper: None, ..drawn }));
}

#[test]
fn c2_three_by_five_stores_three() {
    let drawn = Drawn::new(STORAGE_OF_THREE);
    let storage = stored(&drawn, Parking::Forbidden);
    assert_eq!((storage.capacity, storage.full.len()), (3, 6));
    assert!(storage.full.contains(&drawn.boxes));
    assert_eq!(stored(&drawn, Parking::Allowed).capacity, 3);
    // Stored boxes only ever stand on the six squares in the middle, one of which is the entrance.
    let used = Drawn::new(
        "
        -------
        |.....|
        |.000.|
        |.000.|
        ---.---
           #",
    );
    assert_eq!(storage.used, used.boxes);
}

#[test]
fn c2_subsets_of_a_full_storage_can_be_emptied() {
    let drawn = Drawn::new(STORAGE_OF_THREE);
    for subset in (0..1u64 << drawn.shape.area()).filter(|it| it & !drawn.boxes == 0) {
        assert!(can_be_fed(&Drawn { boxes: subset, shape: drawn.shape.clone(), keeper: None }));
    }
}

#[test]
fn c3_the_left_chambers_of_the_three_puzzles_store_3_2_and_2() {
    let first = "
        -----
        |...|
        |...|
        --..|
         |..|
         |..|
         |...####
         |..|
         ----";
    let second = "
        -----
        |...|
        |...|
        --..|
         |..|
         |...####
         |..|
         ----";
    let third = "
        ----
        |..-|
        |...|
        |...|
        --...####
         |..|
         ----";
    for (text, capacity) in [(first, 3), (second, 2), (third, 2)] {
        let drawn = Drawn::new(text);
        for parking in [Parking::Forbidden, Parking::Allowed] {
            assert_eq!(stored(&drawn, parking).capacity, capacity, "{text} {parking:?}");
        }
    }
}

#[test]
fn a_box_less_never_makes_a_packing_impossible() {
    for text in [FEED_OF_FIVE, TWO_BY_FIVE, STORAGE_OF_THREE] {
        let drawn = Drawn::new(text);
        let beyond = [BehindPort::Taker];
        let space = Space::new(&drawn.shape, Rules::OFFICIAL, Parking::Forbidden, &beyond);
        let (states, _) = before(&space, &[space.empty()], PLENTY).expect("small");
        let known: std::collections::BTreeSet<_> = states.iter().copied().collect();
        for state in &states {
            for square in (0..64).filter(|it| state.boxes >> it & 1 == 1) {
                let mut fewer = *state;
                fewer.boxes &= !(1 << square);
                assert!(known.contains(&space.normalized(fewer)), "{text}: {state:?}");
            }
        }
    }
}
