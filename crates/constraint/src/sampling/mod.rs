//! Solutions by chance: pushes drawn by lot, and a tree of pushes that remembers how they went.

mod live;
pub(crate) mod random;
pub(crate) mod tree;
