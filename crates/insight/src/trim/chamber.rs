//! Replaces an empty chamber with two doors by a smaller, equivalent one from the catalogue.

use sokolab_analysis::{Chamber, ChamberKind, Port};
use sokolab_chamber::behaviour::equivalent_states;
use sokolab_chamber::catalogue::{Catalogue, Entry, EntryRole};
use sokolab_chamber::{BehindPort, ChamberShape, ChamberState, Parking, Space, smallest_image};
use sokolab_core::{Board, Directions, Rules, check};

use super::room::{InsertedRoom, Site, split_of};
use super::{Change, KnownLevel, Trimmer};

/// Maximum number of shapes of the catalogue that are compared with one chamber.
const SHAPES_MAX: usize = 400;

/// Maximum number of states of a chamber that is compared with others.
const STATES_MAX: usize = 3_000;

/// The level with one of its empty chambers replaced by the smallest equivalent one from the
/// catalogue that fits, has fewer squares and leaves the level as hard, if there is one.
pub(super) fn replaced(
    known: &KnownLevel,
    trimmer: &mut Trimmer<'_, '_>,
) -> Option<(KnownLevel, Change)> {
    let (board, state) = check(&known.level).ok()?;
    let split = split_of(&board);
    for chamber in split.chambers() {
        let site = Site { level: &known.level, board: &board, state: &state, chamber };
        let Some(played) = PlayedChamber::new(&site) else { continue };
        for shape in played.smaller() {
            if trimmer.is_over() {
                return None;
            }
            for room in played.equivalent_rooms(&shape).iter().flat_map(|it| site.turned(it)) {
                let Some(level) = site.with(&room) else { continue };
                let Some(found) = trimmer.same_puzzle(&level, known) else { continue };
                let is_less = found.condition.squares < known.condition.squares
                    && found.condition.waste() <= known.condition.waste()
                    && found.condition.is_as_hard_as(&known.condition);
                if is_less {
                    let mut notes = known.explained.chambers.iter();
                    let name = notes.find(|it| it.squares == chamber.squares);
                    let name = name.map_or("a chamber".to_owned(), |it| it.name.clone());
                    let squares = (chamber.squares.len(), room.shape.area());
                    return Some((found, Change::Chamber { name, squares }));
                }
            }
        }
    }
    None
}

/// A chamber of a level, played alone. It starts empty: chambers with initial boxes are where the
/// level is played, and they are not made smaller.
struct PlayedChamber {
    shape: ChamberShape,
    space: Space,
    start: ChamberState,
    /// Number of boxes in the whole level: no chamber ever has more.
    boxes_max: usize,
    is_inside: bool,
    rules: Rules,
}

impl PlayedChamber {
    /// The chamber as it begins; `None` for chambers that are not replaced here: those with boxes,
    /// goals, exits or many ports, and those with one port, which are storages and handled
    /// separately.
    fn new(site: &Site<'_>) -> Option<PlayedChamber> {
        let Site { board, state, chamber, .. } = *site;
        let is_taken = |it: &_| {
            let is_goal = board.goals().contains(*it) || board.exits().contains(*it);
            is_goal || state.boxes.contains(*it)
        };
        if chamber.kind != ChamberKind::Area
            || chamber.ports.len() != 2
            || chamber.squares.iter().any(is_taken)
        {
            return None;
        }
        let shape = ChamberShape::of_chamber(board, chamber).ok()?;
        let (left, top) = corner(board, chamber)?;
        let (rules, boxes_max) = (board.rules(), state.boxes.len());
        let space = space(&shape, rules, boxes_max);
        let is_inside = chamber.squares.contains(&state.keeper);
        let keeper = if is_inside {
            let (x, y) = board.position(state.keeper);
            let square = shape.square_at((x - left, y - top))?;
            space.played(1 << square).checked_ilog2()? as usize
        } else {
            let is_behind = |it: &Port| site.behind(it).contains(&state.keeper);
            space.outside(chamber.ports.iter().position(is_behind)?)
        };
        let start = space.state(0, keeper);
        Some(PlayedChamber { shape, space, start, boxes_max, is_inside, rules })
    }

    /// Shapes of the catalogue with two ports and fewer squares, small ones first, with their ports
    /// in either order.
    fn smaller(&self) -> Vec<ChamberShape> {
        let is_eight = self.rules.pushes() == Directions::Eight;
        let has_two = |it: &&Entry| matches!(it.role, EntryRole::Directed { .. } | EntryRole::Bend);
        let all = Catalogue::embedded().entries().iter().filter(|it| it.eight == is_eight);
        let shapes = all.filter(has_two).map(Entry::shape);
        let shapes = shapes.filter(|it| it.area() < self.shape.area());
        let mut shapes: Vec<ChamberShape> = shapes.map(|it| smallest_image(&it)).collect();
        shapes.sort_by(|one, other| one.area().cmp(&other.area()).then(one.cmp(other)));
        shapes.dedup();
        shapes.truncate(SHAPES_MAX);
        shapes.into_iter().flat_map(|it| [it.with_ports_swapped(), it]).collect()
    }

    /// The rooms of this shape that are equivalent to the chamber.
    fn equivalent_rooms(&self, shape: &ChamberShape) -> Vec<InsertedRoom> {
        let other = space(shape, self.rules, self.boxes_max);
        let states =
            equivalent_states(&self.space, self.start, &other, STATES_MAX).unwrap_or_default();
        let room = |state: ChamberState| {
            let inside = other.region(&state) & ((1 << other.shape().area()) - 1);
            let keeper = other.given(inside).checked_ilog2().map(|it| it as usize);
            let is_shut = self.is_inside && keeper.is_none();
            let keeper = keeper.filter(|_| self.is_inside);
            (!is_shut).then(|| InsertedRoom { shape: shape.clone(), keeper })
        };
        states.into_iter().filter_map(room).collect()
    }
}

/// A chamber between unknown others, with at most as many boxes as the level has.
fn space(shape: &ChamberShape, rules: Rules, boxes_max: usize) -> Space {
    let beyond = vec![BehindPort::Anything; shape.ports().len()];
    Space::new(shape, rules, Parking::Forbidden, &beyond).with_boxes_max(boxes_max)
}

/// The top left corner of the bounding rectangle of a chamber.
fn corner(board: &Board, chamber: &Chamber) -> Option<(usize, usize)> {
    let places = chamber.squares.iter().map(|&it| board.position(it));
    let left = places.clone().map(|it| it.0).min()?;
    Some((left, places.map(|it| it.1).min()?))
}
