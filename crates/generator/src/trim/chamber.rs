//! A smaller chamber of the catalogue that does the same in the place of one that is no storage.

use sokolab_analysis::{Chamber, ChamberKind, Port};
use sokolab_core::{Board, Directions, Rules, check};

use super::room::{Room, Site, split_of};
use super::{Change, Judge, Known};
use crate::chamber::catalogue::{Catalogue, Entry, Role, Wanted};
use crate::chamber::{
    Beyond, ChamberState, Parking, Shape, Space, alike, requirement, smallest_image,
};

/// The most shapes of the catalogue that are compared with one chamber.
const SHAPES_MAX: usize = 400;

/// The most states of a chamber that is compared with others.
const STATES_MAX: usize = 3_000;

/// The most storage that is thought of in a comparison.
const STORED_MAX: u8 = 3;

/// The level with one of its chambers replaced by the smallest of the catalogue that does the same,
/// if there is one that has room and needs fewer squares.
pub(super) fn replaced(known: &Known, judge: &mut Judge<'_, '_>) -> Option<(Known, Change)> {
    let (board, state) = check(&known.level).ok()?;
    let split = split_of(&board);
    for chamber in split.chambers() {
        let site = Site { level: &known.level, board: &board, state: &state, chamber };
        let Some(played) = Played::new(&site) else { continue };
        for shape in played.smaller() {
            if judge.is_over() {
                return None;
            }
            for room in played.rooms_alike(&shape).iter().flat_map(|it| site.turned(it)) {
                let Some(level) = site.with(&room) else { continue };
                let Some(found) = judge.alike(&level, known) else { continue };
                let is_less = found.condition.squares < known.condition.squares
                    && found.condition.waste() <= known.condition.waste();
                if is_less {
                    let mut notes = known.explained.chambers.iter();
                    let name = notes.find(|it| it.squares == chamber.squares);
                    let name = name.map_or("a chamber".to_owned(), |it| it.name.clone());
                    let (before, after) = (chamber.squares.len(), room.shape.area());
                    return Some((found, Change::Chamber { name, before, after }));
                }
            }
        }
    }
    None
}

/// A chamber of a level, played alone.
struct Played {
    shape: Shape,
    space: Space,
    start: ChamberState,
    boxes: u64,
    /// The boxes of the whole level: no chamber ever has more.
    boxes_max: usize,
    is_inside: bool,
    rules: Rules,
}

impl Played {
    /// The chamber as it begins; `None` for what the catalogue has nothing to say about: goals,
    /// exits, many ports, and storages, which are looked at for what is needed of them.
    fn new(site: &Site<'_>) -> Option<Played> {
        let Site { board, state, chamber, .. } = *site;
        let has_goal = |it: &_| board.goals().contains(*it) || board.exits().contains(*it);
        let ports = chamber.ports.len();
        if chamber.kind != ChamberKind::Area
            || !(1..=2).contains(&ports)
            || chamber.squares.iter().any(has_goal)
        {
            return None;
        }
        let shape = Shape::of_chamber(board, chamber).ok()?;
        let standing = chamber.squares.iter().filter(|&&it| state.boxes.contains(it));
        let standing: Vec<_> = standing.map(|&it| board.position(it)).collect();
        let (left, top) = corner(board, chamber)?;
        let inside = |(x, y): (usize, usize)| (x - left, y - top);
        let boxes = shape.set(&standing.into_iter().map(inside).collect::<Vec<_>>());
        if ports == 1 && boxes == 0 {
            return None;
        }
        let (rules, boxes_max) = (board.rules(), state.boxes.len());
        let space = space(&shape, rules, boxes_max);
        let is_inside = chamber.squares.contains(&state.keeper);
        let keeper = if is_inside {
            let square = shape.square_at(inside(board.position(state.keeper)))?;
            space.played(1 << square).checked_ilog2()? as usize
        } else {
            let is_behind = |it: &Port| site.behind(it).contains(&state.keeper);
            space.outside(chamber.ports.iter().position(is_behind)?)
        };
        let start = space.state(space.played(boxes), keeper);
        let is_whole = start.boxes.count_ones() == boxes.count_ones();
        is_whole.then_some(Played { shape, space, start, boxes, boxes_max, is_inside, rules })
    }

    /// Shapes of the catalogue with fewer squares that may do the same, small ones first, their
    /// ports in either order.
    fn smaller(&self) -> Vec<Shape> {
        let mut shapes: Vec<Shape> = self.candidates().iter().map(Entry::shape).collect();
        shapes.retain(|it| it.area() < self.shape.area());
        if self.shape.ports().len() == 2 {
            shapes = shapes.iter().map(smallest_image).collect();
        }
        shapes.sort_by(|one, other| one.area().cmp(&other.area()).then(one.cmp(other)));
        shapes.dedup();
        shapes.truncate(SHAPES_MAX);
        let both = |it: Shape| match it.ports().len() {
            2 => vec![it.with_ports_swapped(), it],
            _ => vec![it],
        };
        shapes.into_iter().flat_map(both).collect()
    }

    /// Entries of the catalogue that have as many boxes and demand as much; where no storage is
    /// demanded, all with as many ports.
    fn candidates(&self) -> Vec<Entry> {
        let catalogue = Catalogue::embedded();
        let directions = self.rules.pushes();
        let count = self.boxes.count_ones() as u8;
        let listed = |wanted| {
            let numbers = 0..catalogue.count(directions, wanted);
            numbers.filter_map(move |it| catalogue.pick(directions, wanted, it).copied())
        };
        if self.shape.ports().len() == 1 {
            return listed(Wanted::Feed(count)).chain(listed(Wanted::FeedInside(count))).collect();
        }
        let demands = [self.shape.clone(), self.shape.with_ports_swapped()].map(|shape| {
            let parking = Parking::Forbidden;
            let found =
                requirement(&shape, self.rules, parking, self.boxes, STORED_MAX, STATES_MAX);
            found.ok().flatten()
        });
        match demands.into_iter().flatten().max() {
            None | Some(0) => {
                let is_eight = directions == Directions::Eight;
                let has_two = |it: &&Entry| matches!(it.role, Role::Directed { .. } | Role::Bend);
                let all = catalogue.entries().iter().filter(|it| it.eight == is_eight);
                all.filter(has_two).copied().collect()
            }
            Some(demand) => listed(Wanted::Directed(count, demand)).collect(),
        }
    }

    /// The rooms of this shape that do what the chamber does.
    fn rooms_alike(&self, shape: &Shape) -> Vec<Room> {
        let other = space(shape, self.rules, self.boxes_max);
        let states = alike(&self.space, self.start, &other, STATES_MAX).unwrap_or_default();
        let room = |state: ChamberState| {
            let inside = other.region(&state) & ((1 << other.shape().area()) - 1);
            let keeper = other.given(inside).checked_ilog2().map(|it| it as usize);
            let boxes = other.given(state.boxes);
            let is_shut = self.is_inside && keeper.is_none();
            let keeper = keeper.filter(|_| self.is_inside);
            (!is_shut).then(|| Room { shape: shape.clone(), boxes, keeper })
        };
        states.into_iter().filter_map(room).collect()
    }
}

/// A chamber between unknown others, in which no more boxes than there are can be.
fn space(shape: &Shape, rules: Rules, boxes_max: usize) -> Space {
    let beyond = vec![Beyond::Anything; shape.ports().len()];
    Space::new(shape, rules, Parking::Forbidden, &beyond).with_boxes_max(boxes_max)
}

/// The corner of the rectangle that just holds a chamber.
fn corner(board: &Board, chamber: &Chamber) -> Option<(usize, usize)> {
    let places = chamber.squares.iter().map(|&it| board.position(it));
    let left = places.clone().map(|it| it.0).min()?;
    Some((left, places.map(|it| it.1).min()?))
}
