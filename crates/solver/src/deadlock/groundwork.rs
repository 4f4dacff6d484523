//! Groundwork: goals that must already be filled, because their boxes cannot have come last.
//!
//! With the frozen boxes as walls, the other boxes are pulled from the goals. A box that has been
//! pulled far enough is taken off the board. If the box on a goal is never pulled in any position
//! of this search, that goal must hold a box now: play any solution backwards from its end and
//! leave out the boxes that were taken off (Festival's k-distance lemma). Results are cached by the
//! set of frozen boxes.

use super::Detector;
use super::box_subset::BoxSubset;
use crate::contract::{Contract, Keeps, Needs};
use crate::memory::hash::{FixedMap, FixedSet};
use crate::problem::Problem;
use sokolab_field::{Around, Bits, Haul, Macros, Parts};

/// The number of pulls after which a box is usually taken off.
const FAR: u16 = 5;

/// The most positions that one search may visit.
const EFFORT: usize = 200;

/// The most sets of frozen boxes for which the result is cached.
const SETS_MAX: usize = 1 << 14;

/// Boxes that may be expanded before the detector has to pay for itself.
const FIRST_CREDIT: i64 = 20_000;
/// The credit added by each question and by each proof.
const CREDIT_OF_LOOK: i64 = 10;
const CREDIT_OF_PROOF: i64 = 200;

/// The detector. Caches the goals that must hold a box, by the set of frozen boxes.
#[derive(Debug)]
pub(crate) struct Groundwork<const N: usize> {
    musts: FixedMap<Bits<N>, Bits<N>>,
    seen: FixedSet<BoxSubset<N>>,
    stack: Vec<BoxSubset<N>>,
    credit: i64,
    /// The number of pulls after which a box is taken off.
    far: u16,
}

impl<const N: usize> Groundwork<N> {
    pub(crate) fn new() -> Groundwork<N> {
        Groundwork {
            musts: FixedMap::default(),
            seen: FixedSet::default(),
            stack: Vec::new(),
            credit: FIRST_CREDIT,
            far: FAR,
        }
    }

    /// The goals whose boxes are never pulled; empty if the search takes too long.
    fn search(
        &mut self,
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        still: &Bits<N>,
    ) -> Bits<N> {
        let goals = problem.field.goals;
        let mut must = goals & !*still;
        self.seen.clear();
        self.stack.clear();
        for keeper in Parts::new(&problem.field, &goals).firsts() {
            self.reach(BoxSubset { boxes: must, keeper });
        }
        let mut looked_at = 0;
        while let Some(position) = self.stack.pop() {
            must &= position.boxes;
            looked_at += 1;
            if must.is_empty() || looked_at > EFFORT {
                return Bits::EMPTY;
            }
            self.expand(problem, macros, still, position);
        }
        must
    }

    fn reach(&mut self, position: BoxSubset<N>) {
        if self.seen.insert(position) {
            self.stack.push(position);
        }
    }

    /// Takes a box off if one can be; otherwise pulls every box to every place it can reach.
    fn expand(
        &mut self,
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        still: &Bits<N>,
        position: BoxSubset<N>,
    ) {
        let (field, BoxSubset { boxes, keeper }) = (&problem.field, position);
        let first = self.stack.len();
        for from in boxes.iter() {
            let mut others = boxes;
            others.remove(from);
            let all = others | *still;
            self.credit -= 1;
            let none = Bits::EMPTY;
            let around =
                Around { field, others: &all, holes: &none, lands: &problem.lands, ends: &none };
            macros.find_by(Haul::Pull, &around, from, keeper);
            macros.find_lowest();
            let tree = macros.tree();
            for stop in macros.stops().iter().filter(|it| it.way.is_some()) {
                let is_far = stop.pushes >= self.far;
                let mut after = others;
                let lowest = if is_far {
                    tree.lowest()
                } else {
                    after.insert(stop.place);
                    tree.lowest_beside(field, stop.place, stop.side)
                };
                let position = BoxSubset { boxes: after, keeper: lowest.unwrap_or(keeper) };
                if is_far && tree.has(keeper) {
                    // Everything that can be done with the box in place can be done without it.
                    self.stack.truncate(first);
                    self.reach(position);
                    return;
                }
                self.reach(position);
            }
        }
    }
}

/// A state with the boxes in it that are frozen.
#[derive(Debug)]
pub(crate) struct PackedState<'a, const N: usize> {
    pub(crate) boxes: &'a Bits<N>,
    /// The frozen boxes.
    pub(crate) still: &'a Bits<N>,
    /// Finds the pulls of a box.
    pub(crate) macros: &'a mut Macros<N>,
}

impl<const N: usize> Detector<N> for Groundwork<N> {
    const CONTRACT: Contract =
        Contract { needs: Needs::ONE_BOX_FOR_EACH_GOAL, keeps: Keeps::FewestMoves };

    type Question<'a> = PackedState<'a, N>;

    /// Whether a goal that must hold a box by now is empty.
    fn is_dead(&mut self, problem: &Problem<'_, N>, packing: PackedState<'_, N>) -> bool {
        let PackedState { boxes, still, macros } = packing;
        if problem.is_vast() {
            return false;
        }
        self.credit += CREDIT_OF_LOOK;
        let must = match self.musts.get(still) {
            Some(&must) => must,
            None if self.credit <= 0 || self.musts.len() >= SETS_MAX => return false,
            None => {
                let must = self.search(problem, macros, still);
                self.musts.insert(*still, must);
                must
            }
        };
        let is_dead = !must.is_subset(boxes);
        self.credit += if is_dead { CREDIT_OF_PROOF } else { 0 };
        is_dead
    }

    fn bytes(&self) -> u64 {
        let positions = self.seen.capacity() + self.stack.capacity();
        let musts = self.musts.capacity() * (2 * size_of::<Bits<N>>() + 1);
        (musts + positions * (size_of::<BoxSubset<N>>() + 1)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Detector, FAR, Groundwork, PackedState};
    use crate::deadlock::freeze::frozen;
    use crate::deadlock::test_states::count_dead;
    use sokolab_field::Macros;

    /// The number of states rightly called dead if boxes are taken off after `far` pulls.
    fn dead_if(far: u16) -> usize {
        count_dead(
            &Groundwork::<4>::CONTRACT,
            |_| Some((Groundwork { far, ..Groundwork::new() }, Macros::new())),
            |(groundwork, macros), problem, boxes, _| {
                let still = frozen(&problem.field, boxes, &problem.lands);
                still.is_subset(&problem.homes)
                    && groundwork.is_dead(problem, PackedState { boxes, still: &still, macros })
            },
        )
    }

    #[test]
    fn no_state_that_can_be_solved_is_called_dead() {
        let dead = [2, FAR, u16::MAX].map(dead_if);
        assert!(dead.is_sorted(), "{dead:?}");
        assert!(dead[2] > 10, "{dead:?}");
    }
}
