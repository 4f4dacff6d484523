//! Reverse macro pushes: where one box can have come from while no other moves.

use sokolab_analysis::{Barred, Sides};
use sokolab_core::{Board, Square};
use sokolab_field::{Bits, Field, FieldPush, Place};

/// A position of the box, with the keeper on one side of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PullStop {
    pub(crate) place: Place,
    /// A place on the keeper's side.
    pub(crate) keeper: Place,
    /// The push from here to the previous stop, and the index of that stop; `None` for the first
    /// ones.
    push: Option<(FieldPush, u32)>,
}

/// Every stop of a box on `place` that is pulled around on `free` floor, with the keeper starting
/// on one of `keepers`; nearest first. `field` is that of `board`.
///
/// The sides of the box are computed for all places at once, so this takes one pass over the board
/// however far the box goes.
pub(crate) fn macro_pulls<const N: usize>(
    (board, field): (&Board, &Field<N>),
    free: &Bits<N>,
    place: Place,
    keepers: impl IntoIterator<Item = Place>,
) -> Vec<PullStop> {
    let mut walls = board.no_squares();
    walls.extend(board.squares().filter(|&it| !free.contains(field.place(it))));
    let sides = Sides::walking(board, &Barred::walls(walls));
    let is_seen = vec![false; sides.node_count()];
    let mut tour = Tour { board, field, free, sides, is_seen, stops: Vec::new() };
    for keeper in keepers {
        tour.visit(place, keeper, None);
    }
    let mut next = 0;
    while next < tour.stops.len() {
        let PullStop { place, keeper, .. } = tour.stops[next];
        let side = tour.side(place, keeper);
        for &way in field.push_ways() {
            let from = field.back(place, way);
            let behind = field.back(from, way);
            let is_near = free.contains(from) && side.is_some() && tour.side(place, from) == side;
            if is_near && free.contains(behind) {
                tour.visit(from, behind, Some((FieldPush { from, way }, next as u32)));
            }
        }
        next += 1;
    }
    tour.stops
}

/// How many pulls lead to each stop.
pub(crate) fn pull_counts(stops: &[PullStop]) -> Vec<usize> {
    let mut counts = Vec::with_capacity(stops.len());
    for stop in stops {
        // Stops follow those that they are reached from.
        counts.push(stop.push.map_or(0, |(_, before)| counts[before as usize] + 1));
    }
    counts
}

/// The pulls that lead to a stop, as the pushes that they undo, in the order of the pulls.
pub(crate) fn pulls_to(stops: &[PullStop], number: usize) -> Vec<FieldPush> {
    let mut pushes = Vec::new();
    let mut at = number;
    while let Some((push, before)) = stops[at].push {
        pushes.push(push);
        at = before as usize;
    }
    pushes.reverse();
    pushes
}

struct Tour<'a, const N: usize> {
    board: &'a Board,
    field: &'a Field<N>,
    free: &'a Bits<N>,
    sides: Sides,
    /// Which sides of which squares have been visited.
    is_seen: Vec<bool>,
    stops: Vec<PullStop>,
}

impl<const N: usize> Tour<'_, N> {
    fn square(&self, place: Place) -> Square {
        self.board.square(self.field.square_index(place))
    }

    /// The side of a box that the keeper is on; `None` if it cannot get next to the box.
    fn side(&self, place: Place, keeper: Place) -> Option<usize> {
        self.sides.node(self.square(place), self.square(keeper))
    }

    fn visit(&mut self, place: Place, keeper: Place, push: Option<(FieldPush, u32)>) {
        if !self.free.contains(keeper) {
            return;
        }
        if let Some(side) = self.side(place, keeper)
            && std::mem::replace(&mut self.is_seen[side], true)
        {
            return;
        }
        self.stops.push(PullStop { place, keeper, push });
    }
}
