//! Composed descriptions agree with chambers that are joined on a grid.

use sokolab_core::testing::{Chance, is_slow};
use sokolab_core::{Direction, Directions, Rules};

use super::PLENTY;
use crate::annex::Annex;
use crate::behaviour::{annex, can_be_emptied, storage};
use crate::enumerate::{shapes_with_one_port, shapes_with_two_ports};
use crate::shape::{ChamberShape, Port};
use crate::space::{BehindPort, Parking, Space};
use sokolab_analysis::Orientation;

/// A storage and a chamber with two ports, joined by a corridor of one square, and the boxes of
/// the latter. The joined chamber has one port.
struct Pair {
    storage: ChamberShape,
    between: ChamberShape,
    boxes: u64,
    joined: ChamberShape,
    joined_boxes: u64,
}

/// Puts `storage` behind the first port of `between`, if they do not touch anywhere else.
fn join(storage: &ChamberShape, between: &ChamberShape, boxes: u64) -> Option<Pair> {
    let port = between.ports()[0];
    let facing =
        |turn: &Orientation| turn.direction(storage.ports()[0].outward) == port.outward.opposite();
    let turn = Orientation::ALL.into_iter().find(facing)?;
    let (turned, _) = storage.turned(turn);
    // Far enough from the edge to avoid negative numbers.
    let far = 20;
    let moved = |(x, y): (usize, usize)| (x + far, y + far);
    let outer = port.outer();
    let link = ((outer.0 + far as i32) as usize, (outer.1 + far as i32) as usize);
    let at = (link.0 as i32 + port.outward.dx(), link.1 as i32 + port.outward.dy());
    let inner = turned.ports()[0].inner;
    let shift = (at.0 - inner.0 as i32, at.1 - inner.1 as i32);
    let placed =
        |(x, y): (usize, usize)| ((x as i32 + shift.0) as usize, (y as i32 + shift.1) as usize);
    let mut floor: Vec<(usize, usize)> = between.squares().iter().map(|&it| moved(it)).collect();
    let near = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) <= 1;
    let storage_floor: Vec<_> = turned.squares().iter().map(|&it| placed(it)).collect();
    let way_out = between.ports()[1];
    let out = way_out.outer();
    let out = ((out.0 + far as i32) as usize, (out.1 + far as i32) as usize);
    let is_close = |&a: &(usize, usize)| floor.iter().any(|&b| near(a, b)) || near(a, out);
    if storage_floor.iter().any(is_close) || near(link, out) {
        return None;
    }
    floor.extend(&storage_floor);
    floor.push(link);
    let left = floor.iter().map(|it| it.0).min()?;
    let top = floor.iter().map(|it| it.1).min()?;
    let way_out = Port { inner: moved(way_out.inner), outward: way_out.outward };
    let joined = ChamberShape::new(&floor, &[], &[way_out]).ok()?;
    let places = between.places(boxes).map(moved).map(|(x, y)| (x - left, y - top));
    let joined_boxes = joined.set(&places.collect::<Vec<_>>());
    let (storage, between) = (storage.clone(), between.clone());
    Some(Pair { storage, between, boxes, joined, joined_boxes })
}

fn is_emptied(shape: &ChamberShape, boxes: u64, parking: Parking) -> bool {
    let space = Space::new(shape, Rules::OFFICIAL, parking, &[BehindPort::Taker]);
    let start = space.state(space.played(boxes), space.outside(0));
    let graph = crate::behaviour::ChamberGraph::forwards(&space, &[start], PLENTY).expect("small");
    graph.states.iter().any(|it| it.boxes == 0)
}

/// The same pair composed from its parts: with the storage as an annex, and as a mere counter.
fn by_parts(pair: &Pair, parking: Parking) -> (bool, Option<bool>) {
    let rules = Rules::OFFICIAL;
    let space = Space::new(&pair.storage, rules, parking, &[BehindPort::Anything]);
    let annex = annex(&space, space.empty(), PLENTY).expect("small").expect("it is empty");
    let empties = |annex: &Annex| {
        can_be_emptied(&pair.between, rules, parking, pair.boxes, annex, PLENTY).expect("small")
    };
    let stored = storage(&pair.storage, rules, parking, PLENTY).expect("small");
    let counter = stored.is_regular.then(|| empties(&Annex::storage(stored.capacity as u8, 0)));
    (empties(&annex), counter)
}

#[test]
fn composed_descriptions_equal_the_joined_grid() {
    let four = Directions::Four;
    let storages: Vec<ChamberShape> = [(2, 5), (3, 3), (4, 3)]
        .iter()
        .flat_map(|&(w, h)| shapes_with_one_port(w, h, four))
        .collect();
    let betweens: Vec<ChamberShape> =
        [(3, 3), (4, 3)].iter().flat_map(|&(w, h)| shapes_with_two_ports(w, h, four)).collect();
    let mut chance = Chance::new(7);
    let wanted = if is_slow() { 10_000 } else { 300 };
    let (mut tried, mut emptied, mut different) = (0, 0, 0);
    while tried < wanted {
        let storage = &storages[chance.below(storages.len())];
        let between = &betweens[chance.below(betweens.len())];
        let between =
            if chance.below(2) == 0 { between.clone() } else { between.with_ports_swapped() };
        let boxes = (0..=chance.below(3)).fold(0, |set, _| set | 1 << chance.below(between.area()));
        let played = Space::new(
            &between,
            Rules::OFFICIAL,
            Parking::Forbidden,
            &[BehindPort::Taker, BehindPort::Taker],
        );
        if played.given(played.played(boxes)) != boxes {
            continue;
        }
        let Some(pair) = join(storage, &between, boxes) else { continue };
        let [free, strict] = [Parking::Allowed, Parking::Forbidden]
            .map(|parking| is_emptied(&pair.joined, pair.joined_boxes, parking));
        let (without, counted) = by_parts(&pair, Parking::Forbidden);
        let (with, _) = by_parts(&pair, Parking::Allowed);
        let text = format!(
            "{pair_joined:?} {boxes:b}",
            pair_joined = pair.joined,
            boxes = pair.joined_boxes
        );
        assert_eq!(with, free, "with parking, parts and whole are the same: {text}");
        assert!(!without || strict, "what can be done without parking can be done: {text}");
        assert!(!strict || free, "parking takes nothing away: {text}");
        assert!(counted.is_none_or(|it| it == without), "a regular storage is a counter: {text}");
        tried += 1;
        emptied += usize::from(free);
        different += usize::from(with != without);
    }
    assert!(emptied > tried / 20, "{emptied} of {tried} can be emptied");
    assert!(emptied < tried, "{different} depend on parking");
}

#[test]
fn a_port_faces_the_one_it_is_joined_to() {
    let storage = &shapes_with_one_port(2, 5, Directions::Four)[0];
    let between = &shapes_with_two_ports(3, 3, Directions::Four)[0];
    let joined = join(storage, between, 0);
    let count = joined.map(|it| it.joined.area());
    assert!(count.is_none_or(|it| it == storage.area() + between.area() + 1));
    assert_eq!(storage.ports()[0].outward, Direction::Down);
}
