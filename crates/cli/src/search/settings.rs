//! The settings of the search on one level.

use std::time::Duration;

use sokolab::{Judge, Level, Request, SolveChoices};

use crate::search::watch::TimeLimit;

/// The request for one level, and what this program adds to it.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) choices: SolveChoices,
    /// The judge of tree search, if it is a network.
    pub(crate) judge: Option<&'static dyn Judge>,
    pub(crate) time: TimeLimit,
    /// How long a solution is improved, within the limits.
    pub(crate) improve: Option<Duration>,
    /// Whether a level that starts solved needs a solution with a push.
    pub(crate) start: SolvedStart,
}

impl Settings {
    /// The request to the solver.
    pub(crate) fn request<'a>(&self, level: &'a Level) -> Request<'a> {
        Request { judge: self.judge, ..self.choices.request(level) }
    }
}

/// What to do with a level that starts solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SolvedStart {
    /// It has the empty solution.
    #[default]
    Done,
    /// It must be solved with at least one push.
    Cyclic,
}
