//! The searches. Each takes a checked level and a request, and tells what it found; none of them
//! knows another.

pub(crate) mod best_first;
pub(crate) mod bidirectional;
pub(crate) mod breadth_first;
pub(crate) mod fess;
pub(crate) mod frontier;
pub(crate) mod goal_pushing;
pub(crate) mod idastar;

use sokolab_core::{Moves, Progress, Stop};

use crate::internal_error::InternalError;
use crate::report::{Fallback, NoneUpTo};

/// What a search found.
#[derive(Debug)]
pub(crate) enum Found {
    /// Moves that win; `optimal` if they are proved to be the best for the objective, `stopped` if
    /// a limit ended the search for better ones.
    Moves { moves: Moves, optimal: bool, stopped: Option<Stop> },
    /// A proof that nothing wins.
    NoSolution,
    /// A limit came first.
    Stopped(Stop),
}

impl Found {
    /// The limit that ended the search.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        match self {
            Found::Moves { stopped, .. } => *stopped,
            Found::NoSolution => None,
            Found::Stopped(reason) => Some(*reason),
        }
    }
}

/// What a search found, and what it cost.
#[derive(Debug)]
pub(crate) struct Searched {
    pub(crate) result: Found,
    pub(crate) nodes: u64,
    pub(crate) lemma_nodes: u64,
    pub(crate) memory_bytes: u64,
    pub(crate) lower_bound: u64,
    /// What constraint methods have refuted.
    pub(crate) none_up_to: Option<NoneUpTo>,
    /// Why the level was left to another method.
    pub(crate) fallback: Option<Fallback>,
    /// The methods that failed by an internal error while others went on.
    pub(crate) errors: Vec<InternalError>,
}

impl Searched {
    /// What a search without strategies of its own found and spent.
    pub(crate) fn of(result: Found, spent: &Progress) -> Searched {
        // Without a solution there is nothing to bound.
        let lower_bound = match result {
            Found::NoSolution => 0,
            _ => spent.lower_bound,
        };
        let &Progress { nodes, lemma_nodes, memory_bytes, .. } = spent;
        Searched {
            result,
            nodes,
            lemma_nodes,
            memory_bytes,
            lower_bound,
            none_up_to: None,
            fallback: None,
            errors: Vec::new(),
        }
    }

    /// What is left of a search that failed.
    pub(crate) fn failed(error: InternalError) -> Searched {
        Searched {
            errors: vec![error],
            ..Searched::of(Found::Stopped(Stop::Failed), &Progress::default())
        }
    }
}
