//! Decides whether a state in the middle of a game is still solvable, and explains why not.
//!
//! [`detect`] runs only the deadlock detectors and takes milliseconds; [`judge`] also searches.
//! Both give proofs: a solution that the referee has accepted from that state, or a [`Dead`] with
//! its reason.

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
pub use detect::{Detectors, detect};
pub(crate) use judge::judge_with;
pub use judge::{JudgeLimits, Judgement, judge};
pub use state_level::level_of_state;
