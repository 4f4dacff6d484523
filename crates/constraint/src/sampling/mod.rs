//! Sampling: random pushes, and Monte Carlo tree search.

mod live;
pub(crate) mod random;
pub(crate) mod tree;
