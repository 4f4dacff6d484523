//! Crowded rooms: the boxes of one small room and of its doorways, alone on the board.
//!
//! A box that gets to another room is taken off, so only what the boxes of the room do to each
//! other is searched (Festival's room lemma). What is known of a set of boxes is kept.

use super::patterns::Patterns;
use super::relaxed::{Relaxation, Relaxed};
use crate::feature::rooms::Rooms;
use crate::memory::hash::FixedMap;
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// For so many boxes, a room may have so many places.
const PLACES_MAX: [usize; 6] = [0, 0, 24, 24, 20, 17];

/// Verdicts that are kept.
const VERDICTS_MAX: usize = 1 << 17;

/// Boxes that have left a room and its corridors are taken off.
#[derive(Clone, Copy, Debug)]
struct Inside<const N: usize>(Bits<N>);

impl<const N: usize> Relaxation<N> for Inside<N> {
    const EFFORT: usize = 200;

    fn rest(&self, problem: &Problem<'_, N>, boxes: Bits<N>, keeper: Place) -> (Bits<N>, Bits<N>) {
        let boxes = boxes & self.0;
        (boxes, problem.field.region(keeper, &boxes, &Bits::EMPTY))
    }
}

/// The verdicts so far: whether boxes are dead with a keeper in the region of a place.
#[derive(Debug)]
pub(crate) struct Crowded<const N: usize> {
    verdicts: FixedMap<(Bits<N>, Place), bool>,
}

impl<const N: usize> Crowded<N> {
    pub(crate) fn new() -> Crowded<N> {
        Crowded { verdicts: FixedMap::default() }
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.verdicts.capacity() * (size_of::<(Bits<N>, Place)>() + 9)) as u64
    }

    /// Whether the room that a box has just been brought to proves a state dead; why is learned.
    pub(crate) fn is_dead(
        &mut self,
        problem: &Problem<'_, N>,
        (relaxed, patterns): (&mut Relaxed<N>, &mut Patterns<N>),
        (boxes, keeper): (&Bits<N>, Place),
        (rooms, to): (&Rooms<N>, Place),
    ) -> bool {
        let Some(room) = rooms.of(to) else { return false };
        let (field, places) = (&problem.field, rooms.places(room));
        let zone = rooms.zone(room);
        let few = *boxes & (places | (field.beside(&places) & zone));
        let fits = PLACES_MAX.get(few.len()).is_some_and(|&max| places.len() <= max);
        if !fits || few.is_subset(&field.goals) {
            return false;
        }
        let region = field.region(keeper, &few, &Bits::EMPTY);
        let start = (few, region.first().unwrap_or(keeper));
        if let Some(&is_dead) = self.verdicts.get(&start) {
            return is_dead;
        }
        let is_dead = relaxed.is_dead(problem, patterns, start, &Inside(zone));
        if self.verdicts.len() < VERDICTS_MAX {
            self.verdicts.insert(start, is_dead);
        }
        is_dead
    }
}

#[cfg(test)]
mod tests {
    use super::Crowded;
    use crate::deadlock::patterns::Patterns;
    use crate::deadlock::relaxed::Relaxed;
    use crate::deadlock::test_states::count_dead;
    use crate::feature::rooms::Rooms;

    #[test]
    fn no_state_that_can_be_solved_is_called_dead() {
        let dead = count_dead(
            |problem| {
                let rooms = Rooms::new(&problem.field);
                Some((Relaxed::new(), Patterns::new(), Crowded::new(), rooms))
            },
            |(relaxed, patterns, crowded, rooms), problem, boxes, keeper| {
                boxes.iter().any(|to| {
                    let tools = (&mut *relaxed, &mut *patterns);
                    crowded.is_dead(problem, tools, (boxes, keeper), (rooms, to))
                })
            },
        );
        assert!(dead > 10, "{dead}");
    }
}
