//! Hauls backwards: where one box can have come from while no other moves.

use sokolab_solver::field::{Bits, Field, Place};

use super::pushing::PlacePush;

/// A box somewhere, with the keeper on one side of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop<const N: usize> {
    pub(crate) place: Place,
    /// Where the keeper can walk.
    pub(crate) region: Bits<N>,
    /// The push from here to the stop before, and the number of that stop; none for the first ones.
    push: Option<(PlacePush, u32)>,
}

/// Every stop of a box on `place` that is pulled about on `free` floor, the keeper beginning on
/// one of `keepers`; nearest first.
pub(crate) fn hauls<const N: usize>(
    field: &Field<N>,
    free: &Bits<N>,
    place: Place,
    keepers: impl IntoIterator<Item = Place>,
) -> Vec<Stop<N>> {
    let mut tour =
        Tour { field, free, seen: vec![Bits::EMPTY; field.floor.len()], stops: Vec::new() };
    for keeper in keepers {
        tour.visit(place, keeper, None);
    }
    let mut next = 0;
    while next < tour.stops.len() {
        let Stop { place, region, .. } = tour.stops[next];
        for way in 0..field.push_ways() {
            let from = field.back(place, way);
            let behind = field.back(from, way);
            if region.contains(from) && free.contains(behind) {
                tour.visit(from, behind, Some(((from, way as u8), next as u32)));
            }
        }
        next += 1;
    }
    tour.stops
}

/// The pulls that lead to a stop, as the pushes that they undo, in the order of the pulls.
pub(crate) fn pulls_to<const N: usize>(stops: &[Stop<N>], number: usize) -> Vec<PlacePush> {
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
    field: &'a Field<N>,
    free: &'a Bits<N>,
    /// By the square of the box: where the keeper has been already.
    seen: Vec<Bits<N>>,
    stops: Vec<Stop<N>>,
}

impl<const N: usize> Tour<'_, N> {
    fn visit(&mut self, place: Place, keeper: Place, push: Option<(PlacePush, u32)>) {
        let seen = &mut self.seen[self.field.square_index(place)];
        if !self.free.contains(keeper) || seen.contains(keeper) {
            return;
        }
        let mut open = *self.free;
        open.remove(place);
        let region = self.field.spread(Bits::of(keeper), &open, &open);
        *seen |= region;
        self.stops.push(Stop { place, region, push });
    }
}
