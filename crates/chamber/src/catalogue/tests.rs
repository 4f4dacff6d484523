//! Tests of the catalogue: it matches what it was built from.

use sokolab_core::{Directions, Rules};

use super::{Catalogue, CatalogueQuery, EntryRole, Extent, build, from_bytes, to_bytes};
use crate::behaviour::{requirement, storage};
use crate::space::Parking;

fn small() -> Extent {
    Extent {
        one_port: vec![(3, 3, 1), (2, 5, 1)],
        two_ports: vec![(3, 3, 1)],
        ..Extent::standard()
    }
}

#[test]
fn what_is_written_is_read() {
    let entries = build(&small(), &mut |_| {});
    assert!(entries.len() > 50);
    assert_eq!(from_bytes(&to_bytes(&entries)), Ok(entries));
}

#[test]
fn other_bytes_are_refused_without_a_panic() {
    assert!(from_bytes(b"").is_err());
    let good = to_bytes(&build(&small(), &mut |_| {}));
    for cut in [3, 16, 17, 20, good.len() - 1] {
        assert!(from_bytes(&good[..cut]).is_err(), "cut at {cut}");
    }
    for at in 16..good.len().min(400) {
        let mut bad = good.clone();
        bad[at] ^= 0x55;
        let _ = from_bytes(&bad).is_ok();
    }
}

#[test]
fn the_catalogue_has_chambers_of_every_kind() {
    let catalogue = Catalogue::embedded();
    for directions in [Directions::Four, Directions::Eight] {
        for wanted in [
            CatalogueQuery::Storage(1),
            CatalogueQuery::Storage(3),
            CatalogueQuery::Feed(3),
            CatalogueQuery::Directed(1, 1),
            CatalogueQuery::Directed(3, 2),
            CatalogueQuery::Elbow,
        ] {
            assert!(catalogue.count(directions, wanted) > 0, "{directions:?} {wanted:?}");
        }
    }
}

#[test]
fn no_chamber_demands_three_by_itself_and_none_is_strict_with_diagonal_pushes() {
    let catalogue = Catalogue::embedded();
    for directions in [Directions::Four, Directions::Eight] {
        let demands = catalogue.offers(directions).filter_map(|(wanted, _)| match wanted {
            CatalogueQuery::Directed(_, requirement) => Some(requirement),
            _ => None,
        });
        assert_eq!(demands.max(), Some(2), "{directions:?}");
    }
    assert!(catalogue.count(Directions::Four, CatalogueQuery::Strict(1)) > 0);
    assert_eq!(catalogue.count(Directions::Eight, CatalogueQuery::Strict(1)), 0);
}

#[test]
fn the_smallest_storages_are_those_published() {
    let least = |capacity| Catalogue::embedded().least_area(Directions::Four, capacity);
    assert_eq!([1, 2, 3, 4].map(least), [Some(6), Some(10), Some(12), Some(15)]);
}

#[test]
fn what_the_catalogue_says_is_so() {
    let catalogue = Catalogue::embedded();
    for entry in catalogue.entries().iter().step_by(499) {
        let rules = if entry.eight { Rules::NETHACK_DIAGONAL } else { Rules::OFFICIAL };
        let (shape, parking) = (&entry.shape(), Parking::Forbidden);
        match entry.role {
            EntryRole::Storage { capacity, is_regular, .. } => {
                let found = storage(shape, rules, parking, 1_000_000).expect("small");
                assert_eq!((found.capacity as u8, found.is_regular), (capacity, is_regular));
            }
            EntryRole::Directed { boxes, requirement: least, .. } => {
                for parking in [Parking::Forbidden, Parking::Allowed] {
                    let found = requirement(shape, rules, parking, boxes, 4, 1_000_000);
                    assert_eq!(found, Ok(Some(least)), "{shape:?}");
                }
            }
            EntryRole::Feed { boxes, .. } => assert!(boxes != 0),
            EntryRole::Bend => assert_eq!(shape.ports().len(), 2),
        }
    }
}

#[test]
fn the_catalogue_is_small() {
    assert!(include_bytes!("chambers.bin").len() <= 4 << 20);
}
