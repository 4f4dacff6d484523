//! Capacity sets: sets of squares that can hold only a limited number of boxes.
//!
//! Boxes on squares from which only certain goals can be reached must all end on those goals, so
//! there may be no more such boxes than goals: along a wall, in a niche, in a room that nothing
//! leaves. The matching bound finds this too, but counting costs only a few words.

use super::{Arrival, Detector};
use crate::contract::{Contract, Keeps, Needs};
use crate::memory::hash::FixedSet;
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// With more sets, the test costs more than it saves.
const SETS_MAX: usize = 64;

/// The capacity sets of a level, indexed by place.
#[derive(Clone, Debug)]
pub(crate) struct Capacities<const N: usize> {
    sets: Vec<(Bits<N>, usize)>,
    at: Vec<Vec<u8>>,
}

impl<const N: usize> Capacities<N> {
    /// The capacity sets of a level; none where boxes may be lost or vanish.
    pub(crate) fn new(problem: &Problem<'_, N>) -> Capacities<N> {
        let mut result = Capacities { sets: Vec::new(), at: vec![Vec::new(); N * 64] };
        if !Self::CONTRACT.needs.are_met_by(problem) || !problem.is_small() {
            return result;
        }
        let reach = GoalReach::new(problem);
        let mut known = FixedSet::default();
        for index in 0..reach.places.len() {
            let wanted = reach.of(index);
            let count = wanted.iter().map(|word| word.count_ones() as usize).sum::<usize>();
            if count >= problem.start.boxes.len() || !known.insert(wanted) {
                continue;
            }
            if result.sets.len() == SETS_MAX {
                break;
            }
            let places = reach.inside(wanted);
            if places.len() > count {
                for place in places.iter() {
                    result.at[usize::from(place)].push(result.sets.len() as u8);
                }
                result.sets.push((places, count));
            }
        }
        result
    }
}

impl<const N: usize> Detector<N> for Capacities<N> {
    const CONTRACT: Contract = Contract { needs: Needs::BOXES_STAY, keeps: Keeps::FewestMoves };

    type Question<'a> = Arrival<'a, N>;

    /// Whether the box that has arrived exceeds the capacity of a set.
    #[inline]
    fn is_dead(&mut self, _: &Problem<'_, N>, arrival: Arrival<'_, N>) -> bool {
        self.at[usize::from(arrival.to)].iter().any(|&index| {
            let (places, capacity) = &self.sets[usize::from(index)];
            (*places & *arrival.boxes).len() > *capacity
        })
    }

    fn bytes(&self) -> u64 {
        let entries: usize = self.at.iter().map(Vec::capacity).sum();
        let sets = self.sets.len() * size_of::<(Bits<N>, usize)>();
        (sets + self.at.len() * size_of::<Vec<u8>>() + entries) as u64
    }
}

/// The goals that a lone box can be pushed to, by place, as one bit per goal.
struct GoalReach<'a> {
    places: &'a [Place],
    words: usize,
    goals: Vec<u64>,
}

impl<'a> GoalReach<'a> {
    fn new<const N: usize>(problem: &'a Problem<'_, N>) -> GoalReach<'a> {
        let (places, all) = (problem.keys.places(), problem.distances.goals());
        let words = all.len().div_ceil(64);
        let mut goals = vec![0; places.len() * words];
        for (row, &place) in goals.chunks_mut(words.max(1)).zip(places) {
            let square = problem.square(place);
            for (index, &goal) in all.iter().enumerate() {
                if problem.distances.least_distance(square, goal).is_some() {
                    row[index / 64] |= 1 << (index % 64);
                }
            }
        }
        GoalReach { places, words, goals }
    }

    fn of(&self, index: usize) -> &[u64] {
        &self.goals[index * self.words..][..self.words]
    }

    /// The places from which a box can reach no goal but these.
    fn inside<const N: usize>(&self, wanted: &[u64]) -> Bits<N> {
        let is_inside = |index: &usize| {
            self.of(*index).iter().zip(wanted).all(|(goals, wanted)| goals & !wanted == 0)
        };
        (0..self.places.len()).filter(is_inside).map(|index| self.places[index]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrival, Capacities, Detector};
    use crate::problem::Problem;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    #[test]
    fn a_wall_with_one_goal_holds_one_box() {
        let picture = "
            ########
            #  .   #
            # $ $  #
            #    . #
            #@     #
            ########";
        let (board, state) = position_in(picture, Rules::OFFICIAL);
        let problem = Problem::<2>::new(&board, &state, 1 << 20, &mut || true).expect("solvable");
        let mut capacities = Capacities::new(&problem);
        let place = |x, y| problem.field.place(board.square_at(x, y).expect("floor"));
        let on_wall = [place(2, 1), place(4, 1)].into_iter().collect();
        let keeper = place(1, 4);
        let arrival = Arrival { to: place(4, 1), boxes: &on_wall, keeper };
        assert!(capacities.is_dead(&problem, arrival));
        let apart = [place(2, 1), place(4, 2)].into_iter().collect();
        let arrival = Arrival { to: place(4, 2), boxes: &apart, keeper };
        assert!(!capacities.is_dead(&problem, arrival));
    }
}
