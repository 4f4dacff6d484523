//! Solves levels chamber by chamber without describing the chambers in advance.
//!
//! A chamber may have too many states for a description, or lie on a loop. Its outcomes are then
//! explored on demand and cached: which boxes can leave by which way, which holes can be filled,
//! and where the keeper can get out. The search runs over these outcomes, so most of its steps are
//! boxes that cross from one part of the floor to another. Nodes are ordered by the holes that are
//! still needed and by the crossings that are still to come.
//!
//! The number of outcomes is limited, so a search that finds no solution proves nothing.

mod division;
mod explore;
mod feed;
mod part;
mod search;
#[cfg(test)]
mod tests;

pub use search::{solve_on_demand, suits_on_demand};
