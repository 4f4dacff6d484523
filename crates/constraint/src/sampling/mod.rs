//! Sampling: random pushes, and Monte Carlo tree search.

mod inference;
mod live_pushes;
pub(crate) mod random;
mod steps;
pub(crate) mod tree;
