//! Deadlock detectors: proofs that a state cannot be solved, fast enough for the inner loops.
//!
//! A detector implements [`Detector`]. Its contract says on which levels its proofs hold, and tests
//! compare every state that it calls dead with exhaustive search. Searches ask the detectors
//! through one bundle, `Detectors`. `box_subset`, `freeze` and `relaxed` are building blocks of
//! detectors. `lost_boxes` counts lost boxes and only guesses. `pull_freeze`, `pull_pairs` and
//! `pull_triples` are for backward searches, which share the tables of the last two
//! (`unreachable`); `pull_groups` is the search that fills them.

use sokolab_field::{Bits, Place};

use crate::contract::Contract;
use crate::problem::Problem;

pub(crate) mod box_subset;
pub(crate) mod capacity;
pub(crate) mod corral;
pub(crate) mod crowded;
pub(crate) mod dead_core;
pub(crate) mod detectors;
pub(crate) mod freeze;
pub(crate) mod groundwork;
pub(crate) mod lost_boxes;
pub(crate) mod pairs;
pub(crate) mod patterns;
pub(crate) mod pull_freeze;
mod pull_groups;
pub(crate) mod pull_pairs;
pub(crate) mod pull_triples;
pub(crate) mod relaxed;
pub(crate) mod stalled;
#[cfg(test)]
mod test_states;
pub(crate) mod triples;
pub(crate) mod unreachable;

/// A technique that proves states dead.
pub(crate) trait Detector<const N: usize> {
    /// On which levels a verdict is a proof. A detector keeps every solution.
    const CONTRACT: Contract;

    /// What it is asked about: a state and whatever else it needs.
    type Question<'a>;

    /// Whether the state is proved dead; `false` says nothing.
    fn is_dead(&mut self, problem: &Problem<'_, N>, question: Self::Question<'_>) -> bool;

    /// The memory of its tables, in bytes.
    fn bytes(&self) -> u64;
}

/// A state in which a box has just arrived somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<'a, const N: usize> {
    /// The place of the box after the push.
    pub(crate) to: Place,
    pub(crate) boxes: &'a Bits<N>,
    pub(crate) keeper: Place,
}
