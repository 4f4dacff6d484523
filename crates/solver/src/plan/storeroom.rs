//! Storerooms: all goals behind one door ("goal pushing").
//!
//! If all goals lie behind a single door and all boxes in front of it, the level splits into two
//! problems: bring every box to the door, and bring boxes from the door to the goals. This module
//! solves the second one, backwards and on its own: it pulls boxes off the goals and out through
//! the door one after the other, with the keeper back in front of the door each time.

use crate::leg::{Leg, Way};
use crate::memory::hash::FixedSet;
use crate::meter::SearchMeter;
use crate::problem::Problem;
use sokolab_core::Stop;
use sokolab_field::{Around, Bits, FloorTree, Haul, Macros, Place};

/// The most ways out of the storeroom that are tried before it is given up.
const WAYS_MAX: usize = 20_000;

/// A storeroom and how to fill it.
#[derive(Clone, Debug)]
pub(crate) struct Storeroom<const N: usize> {
    /// The floor behind the door, without the door.
    pub(crate) inside: Bits<N>,
    pub(crate) door: Place,
    /// For every box in order of arrival, the pushes from the door to its goal.
    pub(crate) ways: Vec<Way>,
}

impl<const N: usize> Storeroom<N> {
    /// The smallest storeroom that can be filled box by box; `None` if there is none.
    ///
    /// # Errors
    /// If a limit is hit.
    pub(crate) fn find(
        problem: &Problem<'_, N>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Option<Storeroom<N>>, Stop> {
        for place in doors(problem) {
            meter.work(problem.squares.len() as u64)?;
            let Some(found) = Door::at(problem, place) else { continue };
            if let Some(ways) = found.fill(problem, meter)? {
                let (inside, door) = (found.inside, found.place);
                return Ok(Some(Storeroom { inside, door, ways }));
            }
        }
        Ok(None)
    }
}

/// The squares that separate all goals from the keeper and all boxes, in order of the size of the
/// floor behind them.
fn doors<const N: usize>(problem: &Problem<'_, N>) -> Vec<Place> {
    let (field, none) = (&problem.field, Bits::EMPTY);
    let (boxes, _, keeper) = problem.first();
    let around = Around { field, others: &none, holes: &none, lands: &none, ends: &none };
    let mut tree = FloorTree::new();
    tree.grow(&around, keeper);
    // Prefix sums of goals and boxes over the places in order of entry.
    let mut before = vec![(0, 0)];
    for (time, &place) in tree.places().iter().enumerate() {
        let (goal, is_box) = (field.goals.contains(place), boxes.contains(place));
        before.push((before[time].0 + usize::from(goal), before[time].1 + usize::from(is_box)));
    }
    let goals = field.goals.len();
    let mut doors: Vec<(usize, Place)> = Vec::new();
    for &place in tree.places().iter().filter(|&&it| !field.goals.contains(it)) {
        let (mut size, mut goals_inside, mut boxes_inside) = (0, 0, 0);
        for part in tree.cut_off(field, place) {
            size += part.len();
            goals_inside += before[part.end].0 - before[part.start].0;
            boxes_inside += before[part.end].1 - before[part.start].1;
        }
        if goals_inside == goals && boxes_inside == 0 {
            doors.push((size, place));
        }
    }
    doors.sort_unstable();
    doors.into_iter().map(|(_, place)| place).collect()
}

/// A square that separates the goals from the boxes.
#[derive(Clone, Copy, Debug)]
struct Door<const N: usize> {
    place: Place,
    /// The square in front of the door.
    outside: Place,
    inside: Bits<N>,
}

impl<const N: usize> Door<N> {
    fn at(problem: &Problem<'_, N>, place: Place) -> Option<Door<N>> {
        let field = &problem.field;
        let (boxes, _, keeper) = problem.first();
        if boxes.contains(place) || keeper == place {
            return None;
        }
        let closed = Bits::of(place);
        let before = field.region(keeper, &closed, &Bits::EMPTY);
        let inside = field.floor & !before & !closed;
        if !boxes.is_subset(&before) || !field.goals.is_subset(&inside) {
            return None;
        }
        let mut outside = field.beside(&closed) & before;
        let first = outside.first()?;
        outside.remove(first);
        outside.is_empty().then_some(Door { place, outside: first, inside })
    }

    /// The pushes of each box from the door to its goal, in order of arrival.
    fn fill(
        &self,
        problem: &Problem<'_, N>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Option<Vec<Way>>, Stop> {
        let (macros, seen) = (Macros::new(), FixedSet::default());
        let mut search = Emptying { problem, door: self, macros, seen, looked: 0 };
        let mut ways = Vec::new();
        let is_empty = search.empty(problem.field.goals, &mut ways, meter)?;
        ways.reverse();
        Ok(is_empty.then_some(ways))
    }
}

struct Emptying<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    door: &'a Door<N>,
    macros: Macros<N>,
    seen: FixedSet<Bits<N>>,
    /// The number of ways out tried so far.
    looked: usize,
}

impl<const N: usize> Emptying<'_, N> {
    /// Takes all boxes out one by one. Appends the pushes back in, in the order of taking out.
    fn empty(
        &mut self,
        boxes: Bits<N>,
        ways: &mut Vec<Way>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<bool, Stop> {
        if boxes.is_empty() {
            return Ok(true);
        }
        if !self.seen.insert(boxes) {
            return Ok(false);
        }
        for from in boxes.iter() {
            self.looked += 1;
            if self.looked > WAYS_MAX {
                return Ok(false);
            }
            meter.work(5 * self.problem.squares.len() as u64)?;
            let Some(way) = self.way_out(&boxes, from) else { continue };
            let mut rest = boxes;
            rest.remove(from);
            ways.push(way);
            if self.empty(rest, ways, meter)? {
                return Ok(true);
            }
            ways.pop();
        }
        Ok(false)
    }

    /// The pushes that bring a box from the door to `from` while the others stay. The keeper is in
    /// front of the door before and after.
    fn way_out(&mut self, boxes: &Bits<N>, from: Place) -> Option<Way> {
        let field = &self.problem.field;
        let mut others = *boxes;
        others.remove(from);
        // Only the box that leaves may be pulled onto the door.
        let mut lands = self.door.inside & self.problem.live;
        lands.insert(self.door.place);
        let around = Around {
            field,
            others: &others,
            holes: &Bits::EMPTY,
            lands: &lands,
            ends: &Bits::of(self.door.place),
        };
        let stops = self.macros.find_by(Haul::Pull, &around, from, self.door.outside);
        let is_out = |stop: &&sokolab_field::BoxStop| {
            stop.place == self.door.place && field.go(stop.place, stop.side) == self.door.outside
        };
        let stop = stops.iter().find(is_out).copied()?;
        Some(self.macros.pushes_back(stop).into_iter().map(Leg::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Storeroom;
    use crate::meter::SearchMeter;
    use crate::problem::Problem;
    use sokolab_core::testing::level;
    use sokolab_core::{Budget, check};

    /// The number of boxes that fill the storeroom of a picture.
    fn filled(text: &str) -> Option<usize> {
        let (board, state) = check(&level(text)).expect("a playable level");
        let problem = Problem::<4>::new(&board, &state, 1 << 30, &mut || true).ok()?;
        let mut observer = |_: &_| None;
        let mut meter = SearchMeter::new(Budget::UNLIMITED, &mut observer);
        let room = Storeroom::find(&problem, &mut meter).expect("nobody stops it");
        room.map(|room| room.ways.len())
    }

    #[test]
    fn goals_behind_one_door_are_a_storeroom() {
        let picture = "
            ##########
            #   ##   #
            # $    ..#
            # $@##   #
            #   ##   #
            ##########";
        assert_eq!(filled(picture), Some(2));
    }

    #[test]
    fn goals_among_the_boxes_are_none() {
        let picture = "
            ##########
            #.  ##   #
            # $     .#
            # $@##   #
            #   ##   #
            ##########";
        assert_eq!(filled(picture), None);
    }
}
