//! Groups of boxes that plays from the start lead to, for the tables of backward search.
//!
//! Deleting all boxes but a few from a play leaves a play of these boxes from the start. All plays
//! of `K` boxes are searched at once, forwards from every group of `K` boxes of the start. Pushes
//! onto squares where a box is lost are left out, because no solution makes them.

use crate::problem::Problem;
use sokolab_core::Direction;
use sokolab_field::{Bits, Obstacles, Place};

/// The table may take at most one part in this many of the memory.
pub(super) const SHARE: u64 = 16;

/// The number of states between two calls of `keep_going`.
const STATES_BETWEEN_QUESTIONS: usize = 1_024;

/// Stands for a place that has no number.
const NO_NUMBER: u16 = u16::MAX;

/// The places that can hold a box, numbered in order.
#[derive(Debug)]
pub(super) struct BoxPlaces {
    number_of: Vec<u16>,
    /// How many there are.
    pub(super) count: usize,
}

impl BoxPlaces {
    pub(super) fn new<const N: usize>(stands: &Bits<N>) -> BoxPlaces {
        let mut number_of = vec![NO_NUMBER; N * 64];
        for (number, place) in stands.iter().enumerate() {
            number_of[usize::from(place)] = number as u16;
        }
        BoxPlaces { number_of, count: stands.len() }
    }

    /// The number of a place; not below `count` if the place has none.
    #[inline]
    pub(super) fn number(&self, place: Place) -> usize {
        usize::from(self.number_of[usize::from(place)])
    }
}

/// Where plays lead: by rank of a group of places, the keeper's squares that some play reaches.
#[derive(Debug)]
pub(super) struct GroupSearch<'t, const N: usize, F> {
    /// The rank of a group, whatever the order of its places.
    pub(super) rank: F,
    pub(super) reached: &'t mut [Bits<N>],
    /// The most states of such groups that are visited.
    pub(super) states_max: usize,
}

/// A group of boxes and the keeper's region.
type Group<const N: usize, const K: usize> = ([Place; K], Bits<N>);

impl<const N: usize, F> GroupSearch<'_, N, F> {
    /// Finds all states that plays of `K` boxes lead to; `None` if there are too many or
    /// `keep_going` stops it.
    pub(super) fn run<const K: usize>(
        mut self,
        problem: &Problem<'_, N>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<()>
    where
        F: Fn([Place; K]) -> usize,
    {
        let field = &problem.field;
        let (start, _, keeper) = problem.first();
        let mut pending: Vec<Group<N, K>> = Vec::new();
        for places in groups(&start.iter().collect::<Vec<Place>>()) {
            let boxes = places.into_iter().collect();
            let region = field.region(keeper, &boxes, &Bits::EMPTY);
            self.add((places, region), &mut pending);
        }
        let mut states: usize = 0;
        while let Some((places, region)) = pending.pop() {
            states += 1;
            let may_go_on = !states.is_multiple_of(STATES_BETWEEN_QUESTIONS) || keep_going();
            if states > self.states_max || !may_go_on {
                return None;
            }
            for moved in 0..K {
                let from = places[moved];
                for way in Direction::ORTHOGONAL {
                    let (to, behind) = (field.go(from, way), field.back(from, way));
                    let is_open = problem.lands.contains(to) && !places.contains(&to);
                    if !is_open || !region.contains(behind) {
                        continue;
                    }
                    let mut pushed = places;
                    pushed[moved] = to;
                    if self.reached[(self.rank)(pushed)].contains(from) {
                        continue;
                    }
                    let boxes = pushed.into_iter().collect();
                    let after = Obstacles { boxes: &boxes, holes: &Bits::EMPTY };
                    let region = field.region_after(&region, after, from, to);
                    self.add((pushed, region), &mut pending);
                }
            }
        }
        Some(())
    }

    /// Adds a state, unless it is known.
    fn add<const K: usize>(&mut self, (places, region): Group<N, K>, pending: &mut Vec<Group<N, K>>)
    where
        F: Fn([Place; K]) -> usize,
    {
        let reached = &mut self.reached[(self.rank)(places)];
        if !region.is_subset(reached) {
            *reached |= region;
            pending.push((places, region));
        }
    }
}

/// Every choice of `K` places, in order.
fn groups<const K: usize>(places: &[Place]) -> Vec<[Place; K]> {
    let mut groups = Vec::new();
    let mut chosen: [usize; K] = std::array::from_fn(|at| at);
    while chosen.iter().all(|&it| it < places.len()) {
        groups.push(chosen.map(|it| places[it]));
        // Advance the last choice that can be, and put those after it right behind it.
        let can_advance = |&at: &usize| chosen[at] + K - at < places.len();
        let Some(at) = (0..K).rev().find(can_advance) else { break };
        let next = chosen[at] + 1;
        for (offset, it) in chosen[at..].iter_mut().enumerate() {
            *it = next + offset;
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn groups_are_all_choices_in_order() {
        assert_eq!(groups(&[1, 2, 3]), [[1, 2], [1, 3], [2, 3]]);
        assert_eq!(groups(&[1, 2, 3, 4]), [[1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4]]);
        assert_eq!(groups::<2>(&[1]), [[0; 2]; 0]);
    }
}
