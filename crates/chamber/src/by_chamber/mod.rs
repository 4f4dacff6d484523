//! Solves levels chamber by chamber: each area is explored alone, and a search combines their
//! crossings.

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
