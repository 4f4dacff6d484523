//! The core of a dead state: a minimal set of its boxes that cannot be solved alone.
//!
//! No box is taken off while the set is searched, so this settles only states with few pushes
//! left, such as those that a search from there has refuted. Boxes are then dropped one by one as
//! long as the rest is still dead. The remaining set is learned as a pattern, so it excludes every
//! state that contains it.

use super::Detector;
use super::box_subset::BoxSubset;
use super::patterns::Patterns;
use super::relaxed::{Relaxation, Relaxed};
use crate::contract::Contract;
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// Every box stays on the board.
#[derive(Clone, Copy, Debug)]
struct AllStay;

impl<const N: usize> Relaxation<N> for AllStay {
    const EFFORT: usize = 2_000;

    fn rest(&self, problem: &Problem<'_, N>, few: BoxSubset<N>) -> (Bits<N>, Bits<N>) {
        (few.boxes, few.region(&problem.field))
    }
}

/// Finds cores; it keeps nothing itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeadCore;

/// A state that is dead, or may be.
#[derive(Debug)]
pub(crate) struct Suspect<'a, const N: usize> {
    pub(crate) boxes: &'a Bits<N>,
    pub(crate) keeper: Place,
    /// The search to be used, and where its lemmas go.
    pub(crate) search: &'a mut Relaxed<N>,
    pub(crate) learned: &'a mut Patterns<N>,
}

impl<const N: usize> Detector<N> for DeadCore {
    const CONTRACT: Contract = Contract::CLASSICAL_PROOF;

    type Question<'a> = Suspect<'a, N>;

    fn is_dead(&mut self, problem: &Problem<'_, N>, suspect: Suspect<'_, N>) -> bool {
        let Suspect { boxes, keeper, search, learned } = suspect;
        search.refute(problem, learned, BoxSubset { boxes: *boxes, keeper }, &AllStay)
    }

    fn bytes(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::{DeadCore, Detector, Suspect};
    use crate::deadlock::Arrival;
    use crate::deadlock::patterns::Patterns;
    use crate::deadlock::relaxed::Relaxed;
    use crate::deadlock::test_states::count_dead;

    #[test]
    fn no_state_that_can_be_solved_is_called_dead() {
        let dead = count_dead(
            &<DeadCore as Detector<4>>::CONTRACT,
            |_| Some((Relaxed::new(), Patterns::new())),
            |(search, learned), problem, boxes, keeper| {
                boxes.iter().any(|to| learned.proves(Arrival { to, boxes, keeper }))
                    || DeadCore.is_dead(problem, Suspect { boxes, keeper, search, learned })
            },
        );
        assert!(dead > 100, "{dead}");
    }
}
