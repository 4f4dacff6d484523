//! The steps that the keeper needs to every place when it pushes nothing.

use sokolab_core::{Direction, Directions, Squeezing};
use sokolab_field::{Bits, Field, NOWHERE, Obstacles, Place};

/// Counts of steps from one place, in reusable memory.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    /// By place, `NOWHERE` if the keeper cannot walk there.
    counts: Vec<u16>,
    reached: Vec<Place>,
}

impl Steps {
    /// Counts for a field with room for this many places.
    pub(crate) fn new(places: usize) -> Steps {
        Steps { counts: vec![NOWHERE; places], reached: Vec::new() }
    }

    /// The steps to a place; `None` if the keeper cannot walk there.
    #[inline]
    pub(crate) fn get(&self, place: Place) -> Option<u16> {
        Some(self.counts[usize::from(place)]).filter(|&it| it != NOWHERE)
    }

    /// The steps to a place that the keeper can walk to.
    #[inline]
    pub(crate) fn to(&self, place: Place) -> u16 {
        debug_assert!(self.get(place).is_some());
        self.counts[usize::from(place)]
    }

    /// The places that the keeper can walk to, nearest first.
    pub(crate) fn reached(&self) -> &[Place] {
        &self.reached
    }

    /// The places that the keeper can walk to, as a set.
    pub(crate) fn region<const N: usize>(&self) -> Bits<N> {
        self.reached.iter().copied().collect()
    }

    /// The memory of the counts, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        2 * (self.counts.len() + self.reached.capacity()) as u64
    }

    /// Counts the steps from `keeper` to every place, breadth first. Steps backwards are as many as
    /// forwards.
    pub(crate) fn count<const N: usize>(
        &mut self,
        field: &Field<N>,
        Obstacles { boxes, holes }: Obstacles<'_, N>,
        keeper: Place,
    ) {
        for place in self.reached.drain(..) {
            self.counts[usize::from(place)] = NOWHERE;
        }
        let free = field.floor & !*boxes & !*holes;
        self.counts[usize::from(keeper)] = 0;
        self.reached.push(keeper);
        let mut next = 0;
        while next < self.reached.len() {
            let place = self.reached[next];
            next += 1;
            let steps = self.counts[usize::from(place)] + 1;
            for &way in field.step_ways() {
                let beside = field.go(place, way);
                if free.contains(beside)
                    && self.counts[usize::from(beside)] == NOWHERE
                    && may_go(field, boxes, place, way)
                {
                    self.counts[usize::from(beside)] = steps;
                    self.reached.push(beside);
                }
            }
        }
    }
}

/// Whether the keeper may step in direction `way`; a diagonal step may be too tight.
fn may_go<const N: usize>(field: &Field<N>, boxes: &Bits<N>, place: Place, way: Direction) -> bool {
    let Some(parts) = way.parts() else { return true };
    debug_assert_eq!(field.rules.steps(), Directions::Eight);
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
