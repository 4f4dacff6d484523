//! Lower bounds of the pushes that a state still needs, or that led to it.
//!
//! A bound implements [`LowerBound`]. `costs`, `rows` and `conflicts` are what bounds are built
//! from. Tests compare each bound with the truth on small worlds.

use crate::contract::Contract;

pub(crate) mod bound;
pub(crate) mod conflicts;
pub(crate) mod costs;
pub(crate) mod pull_bound;
pub(crate) mod rows;

/// A lower bound, at one state at a time.
pub(crate) trait LowerBound {
    /// On which levels the bound is never too large. Bounds keep everything.
    const CONTRACT: Contract;

    /// The pushes of the state entered last; `None` is a proof that there is no way.
    fn estimate(&mut self) -> Option<u32>;

    /// Bytes that its tables take.
    fn bytes(&self) -> u64;
}
