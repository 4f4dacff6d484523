//! The searches. Each takes a checked level and a request, and tells what it found; none of them
//! knows another.

pub(crate) mod breadth_first;

use sokolab_core::Moves;

use crate::report::StopReason;

/// What a search found.
#[derive(Debug)]
pub(crate) enum Found {
    /// Moves that win; `optimal` if they are proved to be the best for the objective.
    Moves { moves: Moves, optimal: bool },
    /// A proof that nothing wins.
    NoSolution,
    /// A limit came first.
    Stopped(StopReason),
}

/// What a search found, and what it cost.
#[derive(Debug)]
pub(crate) struct Searched {
    pub(crate) result: Found,
    pub(crate) nodes: u64,
    pub(crate) memory_bytes: u64,
    pub(crate) lower_bound: u64,
}
