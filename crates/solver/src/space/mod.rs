//! State spaces: what the searches search, by pushes, pulls or moves.
//!
//! A search enters a state of a space, which lists the edges worth trying, follows one and
//! evaluates the state at its end. There are four spaces: `pushes` with the keeper's region,
//! `pulls` for the same backwards, `walks`, whose edges are a walk and a push, for the fewest
//! moves, and `walks_back` for the same backwards.
//!
//! A node holds the exact key of its state (one bit for each square that can hold a box and for
//! each open hole) and two words: 32 bytes on boards with up to 128 such squares. Zobrist hashes
//! are updated push by push, but two states are the same only if their keys are equal.

pub(crate) mod pulls;
pub(crate) mod pushes;
pub(crate) mod steps;
pub(crate) mod walks;
pub(crate) mod walks_back;

use crate::leg::{Action, Leg};
use crate::meter::SearchMeter;
use sokolab_core::{Direction, Stop};
use sokolab_field::{Key, Place};

/// An edge from one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The push, delivery or walk along the edge. In a backward search, the push that it undoes.
    pub(crate) leg: Leg,
    pub(crate) cost: u16,
    /// The keeper's place at the end of an edge that ends with a walk, as those of a backward
    /// search by moves do.
    pub(crate) end: Place,
}

impl Edge {
    /// An edge without cost that ends nowhere else than its leg says.
    pub(crate) fn new(leg: Leg) -> Edge {
        Edge { leg, cost: 0, end: 0 }
    }

    /// The edge of a single push.
    pub(crate) fn push(from: Place, way: Direction) -> Edge {
        Edge { cost: 1, ..Edge::new(Leg { from, action: Action::Push(way) }) }
    }
}

/// The state at the end of an edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    pub(crate) key: Key,
    pub(crate) keeper: Place,
    /// The hash of key and keeper together.
    pub(crate) hash: u64,
    pub(crate) is_won: bool,
}

impl Reached {
    /// Copies `other` into this state and reuses the allocation.
    pub(crate) fn copy_from(&mut self, other: &Reached) {
        self.key.copy_from(&other.key);
        (self.keeper, self.hash, self.is_won) = (other.keeper, other.hash, other.is_won);
    }
}

/// A state space, one state at a time.
///
/// A search enters a state, lists its edges, follows some of them and has the states at their ends
/// evaluated. Following an edge is cheap, evaluating a state is not.
pub(crate) trait Space: Send {
    /// The number of words of a key.
    fn key_words(&self) -> usize;

    /// The root states with their lower bounds; states proved unsolvable are left out.
    fn roots(&mut self) -> Vec<(Reached, u16)>;

    /// Builds the tables that have become worth their cost, and polls `meter` meanwhile.
    ///
    /// # Errors
    /// If a limit is hit; the tables are not built later either.
    fn prepare(&mut self, _meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Enters a state.
    fn enter(&mut self, key: &[u64], keeper: Place);

    /// Lists the edges of the current state that are worth trying. Keeps every edge that the
    /// solutions promised by the search need.
    fn edges(&mut self, edges: &mut Vec<Edge>);

    /// Follows an edge of the current state.
    fn follow(&mut self, edge: Edge) -> &Reached;

    /// The state at the end of the edge just followed.
    fn reached(&self) -> &Reached;

    /// The lower bound of the state at the end of the edge just followed; `None` is a proof that it
    /// is dead.
    fn judge(&mut self) -> Option<u16>;

    /// The cost of following and evaluating an edge, in work units of about a tenth of a
    /// microsecond.
    fn effort(&self) -> u64;

    /// The memory of the tables, in bytes.
    fn bytes(&self) -> u64;

    /// The number of nodes expanded by small searches inside the space.
    fn lemma_nodes(&self) -> u64 {
        0
    }

    /// Lets spaces of the same level, one a thread, take over what the others have learned since
    /// the last exchange.
    fn exchange(_spaces: &mut [&mut Self])
    where
        Self: Sized,
    {
    }
}

/// Converts a bound for a node. A bound that does not fit is lowered, which keeps it admissible.
pub(crate) fn node_bound(bound: u32) -> u16 {
    bound.min(u32::from(u16::MAX)) as u16
}

/// The work units of an edge on a field of `words` words with this many boxes.
pub(crate) fn effort_of(words: usize, boxes: usize) -> u64 {
    (10 + words * 8 + boxes * boxes / 8) as u64
}
