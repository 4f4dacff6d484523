//! The searches. Each takes a prepared level or a space and returns what it found and what it
//! spent.

pub(crate) mod best_first;
pub(crate) mod bidirectional;
pub(crate) mod breadth_first;
mod crew;
pub(crate) mod fess;
pub(crate) mod frontier;
pub(crate) mod goal_pushing;
pub(crate) mod idastar;
mod successor;

use sokolab_constraint::Pruned;
use sokolab_core::{Moves, Progress, Stop};

use crate::internal_error::InternalError;
use crate::report::{Fallback, RefutedHorizon};

/// What a search found.
#[derive(Debug)]
pub(crate) enum Found {
    /// Moves that win. `optimal` says whether they are proved optimal for the objective, and
    /// `stopped` which limit ended the search for better ones.
    Moves { moves: Moves, optimal: bool, stopped: Option<Stop> },
    /// A proof that there is no solution.
    NoSolution,
    /// A limit was hit first.
    Stopped(Stop),
}

impl Found {
    /// The limit that ended the search, if any.
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
    /// The horizon up to which a constraint method has ruled out solutions.
    pub(crate) none_up_to: Option<RefutedHorizon>,
    /// What tree search pruned.
    pub(crate) pruned: Option<Pruned>,
    /// Why another method than the requested one was used, if so.
    pub(crate) fallback: Option<Fallback>,
    /// Internal errors of methods that failed while others went on.
    pub(crate) errors: Vec<InternalError>,
}

impl Searched {
    /// The result of a search from what it found and spent, without fallback or errors.
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
            pruned: None,
            fallback: None,
            errors: Vec::new(),
        }
    }

    /// The result of a search that failed with an internal error.
    pub(crate) fn failed(error: InternalError) -> Searched {
        Searched {
            errors: vec![error],
            ..Searched::of(Found::Stopped(Stop::Failed), &Progress::default())
        }
    }
}
