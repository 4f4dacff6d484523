//! What a solution chamber by chamber is asked to be.

use sokolab_core::Square;

/// Which of the solutions with the fewest crossings is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The first that is found.
    #[default]
    Any,
    /// One that is told in the fewest steps: boxes that go the same way, one after the other, are
    /// one step.
    FewestSteps,
}

/// What a solution is asked to be, and how much may be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChamberOptions {
    /// Which of those with the fewest crossings.
    pub order: Order,
    /// Never more boxes in the area of a square than so many. With such an option nothing found
    /// proves nothing.
    pub at_most: Vec<(Square, usize)>,
    /// The most states of single areas that may be looked at: larger areas are no help.
    pub looks_max: u64,
}

impl Default for ChamberOptions {
    fn default() -> ChamberOptions {
        ChamberOptions { order: Order::Any, at_most: Vec::new(), looks_max: LOOKS_MAX }
    }
}

/// States of single areas that are looked at by default: chambers with more are too large to be
/// described.
const LOOKS_MAX: u64 = 1_000_000;
