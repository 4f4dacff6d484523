//! The settings of the search on one level.

use std::time::Duration;

use sokolab::{Budget, ConstraintOptions, Judge, Method, Objective, PartOptions};

use crate::search::watch::TimeLimit;

/// How to search one level, and what may be spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) objective: Objective,
    pub(crate) method: Method,
    pub(crate) time: TimeLimit,
    pub(crate) budget: Budget,
    pub(crate) threads: usize,
    /// How long a solution is improved, within the limits.
    pub(crate) improve: Option<Duration>,
    /// Whether a level that starts solved is solved again.
    pub(crate) start: SolvedStart,
    /// Options of the constraint methods.
    pub(crate) constraint: ConstraintOptions,
    /// The judge of tree search, if it is not among these options.
    pub(crate) judge: Option<&'static dyn Judge>,
    /// The parts of `astar` and `petersohn`, if some are chosen.
    pub(crate) parts: Option<PartOptions>,
}

/// What to do with a level that starts solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SolvedStart {
    /// It has the empty solution.
    #[default]
    Done,
    /// It is to be solved with at least one push.
    Cyclic,
}
