//! Levels solved chamber by chamber: areas are played alone, and a search goes over what crosses
//! from one to another.

mod areas;
mod combine;
mod expand;
mod local;
mod looks;
#[cfg(test)]
mod tests;

pub use areas::NotSplit;
pub use combine::{Answer, ChamberOptions, Order, solve};
