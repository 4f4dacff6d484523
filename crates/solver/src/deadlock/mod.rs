//! Proofs that a state cannot be solved, fast enough for the inner loops.

pub(crate) mod capacity;
pub(crate) mod corral;
pub(crate) mod crowded;
pub(crate) mod few;
pub(crate) mod freeze;
pub(crate) mod groundwork;
pub(crate) mod losses;
pub(crate) mod pairs;
pub(crate) mod patterns;
pub(crate) mod pull_freeze;
pub(crate) mod pull_pairs;
pub(crate) mod relaxed;
pub(crate) mod stalled;
#[cfg(test)]
mod test_states;
pub(crate) mod triples;
