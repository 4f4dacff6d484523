//! Tests of chambers in a row, and of equivalent chambers.

use sokolab_core::Rules;

use super::{Drawn, PLENTY};
use crate::behaviour::{
    Directed, equivalent_states, requirement, row_can_be_emptied, row_requirement,
};
use crate::space::{BehindPort, Parking, Space};

/// A chamber that demands storage for two boxes before it lets any box pass.
const CENTRAL: &str = "
    -----
    |..--
    |0.--
    #...-
    |0..#
    |..--
    -----";

/// The smallest chamber that cannot hold a foreign box: a box that is pushed in must go on to the
/// storage.
const SMALL: &str = "
    ----
    |..-
    #..-
    |0.#
    |..-
    ----";

fn row<'a>(drawn: &[&'a Drawn]) -> Vec<Directed<'a>> {
    drawn.iter().map(|it| (&it.shape, it.boxes)).collect()
}

#[test]
fn a_central_chamber_and_a_directed_one_behind_it_demand_three() {
    let (central, small) = (Drawn::new(CENTRAL), Drawn::new(SMALL));
    let alone =
        |it: &Drawn| requirement(&it.shape, Rules::NETHACK, Parking::Allowed, it.boxes, 4, PLENTY);
    assert_eq!((alone(&central), alone(&small)), (Ok(Some(2)), Ok(Some(1))));
    let both = row(&[&central, &small]);
    assert_eq!(row_requirement(&both, Rules::NETHACK, 4, PLENTY), Ok(Some(3)));
    for parking in [Parking::Allowed, Parking::Forbidden] {
        let can = |storage| row_can_be_emptied(&both, Rules::NETHACK, parking, storage, PLENTY);
        assert_eq!([0, 1, 2, 3].map(can), [Ok(false), Ok(false), Ok(false), Ok(true)]);
    }
}

#[test]
fn a_row_of_one_demands_what_the_chamber_demands() {
    let central = Drawn::new(CENTRAL);
    assert_eq!(row_requirement(&row(&[&central]), Rules::NETHACK, 4, PLENTY), Ok(Some(2)));
    assert!(row_requirement(&row(&[&central, &central]), Rules::NETHACK, 4, 5).is_err());
}

fn space(drawn: &Drawn) -> Space {
    let beyond = [BehindPort::Anything, BehindPort::Anything];
    Space::new(&drawn.shape, Rules::NETHACK, Parking::Forbidden, &beyond).with_boxes_max(2)
}

#[test]
fn a_chamber_does_what_itself_does_and_not_what_others_do() {
    let (small, central) = (Drawn::new(SMALL), Drawn::new(CENTRAL));
    let own = space(&small);
    let start = own.state(own.played(small.boxes), own.outside(1));
    let found = equivalent_states(&own, start, &own, PLENTY).expect("small");
    assert!(found.contains(&start));
    let swapped = Drawn { shape: small.shape.with_ports_swapped(), ..Drawn::new(SMALL) };
    let swapped = space(&swapped);
    let found = equivalent_states(&own, start, &swapped, PLENTY).expect("small");
    // Rotated by 180 degrees, the chamber is itself with its ports swapped and its box on the other
    // side.
    let turned = small.shape.set(&[(1, 1)]);
    assert_eq!(found, [swapped.state(swapped.played(turned), swapped.outside(1))]);
    let other = space(&central);
    let two = other.state(other.played(central.boxes), other.outside(1));
    assert_eq!(equivalent_states(&other, two, &own, PLENTY), Ok(Vec::new()));
}
