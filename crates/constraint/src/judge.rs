//! Judges: what tree search asks when it has to guess.
//!
//! A judge orders what is tried; it proves nothing, so it may be wrong. [`Priors`](crate::Priors)
//! weighs four features; a learned model is another implementation.

use std::fmt;

use sokolab_core::{Board, Push, State};

/// A state that a judge is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The board.
    pub board: &'a Board,
    /// The state, with the keeper on the first square of its region.
    pub state: &'a State,
    /// A lower bound on the pushes left.
    pub estimate: u32,
    /// The same bound for the initial state.
    pub first: u32,
}

impl Position<'_> {
    /// The worth of a state from which `pushes` more are expected: 1 if there are none, and 0 at
    /// one and a half times the bound of the initial state.
    #[must_use]
    pub fn worth_of(&self, pushes: f64) -> f64 {
        (1.0 - pushes / (1.5 * f64::from(self.first.max(1)))).clamp(0.0, 1.0)
    }
}

/// What a judge thinks of a state that is being expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The worth of the state, from 0 to 1.
    pub worth: f64,
    /// How promising each push is, in the order in which they were given; the sum is 1.
    pub weights: Vec<f64>,
}

/// Judges states for tree search.
///
/// Equal positions must get equal answers: otherwise searches do not repeat. Numbers outside their
/// range are clamped.
pub trait Judge: fmt::Debug + Sync {
    /// The worth of a state, from 0 to 1. Tree search asks for every new state, so this should
    /// cost little.
    fn worth(&self, position: &Position<'_>) -> f64;

    /// A second, better look at a state that is being expanded, with a weight for each of its
    /// pushes. It may be expensive; `None` leaves it at [`Judge::worth`] and equal weights.
    fn opinion(&self, _position: &Position<'_>, _pushes: &[Push]) -> Option<Opinion> {
        None
    }
}
