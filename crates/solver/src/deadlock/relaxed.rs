//! Relaxed search: a few boxes alone on the board, some of which are taken off on the way.
//!
//! If the boxes cannot all be brought to goals although some are taken off along the way, every
//! state that contains them is dead: deleting boxes from a solution would give a relaxed one. Boxes
//! are dropped from a refuted set one by one as long as it stays refuted; the rest is learned as a
//! pattern. The level must be classical.

use super::box_subset::{BoxSubset, subset_pushes};
use super::patterns::Patterns;
use crate::memory::hash::FixedSet;
use crate::problem::Problem;
use sokolab_field::Bits;

/// Decides which boxes stay on the board.
pub(crate) trait Relaxation<const N: usize> {
    /// The most nodes that a search may expand.
    const EFFORT: usize;

    /// The boxes that stay, and the keeper's region among them.
    fn rest(&self, problem: &Problem<'_, N>, few: BoxSubset<N>) -> (Bits<N>, Bits<N>);
}

/// The search, which reuses its memory.
#[derive(Debug)]
pub(crate) struct Relaxed<const N: usize> {
    seen: FixedSet<BoxSubset<N>>,
    queue: Vec<(Bits<N>, Bits<N>)>,
    pub(crate) nodes: u64,
    /// Traversals of the board that the current question may still take.
    walks: u32,
}

impl<const N: usize> Relaxed<N> {
    pub(crate) fn new() -> Relaxed<N> {
        Relaxed { seen: FixedSet::default(), queue: Vec::new(), nodes: 0, walks: 0 }
    }

    pub(crate) fn search_bytes(&self) -> u64 {
        let seen = self.seen.capacity() * (size_of::<BoxSubset<N>>() + 1);
        (seen + self.queue.capacity() * size_of::<(Bits<N>, Bits<N>)>()) as u64
    }

    /// Whether the boxes can be proved dead. Learns the reason.
    pub(crate) fn refute<R: Relaxation<N>>(
        &mut self,
        problem: &Problem<'_, N>,
        patterns: &mut Patterns<N>,
        mut few: BoxSubset<N>,
        relaxation: &R,
    ) -> bool {
        self.walks = problem.walks_max();
        if !self.refutes(problem, patterns, few, relaxation) {
            return false;
        }
        for place in few.boxes.iter() {
            let mut fewer = few;
            fewer.boxes.remove(place);
            let fewer =
                BoxSubset::in_region(fewer.boxes, &fewer.region(&problem.field), few.keeper);
            if self.refutes(problem, patterns, fewer, relaxation) {
                few = fewer;
            }
        }
        patterns.learn(few.boxes, few.region(&problem.field));
        true
    }

    /// Whether the relaxed search is exhausted without all boxes on goals.
    fn refutes<R: Relaxation<N>>(
        &mut self,
        problem: &Problem<'_, N>,
        patterns: &Patterns<N>,
        start: BoxSubset<N>,
        relaxation: &R,
    ) -> bool {
        self.seen.clear();
        self.queue.clear();
        if !self.reach(problem, start, relaxation) {
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
            for push in subset_pushes(problem, patterns, boxes, region) {
                let after = BoxSubset { boxes: push.boxes, keeper: push.from };
                if !self.reach(problem, after, relaxation) {
                    return false;
                }
            }
        }
        true
    }

    /// Adds a state without the boxes that are taken off. Returns `false` if the rest is on goals
    /// or the traversals are used up.
    fn reach<R: Relaxation<N>>(
        &mut self,
        problem: &Problem<'_, N>,
        few: BoxSubset<N>,
        relaxation: &R,
    ) -> bool {
        self.walks = self.walks.saturating_sub(1);
        if self.walks == 0 {
            return false;
        }
        let (rest, region) = relaxation.rest(problem, few);
        if rest.is_subset(&problem.field.goals) {
            return false;
        }
        if self.seen.insert(BoxSubset::in_region(rest, &region, few.keeper)) {
            self.queue.push((rest, region));
        }
        true
    }
}
