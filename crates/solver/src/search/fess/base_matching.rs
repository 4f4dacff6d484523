//! Which bases the boxes of a backward search could have come from, each box from one of its own.
//!
//! A state in which some box has no base left cannot occur in play. Before a box vanishes at a base
//! the rest must still match, and a state may have hundreds of such candidates. They share one
//! matching: taking a box and a base out of it leaves at most one box to match again.

use super::context::Context;
use super::state::FessState;
use sokolab_field::{Bits, Place};

/// A base for every box of a state.
#[derive(Debug)]
pub(crate) struct BaseMatching {
    bases: Vec<Place>,
    boxes: Vec<Place>,
    /// By box, the bases that it could have come from.
    origins: Vec<Vec<usize>>,
    /// By base, the box that is matched with it.
    owners: Vec<Option<usize>>,
    /// By base, the last traversal that has visited it.
    visited: Vec<u32>,
    traversal: u32,
}

impl BaseMatching {
    /// Matches the boxes of a state with the bases that are left; `None` if there are too few.
    pub(crate) fn new<const N: usize>(
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        bases: &Bits<N>,
    ) -> Option<BaseMatching> {
        let bases: Vec<Place> = (*bases & !state.spent).iter().collect();
        let boxes: Vec<Place> = state.boxes.iter().collect();
        let mut origins: Vec<Vec<usize>> = vec![Vec::new(); boxes.len()];
        for (index, &base) in bases.iter().enumerate() {
            let reach = *context.reach.of(context.problem, &mut context.macros, base);
            for (list, &place) in origins.iter_mut().zip(&boxes) {
                if reach.contains(place) {
                    list.push(index);
                }
            }
        }
        BaseMatching::of(boxes, bases, origins)
    }

    fn of(boxes: Vec<Place>, bases: Vec<Place>, origins: Vec<Vec<usize>>) -> Option<BaseMatching> {
        let (owners, visited) = (vec![None; bases.len()], vec![0; bases.len()]);
        let count = boxes.len();
        let mut matching = BaseMatching { bases, boxes, origins, owners, visited, traversal: 0 };
        for index in 0..count {
            matching.traversal += 1;
            if !matching.augment(index) {
                return None;
            }
        }
        Some(matching)
    }

    /// Finds a base for a box, at whose expense others may change theirs.
    fn augment(&mut self, index: usize) -> bool {
        let free = self.origins[index].iter().find(|&&base| self.owners[base].is_none());
        if let Some(&base) = free {
            self.owners[base] = Some(index);
            return true;
        }
        for number in 0..self.origins[index].len() {
            let base = self.origins[index][number];
            if std::mem::replace(&mut self.visited[base], self.traversal) == self.traversal {
                continue;
            }
            if self.owners[base].is_some_and(|owner| self.augment(owner)) {
                self.owners[base] = Some(index);
                return true;
            }
        }
        false
    }

    /// Whether the others still match if the box at `from` vanishes at the base `at`.
    pub(crate) fn holds_without(&mut self, from: Place, at: Place) -> bool {
        let gone = self.boxes.iter().position(|&it| it == from);
        let (Some(gone), Some(used)) = (gone, self.bases.iter().position(|&it| it == at)) else {
            return false;
        };
        let Some(robbed) = self.owners[used].filter(|&owner| owner != gone) else { return true };
        self.traversal += 1;
        self.visited[used] = self.traversal;
        let mut pending = vec![robbed];
        while let Some(index) = pending.pop() {
            for &base in &self.origins[index] {
                if std::mem::replace(&mut self.visited[base], self.traversal) == self.traversal {
                    continue;
                }
                match self.owners[base].filter(|&owner| owner != gone) {
                    Some(owner) => pending.push(owner),
                    None => return true,
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::BaseMatching;
    use sokolab_core::testing::Chance;

    fn matching(origins: &[Vec<usize>], bases: usize) -> Option<BaseMatching> {
        let boxes = (0..origins.len() as u16).collect();
        BaseMatching::of(boxes, (0..bases as u16).collect(), origins.to_vec())
    }

    /// Tries every assignment.
    fn matches(origins: &[Vec<usize>], used: u32) -> bool {
        let Some((first, rest)) = origins.split_first() else { return true };
        first.iter().any(|&base| used & (1 << base) == 0 && matches(rest, used | (1 << base)))
    }

    #[test]
    fn it_agrees_with_trying_every_assignment() {
        let mut chance = Chance::new(5);
        let mut verdicts = [0; 4];
        for _ in 0..2_000 {
            let (boxes, spare) = (1 + chance.below(5), chance.below(2));
            let bases = boxes + spare;
            let row = |chance: &mut Chance| (0..bases).filter(|_| chance.below(2) == 0).collect();
            let origins: Vec<Vec<usize>> = (0..boxes).map(|_| row(&mut chance)).collect();
            let mut found = matching(&origins, bases);
            assert_eq!(found.is_some(), matches(&origins, 0), "{origins:?}");
            verdicts[usize::from(found.is_some())] += 1;
            let Some(found) = &mut found else { continue };
            for gone in 0..boxes {
                let mut rest = origins.clone();
                rest.remove(gone);
                for used in 0..bases {
                    let holds = found.holds_without(gone as u16, used as u16);
                    assert_eq!(holds, matches(&rest, 1 << used), "{origins:?}, {gone}, {used}");
                    verdicts[2 + usize::from(holds)] += 1;
                }
            }
        }
        assert!(verdicts.iter().all(|&count| count > 100), "{verdicts:?}");
    }
}
