//! The number of steps that the keeper needs to every square.

use sokolab_core::{Direction, Squeezing};

use sokolab_field::{Bits, Field, NOWHERE, Place};

/// Walking distances from one square, in reusable memory.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    steps: Vec<u16>,
    reached: Vec<Place>,
}

impl Steps {
    /// For fields of `places` places.
    pub(crate) fn new(places: usize) -> Steps {
        Steps { steps: vec![NOWHERE; places], reached: Vec::new() }
    }

    /// The steps to a place that the keeper can reach.
    #[inline]
    pub(crate) fn to(&self, place: Place) -> u32 {
        u32::from(self.steps[usize::from(place)])
    }

    /// Counts the steps to every place by breadth-first search, and returns the places within
    /// reach.
    pub(crate) fn walk<const N: usize>(
        &mut self,
        field: &Field<N>,
        boxes: &Bits<N>,
        holes: &Bits<N>,
        keeper: Place,
    ) -> Bits<N> {
        for place in self.reached.drain(..) {
            self.steps[usize::from(place)] = NOWHERE;
        }
        let free = field.floor & !*boxes & !*holes;
        self.steps[usize::from(keeper)] = 0;
        self.reached.push(keeper);
        let mut next = 0;
        while next < self.reached.len() {
            let place = self.reached[next];
            next += 1;
            let steps = self.steps[usize::from(place)] + 1;
            for &way in field.step_ways() {
                let beside = field.go(place, way);
                if free.contains(beside)
                    && self.steps[usize::from(beside)] == NOWHERE
                    && may_go(field, boxes, place, way)
                {
                    self.steps[usize::from(beside)] = steps;
                    self.reached.push(beside);
                }
            }
        }
        self.reached.iter().copied().collect()
    }
}

/// Whether the keeper may step in direction `way`; a diagonal step may be too tight.
fn may_go<const N: usize>(field: &Field<N>, boxes: &Bits<N>, place: Place, way: Direction) -> bool {
    let Some(parts) = way.parts() else { return true };
    if field.rules.squeezing() == Squeezing::Allowed {
        return true;
    }
    let is_open = |part: Direction| {
        let corner = field.go(place, part);
        field.floor.contains(corner) && !boxes.contains(corner)
    };
    let doors = field.doors.contains(place) || field.doors.contains(field.go(place, way));
    !doors && parts.into_iter().any(is_open)
}
