//! Solves levels chamber by chamber: each area is explored alone, and a search combines their
//! crossings.

mod areas;

mod divided_level;
mod local;
mod node;
mod on_demand;
mod options;
mod reconstruct;
mod search;
mod state_counter;
#[cfg(test)]
mod tests;

pub use areas::Indivisible;
pub use on_demand::{solve_on_demand, suits_on_demand};
pub use options::{ChamberOptions, Order};
pub use search::{Answer, solve};
