//! Events of the component search, for callers that record it.

use sokolab_core::{Board, Push, State};

use crate::part_options::Checker;

/// A step of the component search.
#[derive(Clone, Copy, Debug)]
pub enum SearchEvent<'a> {
    /// A node is taken from the open list.
    Expanded {
        /// The number of the node, in the order in which nodes were first added.
        node: usize,
        /// Its state.
        state: &'a State,
        /// The number of pushes that led to it.
        cost: u32,
        /// The estimated number of pushes left.
        estimate: u32,
    },
    /// A node is added to the open list, or added again because a cheaper path was found.
    Added {
        /// The number of the node.
        node: usize,
        /// The node it was reached from; `None` for the root.
        parent: Option<usize>,
        /// Its state.
        state: &'a State,
        /// The last push that led to it, or several if the stone pusher made them.
        pushes: &'a [Push],
        /// The number of pushes that led to it.
        cost: u32,
        /// The estimated number of pushes left.
        estimate: u32,
    },
    /// A state is rejected.
    Rejected {
        /// The node it would have been reached from.
        parent: usize,
        /// The rejected state.
        state: &'a State,
        /// The push that would have led to it; the last one if there were several.
        push: Push,
        /// The checker that rejected it, or `None` if the heuristic did.
        checker: Option<Checker>,
    },
}

/// Receives every event, with the board whose squares it uses.
pub type SearchRecorder<'a> = dyn FnMut(&Board, &SearchEvent<'_>) + 'a;
