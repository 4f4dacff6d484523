//! The settings of the search on one level.

use std::time::Duration;

use sokolab::{Method, Objective};

use crate::search::constraints::Constraints;
use crate::search::watch::TimeLimit;

/// What is wanted of the search on one level, and what it may spend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) objective: Objective,
    pub(crate) method: Method,
    pub(crate) time: TimeLimit,
    pub(crate) nodes: Option<u64>,
    pub(crate) memory: u64,
    pub(crate) threads: usize,
    /// How long a solution is improved, within the limits.
    pub(crate) improve: Option<Duration>,
    /// The seed of randomised methods.
    pub(crate) seed: u64,
    /// Options of the constraint methods.
    pub(crate) constraints: Constraints,
}
