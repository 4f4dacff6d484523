//! What is asked of the solver.

use sokolab_constraint::ConstraintOptions;
use sokolab_core::{Budget, Level, Objective};

use crate::method::Method;
use crate::part_options::PartOptions;

/// A level to solve and what may be spent on it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The level.
    pub level: &'a Level,
    /// What is wanted.
    pub objective: Objective,
    /// How.
    pub method: Method,
    /// What may be spent.
    pub budget: Budget,
    /// How many threads may be used. With one, equal requests expand equal nodes.
    pub threads: usize,
    /// Options of the constraint methods.
    pub constraint: ConstraintOptions,
    /// The parts that `astar` and `petersohn` are put together from; `None` for their own.
    pub parts: Option<PartOptions>,
}

impl<'a> Request<'a> {
    /// Any solution on one thread, with 2 GiB and no other limit.
    #[must_use]
    pub fn new(level: &'a Level) -> Request<'a> {
        Request {
            level,
            objective: Objective::Any,
            method: Method::Auto,
            budget: Budget::default(),
            threads: 1,
            constraint: ConstraintOptions::default(),
            parts: None,
        }
    }
}
