//! Levels solved chamber by chamber: areas are played alone, and a search goes over what crosses
//! from one to another.

mod areas;
mod combine;
mod divided_level;
mod expand;
mod local;
mod looks;
mod node;
mod on_demand;
mod options;
#[cfg(test)]
mod tests;

pub use areas::NotSplit;
pub use combine::{Answer, solve};
pub use on_demand::{solve_on_demand, suits_on_demand};
pub use options::{ChamberOptions, Order};
