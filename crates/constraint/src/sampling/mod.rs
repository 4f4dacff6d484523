//! Solutions by chance: pushes drawn by lot, and a tree of pushes that remembers how they went.

mod live;
mod priors;
pub(crate) mod random;
pub(crate) mod tree;

pub use priors::{Priors, PriorsError};
pub use tree::Judge;
