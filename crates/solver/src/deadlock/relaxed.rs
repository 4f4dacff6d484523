//! A few boxes alone on the board, some of which are taken off when they are out of the way.
//!
//! If they cannot all be brought to goals, though boxes are taken off all the time, every state
//! that contains them is dead: from any solution delete the other boxes. What is left after
//! dropping boxes one by one is learned as a pattern. The level must be classical.

use super::few::pushes_of_few;
use super::patterns::Patterns;
use crate::memory::hash::FixedSet;
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// Which boxes stay on the board.
pub(crate) trait Relaxation<const N: usize> {
    /// States that a search may expand.
    const EFFORT: usize;

    /// The boxes that stay, and the keeper's region among them.
    fn rest(&self, problem: &Problem<'_, N>, boxes: Bits<N>, keeper: Place) -> (Bits<N>, Bits<N>);
}

/// The search.
#[derive(Debug)]
pub(crate) struct Relaxed<const N: usize> {
    seen: FixedSet<(Bits<N>, Place)>,
    queue: Vec<(Bits<N>, Bits<N>)>,
    pub(crate) nodes: u64,
    /// Walks over the board that the question at hand may still take.
    walks: u32,
}

impl<const N: usize> Relaxed<N> {
    pub(crate) fn new() -> Relaxed<N> {
        Relaxed { seen: FixedSet::default(), queue: Vec::new(), nodes: 0, walks: 0 }
    }

    pub(crate) fn search_bytes(&self) -> u64 {
        let seen = self.seen.capacity() * (size_of::<(Bits<N>, Place)>() + 1);
        (seen + self.queue.capacity() * size_of::<(Bits<N>, Bits<N>)>()) as u64
    }

    /// Whether boxes can be proved dead; why is learned.
    pub(crate) fn refute<R: Relaxation<N>>(
        &mut self,
        problem: &Problem<'_, N>,
        patterns: &mut Patterns<N>,
        (mut few, mut keeper): (Bits<N>, Place),
        relaxation: &R,
    ) -> bool {
        self.walks = problem.walks_max();
        if !self.refutes(problem, patterns, (few, keeper), relaxation) {
            return false;
        }
        for place in few.iter() {
            let mut fewer = few;
            fewer.remove(place);
            let region = problem.field.region(keeper, &fewer, &Bits::EMPTY);
            let first = region.first().unwrap_or(keeper);
            if self.refutes(problem, patterns, (fewer, first), relaxation) {
                (few, keeper) = (fewer, first);
            }
        }
        patterns.learn(few, problem.field.region(keeper, &few, &Bits::EMPTY));
        true
    }

    /// Whether boxes cannot be brought to goals, even if some are taken away.
    fn refutes<R: Relaxation<N>>(
        &mut self,
        problem: &Problem<'_, N>,
        patterns: &Patterns<N>,
        (boxes, keeper): (Bits<N>, Place),
        relaxation: &R,
    ) -> bool {
        self.seen.clear();
        self.queue.clear();
        if !self.reach(problem, (boxes, keeper), relaxation) {
            return false;
        }
        let mut next = 0;
        while next < self.queue.len() {
            if next >= R::EFFORT {
                return false;
            }
            let (boxes, region) = self.queue[next];
            next += 1;
            self.nodes += 1;
            for push in pushes_of_few(problem, patterns, boxes, region) {
                if !self.reach(problem, (push.boxes, push.from), relaxation) {
                    return false;
                }
            }
        }
        true
    }

    /// Puts a state in, without the boxes that are taken off; `false` if the rest is home, or
    /// nothing more may be spent.
    fn reach<R: Relaxation<N>>(
        &mut self,
        problem: &Problem<'_, N>,
        (boxes, keeper): (Bits<N>, Place),
        relaxation: &R,
    ) -> bool {
        self.walks = self.walks.saturating_sub(1);
        if self.walks == 0 {
            return false;
        }
        let (few, region) = relaxation.rest(problem, boxes, keeper);
        if few.is_subset(&problem.field.goals) {
            return false;
        }
        if self.seen.insert((few, region.first().unwrap_or(keeper))) {
            self.queue.push((few, region));
        }
        true
    }
}
