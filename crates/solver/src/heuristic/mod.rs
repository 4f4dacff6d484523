//! Lower bounds on the pushes that a state still needs, or that led to it.
//!
//! A bound implements [`LowerBound`]. `costs`, `rows` and `conflicts` are the building blocks of
//! bounds. Tests compare each bound with the true cost on small worlds.

use crate::contract::Contract;

pub(crate) mod bound;
pub(crate) mod conflicts;
pub(crate) mod costs;
pub(crate) mod pull_bound;
pub(crate) mod rows;

/// A lower bound for one state at a time.
pub(crate) trait LowerBound {
    /// On which levels the bound is admissible. A bound keeps every solution.
    const CONTRACT: Contract;

    /// The bound of the current state; `None` is a proof that there is no path.
    fn estimate(&mut self) -> Option<u32>;

    /// The memory of its tables, in bytes.
    fn bytes(&self) -> u64;
}
