//! Lower bounds of the pushes that a state still needs.

pub(crate) mod bound;
pub(crate) mod conflicts;
pub(crate) mod costs;
pub(crate) mod pull_bound;
pub(crate) mod rows;
