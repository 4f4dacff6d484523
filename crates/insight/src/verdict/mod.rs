//! Whether a state in the middle of a game can still be solved, and why not.
//!
//! [`detect`] asks the detectors of deadlocks alone and takes milliseconds; [`judge`] searches
//! where they say nothing. Both answers are proofs: a solution that the referee has accepted from
//! that state, or a [`Dead`] with its reason.

mod corrals;
mod dead;
mod detect;
mod group;
mod judge;
mod state_level;
#[cfg(test)]
mod tests;

pub use corrals::{ClosedFloor, CorralDeath, closed_floor};
pub use dead::{Dead, ProvedBy};
pub use detect::detect;
pub use judge::{JudgeLimits, Judgement, judge};
pub use state_level::level_of_state;
