//! Petersohn's stone pusher as the absorbing macro: a box that can go straight into a sink goes.
//!
//! If a box can be pushed into a sink along a shortest way of a lone box while no other box moves,
//! nothing else needs to be tried. Delete its pushes from any solution: the rest stays legal, for a
//! box that is gone hinders nobody, and at least as many pushes are saved as the way costs. The
//! keeper can walk back where it came from. Keeps `ShortestPushes` under `Sink`, not
//! `ShortestMoves`. Under `Keep` a box on a goal may lock another out, and under `Fill` the hole
//! may be meant for another box, so it is not used there.

use crate::heuristic::costs::Costs;
use crate::space::bits::Bits;
use crate::space::field::{Field, Place};

/// The first push of a box at `place` that goes straight into a sink; `None` if it cannot.
pub(crate) fn absorb<const N: usize>(
    field: &Field<N>,
    costs: &Costs,
    boxes: &Bits<N>,
    region: &Bits<N>,
    (place, node): (Place, usize),
) -> Option<usize> {
    let mut others = *boxes;
    others.remove(place);
    let mut seen = Vec::new();
    let way = Way { field, costs, others };
    way.first_push(place, node, region, &mut seen)
}

struct Way<'a, const N: usize> {
    field: &'a Field<N>,
    costs: &'a Costs,
    others: Bits<N>,
}

impl<const N: usize> Way<'_, N> {
    /// A push at `place` from which the sink can be reached, depth first.
    fn first_push(
        &self,
        place: Place,
        node: usize,
        region: &Bits<N>,
        seen: &mut Vec<(Place, Place)>,
    ) -> Option<usize> {
        let mut ways = self.costs.useful(node);
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let to = self.field.go(place, way);
            if self.others.contains(to) || !region.contains(self.field.back(place, way)) {
                continue;
            }
            if self.field.goals.contains(to) {
                return Some(way);
            }
            let square = self.field.square_index(to);
            let Some(next) = self.costs.node_beside(square, way ^ 2) else { continue };
            let mut boxes = self.others;
            boxes.insert(to);
            let region = self.field.region(place, &boxes, &Bits::EMPTY);
            let state = (to, region.first().unwrap_or(place));
            if seen.contains(&state) {
                continue;
            }
            seen.push(state);
            if self.first_push(to, next, &region, seen).is_some() {
                return Some(way);
            }
        }
        None
    }
}
