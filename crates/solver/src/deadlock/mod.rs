//! Proofs that a state cannot be solved, fast enough for the inner loops.

pub(crate) mod corral;
pub(crate) mod freeze;
pub(crate) mod pairs;
pub(crate) mod patterns;
