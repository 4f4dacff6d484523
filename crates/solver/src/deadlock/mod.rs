//! Detectors: proofs that a state cannot be solved, fast enough for the inner loops.
//!
//! A detector implements [`Detector`]: its contract says on which levels its proofs hold, and tests
//! compare every state that it calls dead with exhaustive search. A search asks them through one
//! bundle, `Detectors`. Detectors are built from `few`, `freeze` and `relaxed`. `lost_boxes` counts
//! lost boxes and only presumes. `pull_freeze` and `pull_pairs` are for searches backwards.

use sokolab_field::{Bits, Place};

use crate::contract::Contract;
use crate::problem::Problem;

pub(crate) mod capacity;
pub(crate) mod corral;
pub(crate) mod crowded;
pub(crate) mod dead_core;
pub(crate) mod detectors;
pub(crate) mod few;
pub(crate) mod freeze;
pub(crate) mod groundwork;
pub(crate) mod lost_boxes;
pub(crate) mod pairs;
pub(crate) mod patterns;
pub(crate) mod pull_freeze;
pub(crate) mod pull_pairs;
pub(crate) mod relaxed;
pub(crate) mod stalled;
#[cfg(test)]
mod test_states;
pub(crate) mod triples;

/// A proof technique that calls states dead.
pub(crate) trait Detector<const N: usize> {
    /// On which levels a verdict is a proof. Detectors keep everything.
    const CONTRACT: Contract;

    /// What it is asked about: a state, and what else it looks at.
    type Question<'a>;

    /// Whether the state is proved dead; `false` says nothing.
    fn is_dead(&mut self, problem: &Problem<'_, N>, question: Self::Question<'_>) -> bool;

    /// Bytes that its tables take.
    fn bytes(&self) -> u64;
}

/// A state that a box has just come to a place in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<'a, const N: usize> {
    /// Where the box is now.
    pub(crate) to: Place,
    pub(crate) boxes: &'a Bits<N>,
    pub(crate) keeper: Place,
}
