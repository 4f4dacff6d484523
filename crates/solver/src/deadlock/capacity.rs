//! Capacity sets: places that may hold so many boxes and no more.
//!
//! Boxes on places from which only certain goals can be reached must all end on those goals, so
//! there may be no more of them than goals: behind a wall, in a niche, in a room that nothing
//! leaves. The bound by matching finds that too, but a count is had for the price of a few words.
//! Keeps everything; every box must be needed, and boxes stay on goals.

use sokolab_core::GoalKind;

use crate::memory::hash::FixedSet;
use crate::problem::Problem;
use crate::space::bits::Bits;
use crate::space::field::Place;

/// More sets than these cost more than they save.
const SETS_MAX: usize = 64;

/// The sets, by the places they hold.
#[derive(Clone, Debug)]
pub(crate) struct Capacities<const N: usize> {
    sets: Vec<(Bits<N>, usize)>,
    at: Vec<Vec<u8>>,
}

impl<const N: usize> Capacities<N> {
    /// The sets of a level; none where boxes may be lost or vanish.
    pub(crate) fn new(problem: &Problem<'_, N>) -> Capacities<N> {
        let mut result = Capacities { sets: Vec::new(), at: vec![Vec::new(); N * 64] };
        let keeps = problem.field.goal_kind() == GoalKind::Keep;
        if !keeps || !problem.is_classical() || !problem.is_small() {
            return result;
        }
        let goals = problem.distances.goals();
        let reach: Vec<(Place, Bits<N>)> = problem
            .keys
            .places()
            .iter()
            .map(|&place| {
                let square = problem.square(place);
                let near = goals
                    .iter()
                    .filter(|&&goal| problem.distances.least_distance(square, goal).is_some());
                (place, near.map(|&goal| problem.field.place(goal)).collect())
            })
            .collect();
        let mut known = FixedSet::default();
        for (_, wanted) in &reach {
            let count = wanted.len();
            let is_new = known.insert(*wanted);
            if !is_new || count >= problem.start.boxes.len() || result.sets.len() == SETS_MAX {
                continue;
            }
            let inside = |(_, goals): &&(Place, Bits<N>)| goals.is_subset(wanted);
            let places: Bits<N> = reach.iter().filter(inside).map(|it| it.0).collect();
            if places.len() > count {
                for place in places.iter() {
                    result.at[usize::from(place)].push(result.sets.len() as u8);
                }
                result.sets.push((places, count));
            }
        }
        result
    }

    /// Whether a box that came to `place` is one too many for a set.
    #[inline]
    pub(crate) fn is_dead(&self, place: Place, boxes: &Bits<N>) -> bool {
        self.at[usize::from(place)].iter().any(|&index| {
            let (places, capacity) = &self.sets[usize::from(index)];
            (*places & *boxes).len() > *capacity
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Capacities;
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
        let capacities = Capacities::new(&problem);
        let place = |x, y| problem.field.place(board.square_at(x, y).expect("floor"));
        let on_wall = [place(2, 1), place(4, 1)].into_iter().collect();
        assert!(capacities.is_dead(place(4, 1), &on_wall));
        let apart = [place(2, 1), place(4, 2)].into_iter().collect();
        assert!(!capacities.is_dead(place(4, 2), &apart));
    }
}
