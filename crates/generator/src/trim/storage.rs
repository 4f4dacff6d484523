//! A smaller chamber that does the same in the place of a storage.

use std::collections::BTreeMap;

use sokolab_analysis::{Chamber, Turn, chambers, cut_squares, tunnels};
use sokolab_core::{
    Board, Direction, Directions, Edge, Ground, Level, Occupant, Picture, Place, State, check,
};

use super::{Change, Judge, Known, squares_of};
use crate::chamber::Shape;
use crate::chamber::catalogue::{Catalogue, Wanted};

/// A place of the plane.
type Spot = (i32, i32);

/// The most chambers that are tried in the place of one.
const CANDIDATES_MAX: usize = 400;

/// The level with one of its storages replaced by the smallest that does the same, if one is
/// wasteful and there is one.
pub(super) fn replaced(known: &Known, judge: &mut Judge<'_, '_>) -> Option<(Known, Change)> {
    let (board, state) = check(&known.level).ok()?;
    let cut = cut_squares(&board);
    let split = chambers(&board, &cut, &tunnels(&board, &cut));
    for storage in known.condition.storages.iter().filter(|it| it.waste() > 0) {
        let squares = squares_of(&known.explained, &storage.name)?;
        let chamber = split.chambers().iter().find(|it| it.squares == squares)?;
        let wanted = Wanted::Storage(storage.needed as u8);
        let catalogue = Catalogue::embedded();
        let directions = known.level.rules.pushes();
        let count = catalogue.count(directions, wanted);
        let shapes = (0..count).filter_map(|it| catalogue.pick(directions, wanted, it));
        let mut shapes: Vec<Shape> = shapes.map(crate::chamber::catalogue::Entry::shape).collect();
        // With room to spare any chamber as large will do; else it must be smaller.
        let is_less = |it: &Shape| it.area() < storage.area || storage.slack() > 0;
        shapes.retain(|it| is_less(it) && it.area() <= storage.area);
        shapes.sort_by_key(Shape::area);
        let turned = shapes.iter().flat_map(|shape| turns(shape, chamber));
        for shape in turned.take(CANDIDATES_MAX) {
            let Some(level) = with_chamber(known, (&board, &state), chamber, &shape) else {
                continue;
            };
            if judge.is_over() {
                return None;
            }
            let Some(found) = judge.alike(&level, known) else { continue };
            if found.condition.waste() >= known.condition.waste() {
                continue;
            }
            let change = Change::Storage {
                name: storage.name.clone(),
                before: (storage.area, storage.capacity),
                after: (shape.area(), storage.needed),
            };
            return Some((found, change));
        }
    }
    None
}

/// The shape in every turn that faces the corridor of `chamber`.
fn turns(shape: &Shape, chamber: &Chamber) -> Vec<Shape> {
    let outward = chamber.ports.first().map(|it| it.direction);
    let turned = Turn::ALL.into_iter().map(|turn| shape.turned(turn).0);
    let mut turned: Vec<Shape> =
        turned.filter(|it| Some(it.ports()[0].outward) == outward).collect();
    turned.sort();
    turned.dedup();
    turned
}

/// The level with `shape` in the place of `chamber`, if it has room there.
fn with_chamber(
    known: &Known,
    (board, state): (&Board, &State),
    chamber: &Chamber,
    shape: &Shape,
) -> Option<Level> {
    let port = chamber.ports.first()?;
    let spot = |(x, y): (usize, usize)| (x as i32, y as i32);
    let mut places: BTreeMap<Spot, Place> = BTreeMap::new();
    for square in board.squares().filter(|it| !chamber.squares.contains(it)) {
        let (x, y) = board.position(square);
        places.insert(spot((x, y)), known.level.picture.at(x, y));
    }
    let door = spot(board.position(port.square));
    let outside = (door.0 + port.direction.dx(), door.1 + port.direction.dy());
    let inner = spot(shape.ports()[0].inner);
    let moved = |it: (usize, usize)| {
        let (x, y) = spot(it);
        (x - inner.0 + door.0, y - inner.1 + door.1)
    };
    let fresh: Vec<Spot> = shape.squares().iter().map(|&it| moved(it)).collect();
    let ways: &[Direction] = match known.level.rules.pushes() {
        Directions::Four => &Direction::ORTHOGONAL,
        Directions::Eight => &Direction::ALL,
    };
    let touches = |&(x, y): &Spot| {
        let beside = ways.iter().map(|way| (x + way.dx(), y + way.dy()));
        { beside }.any(|it| it != outside && places.contains_key(&it))
            || ((x, y) != door && is_beside((x, y), outside))
    };
    if fresh.iter().any(|it| places.contains_key(it) || touches(it)) {
        return None;
    }
    places.extend(fresh.iter().map(|&it| (it, Place::bare(Ground::Floor))));
    if chamber.squares.contains(&state.keeper) {
        places.insert(door, Place::with_keeper(Ground::Floor));
    }
    drawn(&known.level, &places)
}

fn is_beside(one: Spot, two: Spot) -> bool {
    (one.0 - two.0).abs() + (one.1 - two.1).abs() == 1
}

/// A level like `level` with this floor.
fn drawn(level: &Level, places: &BTreeMap<Spot, Place>) -> Option<Level> {
    let left = places.keys().map(|it| it.0).min()?;
    let right = places.keys().map(|it| it.0).max()?;
    let top = places.keys().map(|it| it.1).min()?;
    let bottom = places.keys().map(|it| it.1).max()?;
    let (width, height) = ((right - left + 3) as usize, (bottom - top + 3) as usize);
    let solid = vec![Place::bare(Ground::Wall); width * height];
    let mut picture = Picture::new(width, solid, Edge::Solid);
    for (&(x, y), &place) in places {
        let is_box_gone = place.occupant == Occupant::Box && place.ground == Ground::Wall;
        if !is_box_gone {
            picture.put((x - left + 1) as usize, (y - top + 1) as usize, place);
        }
    }
    tight(level, picture)
}

/// A level like `level` with this picture, in a tight frame.
pub(super) fn tight(level: &Level, picture: Picture) -> Option<Level> {
    let mut fresh = Level::from_picture(picture, level.rules);
    let (board, state) = check(&fresh).ok()?;
    fresh.picture = Picture::of_puzzle(&board, &state);
    fresh.title.clone_from(&level.title);
    fresh.notes = level.notes.clone();
    fresh.collection = level.collection.clone();
    Some(fresh)
}
