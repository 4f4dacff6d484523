//! Learns why a search stalls: the boxes that block it, searched alone on the board.
//!
//! When many nodes below a state have led to nothing, the boxes that the keeper can push along both
//! axes are taken off the board repeatedly, until none is left or each of the rest is blocked by
//! another. The same applies to every box that comes loose during the search. (Festival's
//! "two-axis" lemma and its learning from stalled subtrees.)

use super::Detector;
use super::box_subset::BoxSubset;
use super::patterns::Patterns;
use super::relaxed::{Relaxation, Relaxed};
use crate::contract::Contract;
use crate::problem::Problem;
use sokolab_field::{Bits, Field, Place};

/// Larger sets are not searched.
const BOXES_MAX: usize = 14;

/// Takes off the boxes that can be pushed along both axes.
#[derive(Clone, Copy, Debug)]
struct WithoutLoose;

impl<const N: usize> Relaxation<N> for WithoutLoose {
    const EFFORT: usize = 400;

    /// The boxes that remain after repeatedly removing those that can be pushed along both axes.
    fn rest(&self, problem: &Problem<'_, N>, mut few: BoxSubset<N>) -> (Bits<N>, Bits<N>) {
        let field = &problem.field;
        loop {
            let region = few.region(field);
            let loose = loose(field, &few.boxes, &region, &problem.lands);
            if loose.is_empty() {
                return (few.boxes, region);
            }
            few.boxes &= !loose;
        }
    }
}

/// A state below which a search has stalled.
#[derive(Debug)]
pub(crate) struct Stall<'a, const N: usize> {
    pub(crate) boxes: &'a Bits<N>,
    pub(crate) keeper: Place,
    /// Receives the reason.
    pub(crate) learned: &'a mut Patterns<N>,
}

impl<const N: usize> Detector<N> for Relaxed<N> {
    const CONTRACT: Contract = Contract::CLASSICAL_PROOF;

    type Question<'a> = Stall<'a, N>;

    fn is_dead(&mut self, problem: &Problem<'_, N>, stall: Stall<'_, N>) -> bool {
        let all = BoxSubset { boxes: *stall.boxes, keeper: stall.keeper };
        let (few, region) = WithoutLoose.rest(problem, all);
        if few.len() > BOXES_MAX || few.is_subset(&problem.field.goals) {
            return false;
        }
        let few = BoxSubset::in_region(few, &region, stall.keeper);
        self.refute(problem, stall.learned, few, &WithoutLoose)
    }

    fn bytes(&self) -> u64 {
        self.search_bytes()
    }
}

/// The boxes that the keeper can push along both axes.
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
    use super::{Detector, Relaxed, Stall};
    use crate::deadlock::Arrival;
    use crate::deadlock::patterns::Patterns;
    use crate::deadlock::test_states::count_dead;

    #[test]
    fn no_state_that_can_be_solved_is_called_dead() {
        let dead = count_dead(
            &Relaxed::<4>::CONTRACT,
            |_| Some((Relaxed::new(), Patterns::new())),
            |(relaxed, learned), problem, boxes, keeper| {
                boxes.iter().any(|to| learned.proves(Arrival { to, boxes, keeper }))
                    || relaxed.is_dead(problem, Stall { boxes, keeper, learned })
            },
        );
        assert!(dead > 100, "{dead}");
    }
}
