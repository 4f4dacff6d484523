//! Levels solved chamber by chamber: areas are played alone, and a search goes over what crosses
//! from one to another.

mod areas;
mod combine;
mod divided_level;
mod expand;
mod local;
mod looks;
mod node;
mod options;
#[cfg(test)]
mod tests;

pub use areas::NotSplit;
pub use combine::{Answer, solve};
pub use options::{ChamberOptions, Order};
