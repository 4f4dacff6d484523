//! What the solver answers.

use std::fmt;

use sokolab_analysis::Refutation;
use sokolab_chamber::NotSplit;
use sokolab_constraint::Unit;
use sokolab_core::{Findings, Solution, Stop, quantity};

use crate::internal_error::InternalError;
use crate::method::{Method, Needs};

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
        stopped: Option<Stop>,
    },
    /// It is proved that there is no solution.
    Unsolvable,
    /// A limit was hit first.
    Stopped(Stop),
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
    /// Why the level was left to another method than the one asked for.
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
    /// The level is not what the method needs.
    Unsuited(Needs),
    /// The method counts pushes, and moves were asked for.
    CountsPushes,
    /// The board is too large for the tables of the method.
    BoardTooLarge,
}

impl fmt::Display for Fallback {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fallback::NotSplit(why) => write!(formatter, "{why}"),
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

/// No solution has at most so many moves or pushes. There may be longer ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoneUpTo {
    /// How many.
    pub count: u64,
    /// Of what.
    pub unit: Unit,
}

/// Why there is no solution to hand out.
#[derive(Clone, Debug)]
pub enum Unsolved {
    /// It is proved that there is none: why, as a sentence without a full stop.
    Unsolvable(String),
    /// A limit was hit first.
    Stopped(Stop),
    /// The level cannot be played.
    Invalid(Findings),
    /// An internal error left nothing to go on with.
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
    /// The solution, if there is one.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match &self.outcome {
            Outcome::Solved { solution, .. } => Some(solution),
            _ => None,
        }
    }

    /// The solution.
    ///
    /// # Errors
    /// Why there is none.
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

    /// Adds what another report on a part of the same work cost.
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
            fallback: None,
            errors: Vec::new(),
            refutation: None,
        }
    }
}
