//! Hotspots: boxes that keep other boxes from goals.
//!
//! A box is a hotspot for another box if, with the first as a wall, the other can reach fewer goals
//! than on the empty board. Which squares a box blocks is computed when a box first stands on its
//! square.

use super::reach::hauled;
use crate::problem::Problem;
use sokolab_field::{Bits, Haul, Macros};

/// For a box on each place, the places from which it keeps a box from some goal.
#[derive(Debug)]
pub(crate) struct Hotspots<const N: usize> {
    blocked: Vec<Option<Box<Bits<N>>>>,
    /// The number of goals that a lone box at each place can reach.
    goals: Option<Vec<u16>>,
}

impl<const N: usize> Hotspots<N> {
    pub(crate) fn new() -> Hotspots<N> {
        Hotspots { blocked: vec![None; N * 64], goals: None }
    }

    pub(crate) fn bytes(&self) -> u64 {
        let known = self.blocked.iter().flatten().count();
        (known * size_of::<Bits<N>>() + self.blocked.len() * 8) as u64
    }

    /// The number of boxes off the goals that are hotspots for other boxes off the goals.
    pub(crate) fn count(
        &mut self,
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        boxes: &Bits<N>,
    ) -> usize {
        let away = *boxes & !problem.field.goals;
        // A new place costs a traversal of the board for every goal.
        if problem.is_vast() || away.len() < 2 {
            return 0;
        }
        let is_hot = |place: &u16| {
            let place = *place;
            let goals = &mut self.goals;
            let find = || Box::new(blocked_by(problem, macros, goals, place));
            self.blocked[usize::from(place)].get_or_insert_with(find).intersects(&away)
        };
        away.iter().filter(is_hot).count()
    }
}

fn blocked_by<const N: usize>(
    problem: &Problem<'_, N>,
    macros: &mut Macros<N>,
    goals: &mut Option<Vec<u16>>,
    place: u16,
) -> Bits<N> {
    let goals = goals.get_or_insert_with(|| goals_from(problem, macros, &Bits::EMPTY));
    let fewer = goals_from(problem, macros, &Bits::of(place));
    let floor = problem.live.iter();
    let is_blocked = |&it: &u16| fewer[usize::from(it)] < goals[usize::from(it)];
    let mut blocked: Bits<N> = floor.filter(is_blocked).collect();
    blocked.remove(place);
    blocked
}

/// By place, the number of goals that a lone box there can reach among `walls`.
fn goals_from<const N: usize>(
    problem: &Problem<'_, N>,
    macros: &mut Macros<N>,
    walls: &Bits<N>,
) -> Vec<u16> {
    let mut counts = vec![0; N * 64];
    for goal in (problem.field.goals & !*walls).iter() {
        for place in hauled(problem, macros, Haul::Pull, goal, walls).iter() {
            counts[usize::from(place)] += 1;
        }
    }
    counts
}
