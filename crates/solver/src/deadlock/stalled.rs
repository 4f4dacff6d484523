//! Why a search gets nowhere: the boxes that keep it from going on, alone on the board.
//!
//! When many states have been looked at below one and nothing has come of it, the boxes that the
//! keeper can push along both axes are taken off the board, again and again, until none is left or
//! each of the rest is in the way of another. If these cannot all be brought to goals, though every
//! box that comes loose on the way is taken off too, the state is dead: from any solution delete
//! the other boxes. What is left after dropping boxes one by one is learned as a pattern.
//! (Festival's "two-axis" lemma and its learning from stalled subtrees.) Keeps everything; every
//! box must be needed, and keeper and boxes go along rows and columns.

use super::few::pushes_of_few;
use super::patterns::Patterns;
use crate::memory::hash::FixedSet;
use crate::problem::Problem;
use crate::space::bits::Bits;
use crate::space::field::{Field, Place};

/// States that a search may expand.
const EFFORT: usize = 400;

/// Sets of more boxes are not searched.
const BOXES_MAX: usize = 14;

/// Learns patterns from states below which a search has stalled.
#[derive(Debug)]
pub(crate) struct Stalled<const N: usize> {
    seen: FixedSet<(Bits<N>, Place)>,
    queue: Vec<(Bits<N>, Bits<N>)>,
    pub(crate) nodes: u64,
}

impl<const N: usize> Stalled<N> {
    pub(crate) fn new() -> Stalled<N> {
        Stalled { seen: FixedSet::default(), queue: Vec::new(), nodes: 0 }
    }

    /// Whether a state can be proved dead; why is learned.
    pub(crate) fn is_dead(
        &mut self,
        problem: &Problem<'_, N>,
        patterns: &mut Patterns<N>,
        (boxes, keeper): (&Bits<N>, Place),
    ) -> bool {
        let (mut few, region) = without_loose(problem, *boxes, keeper);
        if few.len() > BOXES_MAX || few.is_subset(&problem.field.goals) {
            return false;
        }
        let mut keeper = region.first().unwrap_or(keeper);
        if !self.refutes(problem, patterns, few, keeper) {
            return false;
        }
        for place in few.iter() {
            let mut fewer = few;
            fewer.remove(place);
            let region = problem.field.region(keeper, &fewer, &Bits::EMPTY);
            let first = region.first().unwrap_or(keeper);
            if self.refutes(problem, patterns, fewer, first) {
                (few, keeper) = (fewer, first);
            }
        }
        patterns.learn(few, problem.field.region(keeper, &few, &Bits::EMPTY));
        true
    }

    /// Whether boxes cannot be brought to goals, even if loose ones are taken away.
    fn refutes(
        &mut self,
        problem: &Problem<'_, N>,
        patterns: &Patterns<N>,
        boxes: Bits<N>,
        keeper: Place,
    ) -> bool {
        self.seen.clear();
        self.queue.clear();
        if !self.reach(problem, boxes, keeper) {
            return false;
        }
        let mut next = 0;
        while next < self.queue.len() {
            if next >= EFFORT {
                return false;
            }
            let (boxes, region) = self.queue[next];
            next += 1;
            self.nodes += 1;
            for push in pushes_of_few(problem, patterns, boxes, region) {
                if !self.reach(problem, push.boxes, push.from) {
                    return false;
                }
            }
        }
        true
    }

    /// Puts a state in, without its loose boxes; `false` if the rest is home.
    fn reach(&mut self, problem: &Problem<'_, N>, boxes: Bits<N>, keeper: Place) -> bool {
        let (few, region) = without_loose(problem, boxes, keeper);
        if few.is_subset(&problem.field.goals) {
            return false;
        }
        if self.seen.insert((few, region.first().unwrap_or(keeper))) {
            self.queue.push((few, region));
        }
        true
    }
}

/// The boxes that cannot be pushed along both axes when those that can are gone, and the keeper's
/// region among them.
fn without_loose<const N: usize>(
    problem: &Problem<'_, N>,
    mut boxes: Bits<N>,
    keeper: Place,
) -> (Bits<N>, Bits<N>) {
    let field = &problem.field;
    loop {
        let region = field.region(keeper, &boxes, &Bits::EMPTY);
        let loose = loose(field, &boxes, &region, &problem.lands);
        if loose.is_empty() {
            return (boxes, region);
        }
        boxes &= !loose;
    }
}

/// The boxes that the keeper can push along both axes at once.
fn loose<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    region: &Bits<N>,
    lands: &Bits<N>,
) -> Bits<N> {
    let open = *lands & !*boxes;
    let along = |by: usize| {
        let (up, down) = (region.up(by) & open.down(by), region.down(by) & open.up(by));
        (up | down) & *boxes
    };
    along(1) & along(field.stride)
}

#[cfg(test)]
mod tests {
    use super::Stalled;
    use crate::deadlock::patterns::Patterns;
    use crate::deadlock::test_states::count_dead;

    #[test]
    fn no_state_that_can_be_solved_is_called_dead() {
        let dead = count_dead(
            |_| Some((Stalled::new(), Patterns::new())),
            |(stalled, patterns), problem, boxes, keeper| {
                boxes.iter().any(|it| patterns.is_dead(it, boxes, keeper))
                    || stalled.is_dead(problem, patterns, (boxes, keeper))
            },
        );
        assert!(dead > 100, "{dead}");
    }
}
