//! The solver's answer.

use std::fmt;

use sokolab_analysis::Refutation;
use sokolab_chamber::Indivisible;
use sokolab_constraint::{Pruned, Unit};
use sokolab_core::{Findings, Solution, Stop, quantity};

use crate::internal_error::InternalError;
use crate::method::{LevelRequirement, Method};

/// The result of a request.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A solution was found.
    Solved {
        /// The solution, accepted by the referee.
        solution: Solution,
        /// Whether it is proved optimal for the objective.
        optimal: bool,
        /// The limit that stopped the search for a better one, if any.
        stopped: Option<Stop>,
    },
    /// The level is proved to have no solution.
    Unsolvable,
    /// A limit was hit before anything was found or proved.
    Stopped(Stop),
    /// The level cannot be played, for these reasons.
    Invalid(Findings),
    /// An internal error left nothing to continue with. This is a bug in the program.
    Failed(InternalError),
}

/// The result of a request and what it cost.
#[derive(Clone, Debug)]
pub struct Report {
    /// The result.
    pub outcome: Outcome,
    /// The method that was used.
    pub method: Method,
    /// The number of nodes expanded.
    pub nodes: u64,
    /// The number of nodes expanded by the small searches inside the search.
    pub lemma_nodes: u64,
    /// The peak memory of tables and arenas, in bytes.
    pub memory_bytes: u64,
    /// No solution costs less than this, in the unit of the objective (pushes for any solution).
    pub lower_bound: u64,
    /// The horizon up to which a constraint method has ruled out solutions.
    pub none_up_to: Option<RefutedHorizon>,
    /// What tree search pruned, by kind of inference; `None` for other methods.
    pub pruned: Option<Pruned>,
    /// Why another method than the requested one was used, if so.
    pub fallback: Option<Fallback>,
    /// Internal errors of methods that failed while others went on.
    pub errors: Vec<InternalError>,
    /// Why an unsolvable level has no solution, if a deadlock detector can tell. Squares are those
    /// of the level as read.
    pub refutation: Option<Refutation>,
}

/// Why another method than the requested one was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fallback {
    /// The level does not split into chambers that can be described.
    Indivisible(Indivisible),
    /// The chambers have too many states.
    TooManyStates,
    /// Solving chamber by chamber found nothing. This is no proof under rules that allow steps in
    /// directions in which boxes cannot be pushed.
    NothingFound,
    /// The level does not meet the requirements of the method.
    Unsuited(LevelRequirement),
    /// The method minimises pushes, but the fewest moves were requested.
    CountsPushes,
    /// The board is too large for the tables of the method.
    BoardTooLarge,
}

impl fmt::Display for Fallback {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fallback::Indivisible(why) => write!(formatter, "{why}"),
            Fallback::TooManyStates => formatter.write_str("its chambers have too many states"),
            Fallback::NothingFound => {
                formatter.write_str("chamber by chamber nothing was found, which proves nothing")
            }
            Fallback::Unsuited(needs) => write!(formatter, "it needs {needs}"),
            Fallback::CountsPushes => formatter.write_str("it counts pushes, not moves"),
            Fallback::BoardTooLarge => formatter.write_str("the board is too large for its tables"),
        }
    }
}

/// A proof that no solution has at most `count` moves or pushes. There may be longer ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RefutedHorizon {
    /// The number of moves or pushes.
    pub count: u64,
    /// Whether `count` counts moves or pushes.
    pub unit: Unit,
}

/// Why there is no solution to return.
#[derive(Clone, Debug)]
pub enum Unsolved {
    /// The level is proved unsolvable, for this reason (a sentence without a full stop).
    Unsolvable(String),
    /// A limit was hit first.
    Stopped(Stop),
    /// The level cannot be played.
    Invalid(Findings),
    /// An internal error left nothing to continue with.
    Failed(InternalError),
}

impl fmt::Display for Unsolved {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Unsolvable(why) => write!(formatter, "proved unsolvable: {why}"),
            Unsolved::Stopped(stop) => write!(formatter, "no solution was found: {stop}"),
            Unsolved::Invalid(findings) => {
                write!(formatter, "the level cannot be played: {findings}")
            }
            Unsolved::Failed(error) => write!(formatter, "internal error: {error}"),
        }
    }
}

impl std::error::Error for Unsolved {}

impl Report {
    /// The solution, or `None` if none was found.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match &self.outcome {
            Outcome::Solved { solution, .. } => Some(solution),
            _ => None,
        }
    }

    /// Converts the report into its solution.
    ///
    /// # Errors
    /// Returns the reason if there is no solution.
    pub fn into_solution(self) -> Result<Solution, Unsolved> {
        let why = self.why_unsolvable();
        match self.outcome {
            Outcome::Solved { solution, .. } => Ok(solution),
            Outcome::Unsolvable => Err(Unsolved::Unsolvable(why)),
            Outcome::Stopped(stop) => Err(Unsolved::Stopped(stop)),
            Outcome::Invalid(findings) => Err(Unsolved::Invalid(findings)),
            Outcome::Failed(error) => Err(Unsolved::Failed(error)),
        }
    }

    /// The report on a level for which an internal error in `method` left no result.
    #[must_use]
    pub fn failed(method: Method, message: String) -> Report {
        let error = InternalError { method: Some(method), message };
        Report { method, ..Report::without_search(Outcome::Failed(error)) }
    }

    /// Why an unsolvable level has no solution, as a sentence without a full stop: the refutation
    /// of a deadlock detector or, without one, how it was proved.
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

    /// Adds the cost of `part`, a report on part of the same work.
    pub(crate) fn add(&mut self, part: &Report) {
        self.method = part.method;
        self.nodes += part.nodes;
        self.lemma_nodes += part.lemma_nodes;
        self.memory_bytes = self.memory_bytes.max(part.memory_bytes);
        self.errors.extend(part.errors.iter().cloned());
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
            pruned: None,
            fallback: None,
            errors: Vec::new(),
            refutation: None,
        }
    }
}
