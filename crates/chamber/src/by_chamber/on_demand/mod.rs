//! Levels solved chamber by chamber without describing the chambers first.
//!
//! Where a chamber has too many states to be described, or lies on a loop, what can come of it is
//! looked at only when it is asked for, and kept: which boxes can leave by which way, which holes
//! can be filled, where the keeper can get out. The search goes over these outcomes, so most of its
//! steps are boxes that cross from one part of the floor to another. It is ordered by the holes
//! that are still needed and by the crossings that are still to come.
//!
//! Outcomes are bounded, so a search that finds nothing proves nothing.

mod division;
mod explore;
mod feed;
mod part;
mod search;
#[cfg(test)]
mod tests;

pub use search::{solve_on_demand, suits_on_demand};
