//! Builds the catalogue: enumerates shapes, describes them, and keeps the interesting ones.

use rayon::prelude::*;
use sokolab_core::{Directions, Rules};

use super::code::Packed;
use super::{Entry, EntryRole, Manner};
use crate::behaviour::{
    DirectedLimits, TooManyStates, directed_starts, feed, is_firm, is_strict, is_transparent,
    requirement, storage,
};
use crate::enumerate::{shapes_with_one_port, shapes_with_two_ports};
use crate::shape::ChamberShape;
use crate::space::Parking;

/// The extent of the enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Rectangles of chambers with one port, which is at the bottom: width, height, and N to
    /// describe only every Nth shape.
    pub one_port: Vec<(usize, usize, usize)>,
    /// The same for chambers with two ports.
    pub two_ports: Vec<(usize, usize, usize)>,
    /// The largest number of boxes in a feed.
    pub feed_boxes_max: usize,
    /// The largest number of boxes in a directed chamber.
    pub directed_boxes_max: usize,
    /// The largest storage that a directed chamber may demand.
    pub requirement_max: u8,
    /// The largest number of states of a chamber; chambers with more are skipped.
    pub states_max: usize,
}

impl Extent {
    /// The extent of the embedded catalogue.
    #[must_use]
    pub fn standard() -> Extent {
        Extent {
            one_port: vec![
                (2, 3, 1),
                (2, 4, 1),
                (3, 3, 1),
                (4, 3, 1),
                (3, 4, 1),
                (2, 5, 1),
                (5, 3, 1),
                (3, 5, 1),
                (4, 4, 1),
                (5, 4, 1),
                (4, 5, 1),
                (5, 5, 12),
                (6, 4, 12),
            ],
            two_ports: vec![
                (2, 4, 1),
                (2, 5, 1),
                (3, 3, 1),
                (4, 3, 1),
                (5, 3, 1),
                (4, 4, 1),
                (5, 4, 1),
            ],
            feed_boxes_max: 6,
            directed_boxes_max: 4,
            requirement_max: 3,
            states_max: 100_000,
        }
    }
}

/// The catalogue of all chambers in `extent`, in order. `report` receives progress messages.
pub fn build(extent: &Extent, report: &mut dyn FnMut(&str)) -> Vec<Entry> {
    let mut entries = Vec::new();
    for rules in [Rules::OFFICIAL, Rules::NETHACK_DIAGONAL] {
        for &(width, height, share) in &extent.one_port {
            let shapes = shapes_with_one_port(width, height, rules.pushes());
            let shapes: Vec<&ChamberShape> = shapes.iter().step_by(share).collect();
            let found = shapes.par_iter().flat_map_iter(|it| one_port(it, rules, extent));
            let found: Vec<Entry> = found.collect();
            report(&said((width, height), rules, shapes.len(), found.len(), "one port"));
            entries.extend(found);
        }
        for &(width, height, share) in &extent.two_ports {
            let shapes = shapes_with_two_ports(width, height, rules.pushes());
            let shapes: Vec<&ChamberShape> = shapes.iter().step_by(share).collect();
            let found = shapes.par_iter().flat_map_iter(|it| two_ports(it, rules, extent));
            let found: Vec<Entry> = found.collect();
            report(&said((width, height), rules, shapes.len(), found.len(), "two ports"));
            entries.extend(found);
        }
    }
    entries.sort_unstable();
    entries.dedup();
    entries
}

fn said(
    (width, height): (usize, usize),
    rules: Rules,
    shapes: usize,
    entries: usize,
    ports: &str,
) -> String {
    format!("{width} × {height}, {ports}, {rules}: {shapes} shapes, {entries} entries")
}

/// The storage and the feeds that a shape with one port makes.
fn one_port(shape: &ChamberShape, rules: Rules, extent: &Extent) -> Vec<Entry> {
    let mut roles = Vec::new();
    let stored = storage(shape, rules, Parking::Forbidden, extent.states_max);
    if let Some(stored) = stored.ok().filter(|it| it.capacity > 0) {
        let wrong = 100 * stored.wrong_moves / stored.moves.max(1);
        roles.push(EntryRole::Storage {
            capacity: stored.capacity as u8,
            is_regular: stored.is_regular,
            wrong_percent: wrong as u8,
        });
    }
    let boxes_max = extent.feed_boxes_max;
    if let Ok(fed) = feed(shape, rules, Parking::Forbidden, boxes_max, extent.states_max) {
        let outside = fed.hardest_outside.iter().filter(|it| it.boxes.count_ones() > 1);
        // In a large chamber only the fullest packings are puzzles.
        let outside = outside.rev().take(2).map(|it| (it, None));
        let inside = fed.hardest_inside.iter().flatten().rev().take(1);
        let inside = inside.filter(|it| it.boxes.count_ones() as usize > fed.outside);
        let inside = inside.map(|it| (it, it.keeper));
        roles.extend(outside.chain(inside).map(|(packing, keeper)| EntryRole::Feed {
            boxes: packing.boxes,
            keeper,
            moves: packing.moves.min(255) as u8,
        }));
    }
    entries(shape, rules, roles)
}

/// The bends and the hardest directed chambers that a shape with two ports makes, in either order
/// of its ports.
fn two_ports(shape: &ChamberShape, rules: Rules, extent: &Extent) -> Vec<Entry> {
    let mut found = Vec::new();
    if shape.area() <= 10 && is_transparent(shape, rules, extent.states_max) == Ok(true) {
        found.extend(entries(shape, rules, vec![EntryRole::Bend]));
    }
    for shape in [shape.clone(), shape.with_ports_swapped()] {
        let roles = directed(&shape, rules, extent);
        found.extend(entries(&shape, rules, roles));
    }
    found
}

/// For every number of boxes and every demand, the placement that takes the most moves and has the
/// same demand with and without parking.
fn directed(shape: &ChamberShape, rules: Rules, extent: &Extent) -> Vec<EntryRole> {
    let limits = DirectedLimits {
        boxes_max: extent.directed_boxes_max,
        capacity_max: extent.requirement_max,
        states_max: extent.states_max,
    };
    let starts = directed_starts(shape, rules, Parking::Forbidden, limits);
    let mut starts = starts.unwrap_or_default();
    starts.retain(|it| it.requirement > 0);
    let key = |it: &crate::behaviour::DirectedStart| (it.boxes.count_ones(), it.requirement);
    starts.sort_by_key(|it| (key(it), std::cmp::Reverse((it.moves, it.boxes))));
    let mut roles = Vec::new();
    for group in starts.chunk_by(|one, other| key(one) == key(other)) {
        // A few candidates are enough, because parking rarely helps.
        let is_forced = |it: &&crate::behaviour::DirectedStart| {
            let most = it.requirement;
            let parked =
                requirement(shape, rules, Parking::Allowed, it.boxes, most, extent.states_max);
            parked == Ok(Some(most))
        };
        if let Some(start) = group.iter().take(4).find(is_forced) {
            roles.push(EntryRole::Directed {
                boxes: start.boxes,
                requirement: start.requirement,
                manner: manner(shape, rules, start.boxes, start.requirement),
                moves: start.moves.min(255) as u8,
            });
        }
    }
    roles
}

/// What a directed chamber does with foreign boxes. This is not computed for large chambers.
#[must_use]
pub fn manner(shape: &ChamberShape, rules: Rules, boxes: u64, requirement: u8) -> Manner {
    let count = boxes.count_ones() as u8;
    let is_known = |found: Result<bool, TooManyStates>| found == Ok(true);
    if shape.area() > MANNER_AREA_MAX
        || !is_known(is_firm(shape, rules, boxes, requirement, MANNER_STATES_MAX))
    {
        Manner::Any
    } else if [count, count + 1]
        .into_iter()
        .all(|it| is_known(is_strict(shape, rules, boxes, it, MANNER_STATES_MAX)))
    {
        Manner::Strict
    } else {
        Manner::Firm
    }
}

/// The largest number of squares of a chamber whose manner is computed.
const MANNER_AREA_MAX: usize = 12;

/// The largest number of states of such a chamber.
const MANNER_STATES_MAX: usize = 20_000;

fn entries(shape: &ChamberShape, rules: Rules, roles: Vec<EntryRole>) -> Vec<Entry> {
    let eight = rules.pushes() == Directions::Eight;
    let packed = Packed::new(shape);
    let entry = |role| Entry { packed, eight, role };
    roles.into_iter().map(entry).collect()
}
