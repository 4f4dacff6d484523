//! A request to the solver.

use sokolab_constraint::{ConstraintOptions, Judge};
use sokolab_core::{Budget, Level, Objective};

use crate::merging::Merging;
use crate::method::Method;
use crate::part_options::PartOptions;

/// A level to solve and what may be spent on it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The level, as read.
    pub level: &'a Level,
    /// What to minimise, if anything.
    pub objective: Objective,
    /// How to search.
    pub method: Method,
    /// The most nodes and memory to spend.
    pub budget: Budget,
    /// The number of threads that may be used. With one, equal requests expand equal nodes in the
    /// same order.
    pub threads: usize,
    /// Options of the constraint methods.
    pub constraint: ConstraintOptions,
    /// The judge of `tree-search`; `None` for the weights among its options.
    pub judge: Option<&'a dyn Judge>,
    /// The components of `astar` and `petersohn`; `None` for the method's own.
    pub parts: Option<PartOptions>,
    /// Which states `astar` and `idastar` merge with their images.
    pub merging: Merging,
}

impl<'a> Request<'a> {
    /// A request for any solution, on one thread, with 2 GiB of memory and no other limit.
    #[must_use]
    pub fn new(level: &'a Level) -> Request<'a> {
        Request {
            level,
            objective: Objective::Any,
            method: Method::Auto,
            budget: Budget::default(),
            threads: 1,
            constraint: ConstraintOptions::default(),
            judge: None,
            parts: None,
            merging: Merging::default(),
        }
    }
}
