//! Sampling: random pushes, and Monte Carlo tree search.

mod inference;
mod live;
pub(crate) mod random;
mod steps;
pub(crate) mod tree;
