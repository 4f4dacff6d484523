//! What the solver answers.

use std::fmt;

use sokolab_analysis::Refutation;
use sokolab_chamber::NotSplit;
use sokolab_constraint::Unit;
use sokolab_core::{Findings, Solution, quantity};

use crate::internal_error::InternalError;
use crate::request::Method;

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The time was spent.
    Time,
    /// The nodes were spent.
    Nodes,
    /// The memory was spent.
    Memory,
    /// Somebody interrupted it.
    Interrupted,
    /// Everything up to the horizon was looked at: no solution is that short.
    Horizon,
    /// What was left to try failed by an internal error.
    Failed,
}

impl StopReason {
    /// Every reason, the one that counts most first: if threads stop for different reasons, the
    /// caller learns what it can do something about.
    pub const ALL: [StopReason; 6] = [
        StopReason::Interrupted,
        StopReason::Time,
        StopReason::Nodes,
        StopReason::Memory,
        StopReason::Horizon,
        StopReason::Failed,
    ];

    /// The name used in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            StopReason::Time => "time",
            StopReason::Nodes => "nodes",
            StopReason::Memory => "memory",
            StopReason::Interrupted => "interrupted",
            StopReason::Horizon => "horizon",
            StopReason::Failed => "failed",
        }
    }

    /// The reason with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<StopReason> {
        StopReason::ALL.into_iter().find(|it| it.name() == name)
    }

    /// The reason of several that counts most.
    pub(crate) fn weightiest(reasons: impl IntoIterator<Item = StopReason>) -> Option<StopReason> {
        let rank = |reason: &StopReason| StopReason::ALL.iter().position(|it| it == reason);
        reasons.into_iter().min_by_key(rank)
    }
}

/// What is said of a search that stopped for this reason.
impl fmt::Display for StopReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            StopReason::Time => "stopped by the time limit",
            StopReason::Nodes => "stopped by the node limit",
            StopReason::Memory => "stopped by the memory limit",
            StopReason::Interrupted => "interrupted",
            StopReason::Horizon => "stopped at the horizon",
            StopReason::Failed => "stopped by an internal error",
        })
    }
}

/// What came of a request.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A solution was found.
    Solved {
        /// The solution, proved by the referee.
        solution: Solution,
        /// Whether it is proved to be the best for the objective.
        optimal: bool,
        /// The limit that ended the search for a better one.
        stopped: Option<StopReason>,
    },
    /// It is proved that there is no solution.
    Unsolvable,
    /// A limit was hit first.
    Stopped(StopReason),
    /// The level cannot be played.
    Invalid(Findings),
    /// An internal error left nothing to go on with: a fault of the program, to be reported.
    Failed(InternalError),
}

/// What came of a request, and what it cost.
#[derive(Clone, Debug)]
pub struct Report {
    /// What came of it.
    pub outcome: Outcome,
    /// The method that was used.
    pub method: Method,
    /// States expanded.
    pub nodes: u64,
    /// States expanded by small searches inside the search.
    pub lemma_nodes: u64,
    /// The most bytes that tables and arenas took.
    pub memory_bytes: u64,
    /// The least that any solution can cost in the objective's unit (pushes for any solution).
    pub lower_bound: u64,
    /// What constrained methods have proved: no solution has at most so many moves or pushes.
    pub none_up_to: Option<NoneUpTo>,
    /// Why a level was not solved chamber by chamber, if that was asked for.
    pub fallback: Option<Fallback>,
    /// The methods that failed by an internal error while others went on.
    pub errors: Vec<InternalError>,
    /// Why an unsolvable level has no solution, if a detector can tell. Squares are those of the
    /// level as read.
    pub refutation: Option<Refutation>,
}

/// Why a level was left to another method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fallback {
    /// It does not split into chambers that can be described.
    NotSplit(NotSplit),
    /// Its chambers have too many states.
    TooManyStates,
    /// Nothing was found, which proves nothing where steps go other ways than pushes.
    NothingFound,
}

impl fmt::Display for Fallback {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fallback::NotSplit(why) => write!(formatter, "{why}"),
            Fallback::TooManyStates => formatter.write_str("its chambers have too many states"),
            Fallback::NothingFound => {
                formatter.write_str("chamber by chamber nothing was found, which proves nothing")
            }
        }
    }
}

/// No solution has at most so many moves or pushes. There may be longer ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoneUpTo {
    /// How many.
    pub count: u64,
    /// Of what.
    pub unit: Unit,
}

impl Report {
    /// The report on a level that an internal error in `method` left nothing of.
    #[must_use]
    pub fn failed(method: Method, message: String) -> Report {
        let error = InternalError { method: Some(method), message };
        Report { method, ..Report::without_search(Outcome::Failed(error)) }
    }

    /// Why an unsolvable level has no solution, as a sentence without a full stop: what a detector
    /// tells or, where none does, how it was proved.
    #[must_use]
    pub fn why_unsolvable(&self) -> String {
        match (&self.refutation, self.method) {
            (Some(refutation), _) => refutation.sentence.clone(),
            (None, Method::Constrained(_)) => {
                format!("the method {} proves that there is no solution", self.method.name())
            }
            (None, _) if self.nodes == 0 => {
                "a look at the first state is enough to prove it".to_owned()
            }
            (None, _) => {
                let states = quantity(self.nodes, "state");
                format!("a complete search found no solution ({states} expanded)")
            }
        }
    }

    pub(crate) fn without_search(outcome: Outcome) -> Report {
        let method = Method::Auto;
        Report {
            outcome,
            method,
            nodes: 0,
            lemma_nodes: 0,
            memory_bytes: 0,
            lower_bound: 0,
            none_up_to: None,
            fallback: None,
            errors: Vec::new(),
            refutation: None,
        }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// States expanded.
    pub nodes: u64,
    /// States waiting to be expanded.
    pub open: u64,
    /// Distinct states seen.
    pub seen: u64,
    /// The least that any solution can cost.
    pub lower_bound: u64,
    /// What the best solution found so far costs.
    pub best: Option<u64>,
    /// Bytes taken by tables and arenas.
    pub memory_bytes: u64,
}
