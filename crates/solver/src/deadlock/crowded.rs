//! Crowded rooms: searches the boxes in and around one small room with nothing else on the board.
//!
//! A box that reaches another room is taken off, so the search sees only how the boxes of the room
//! obstruct each other (Festival's room lemma). Verdicts are cached.

use super::box_subset::BoxSubset;
use super::patterns::Patterns;
use super::relaxed::{Relaxation, Relaxed};
use super::{Arrival, Detector};
use crate::contract::Contract;
use crate::feature::rooms::Rooms;
use crate::memory::hash::FixedMap;
use crate::problem::Problem;
use sokolab_field::Bits;

/// The most places a room may have to be searched, by the number of boxes.
const PLACES_MAX: [usize; 6] = [0, 0, 24, 24, 20, 17];

/// The most verdicts that are cached.
const VERDICTS_MAX: usize = 1 << 17;

/// Takes off the boxes that have left a room and its corridors.
#[derive(Clone, Copy, Debug)]
struct Inside<const N: usize>(Bits<N>);

impl<const N: usize> Relaxation<N> for Inside<N> {
    const EFFORT: usize = 200;

    fn rest(&self, problem: &Problem<'_, N>, mut few: BoxSubset<N>) -> (Bits<N>, Bits<N>) {
        few.boxes &= self.0;
        (few.boxes, few.region(&problem.field))
    }
}

/// The detector. Caches whether boxes are dead with the keeper in the region of a place.
#[derive(Debug)]
pub(crate) struct Crowded<const N: usize> {
    verdicts: FixedMap<BoxSubset<N>, bool>,
}

impl<const N: usize> Crowded<N> {
    pub(crate) fn new() -> Crowded<N> {
        Crowded { verdicts: FixedMap::default() }
    }
}

/// A state in which a box has just been brought to a room.
#[derive(Debug)]
pub(crate) struct CrowdedRoom<'a, const N: usize> {
    pub(crate) arrival: Arrival<'a, N>,
    pub(crate) rooms: &'a Rooms<N>,
    /// The search to use, and where its patterns go.
    pub(crate) search: &'a mut Relaxed<N>,
    pub(crate) learned: &'a mut Patterns<N>,
}

impl<const N: usize> Detector<N> for Crowded<N> {
    const CONTRACT: Contract = Contract::CLASSICAL_PROOF;

    type Question<'a> = CrowdedRoom<'a, N>;

    fn is_dead(&mut self, problem: &Problem<'_, N>, question: CrowdedRoom<'_, N>) -> bool {
        let CrowdedRoom { arrival: Arrival { to, boxes, keeper }, rooms, search, learned } =
            question;
        let Some(room) = rooms.of(to) else { return false };
        let (field, places) = (&problem.field, rooms.places(room));
        let zone = rooms.zone(room);
        let few = *boxes & (places | (field.beside(&places) & zone));
        let fits = PLACES_MAX.get(few.len()).is_some_and(|&max| places.len() <= max);
        if !fits || few.is_subset(&field.goals) {
            return false;
        }
        let region = field.region(keeper, &few, &Bits::EMPTY);
        let start = BoxSubset::in_region(few, &region, keeper);
        if let Some(&is_dead) = self.verdicts.get(&start) {
            return is_dead;
        }
        let is_dead = search.refute(problem, learned, start, &Inside(zone));
        if self.verdicts.len() < VERDICTS_MAX {
            self.verdicts.insert(start, is_dead);
        }
        is_dead
    }

    fn bytes(&self) -> u64 {
        (self.verdicts.capacity() * (size_of::<BoxSubset<N>>() + 9)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrival, Crowded, CrowdedRoom, Detector};
    use crate::deadlock::patterns::Patterns;
    use crate::deadlock::relaxed::Relaxed;
    use crate::deadlock::test_states::count_dead;
    use crate::feature::rooms::Rooms;

    #[test]
    fn no_state_that_can_be_solved_is_called_dead() {
        let dead = count_dead(
            &Crowded::<4>::CONTRACT,
            |problem| {
                let rooms = Rooms::new(&problem.field);
                Some((Relaxed::new(), Patterns::new(), Crowded::new(), rooms))
            },
            |(search, learned, crowded, rooms), problem, boxes, keeper| {
                boxes.iter().any(|to| {
                    let arrival = Arrival { to, boxes, keeper };
                    crowded.is_dead(problem, CrowdedRoom { arrival, rooms, search, learned })
                })
            },
        );
        assert!(dead > 10, "{dead}");
    }
}
