//! Properties that every chamber has, tested on small ones.

use sokolab_analysis::Orientation;
use sokolab_core::Rules;

use super::{Drawn, PLENTY};
use crate::behaviour::storage;
use crate::space::Parking;

#[test]
fn a_turned_chamber_stores_as_much_and_parking_never_less() {
    let pictures = [
        "
        -----
        |...|
        |...|
        |.-..####
        |...|
        -----",
        "
            -------
        ####......|
            |.....|
            -------",
    ];
    for text in pictures {
        let drawn = Drawn::new(text);
        let described = |turn: Orientation, rules, parking| {
            let (shape, _) = drawn.shape.turned(turn);
            storage(&shape, rules, parking, PLENTY).expect("small")
        };
        for rules in [Rules::OFFICIAL, Rules::NETHACK_DIAGONAL] {
            let plain = described(Orientation::ALL[0], rules, Parking::Forbidden);
            for turn in Orientation::ALL {
                let turned = described(turn, rules, Parking::Forbidden);
                assert_eq!(turned.capacity, plain.capacity, "{text} {rules} {}", turn.name());
                assert_eq!(turned.is_regular, plain.is_regular);
                assert_eq!((turned.moves, turned.wrong_moves), (plain.moves, plain.wrong_moves));
            }
            let parked = described(Orientation::ALL[0], rules, Parking::Allowed);
            assert!(parked.capacity >= plain.capacity, "{text} {rules}");
        }
    }
}
