//! The options of solving chamber by chamber.

use sokolab_core::Square;

/// Which of the solutions with the fewest crossings is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The first that is found.
    #[default]
    Any,
    /// One that can be described in the fewest steps: consecutive boxes on the same route are one
    /// step.
    FewestSteps,
}

/// The options of a search chamber by chamber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChamberOptions {
    /// Which of the solutions with the fewest crossings is wanted.
    pub order: Order,
    /// The largest number of boxes in the area of a square at any time. With such a restriction, a
    /// search that finds no solution proves nothing.
    pub at_most: Vec<(Square, usize)>,
    /// The largest number of explored states of single areas; larger areas are not useful.
    pub states_max: u64,
}

impl Default for ChamberOptions {
    fn default() -> ChamberOptions {
        ChamberOptions { order: Order::Any, at_most: Vec::new(), states_max: STATES_MAX }
    }
}

/// The default of [`ChamberOptions::states_max`]: chambers with more states are too large to be
/// described.
const STATES_MAX: u64 = 1_000_000;
