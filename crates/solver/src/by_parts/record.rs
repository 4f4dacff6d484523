//! What a search by parts does, told to somebody who writes it down.

use sokolab_core::{Board, Push, State};

use crate::part_options::Checker;

/// Something that a search by parts does.
#[derive(Clone, Copy, Debug)]
pub enum SearchEvent<'a> {
    /// A node is taken from the queue.
    Expanded {
        /// Its number, in the order in which nodes were added.
        node: usize,
        /// Its state.
        state: &'a State,
        /// The pushes that led to it.
        cost: u32,
        /// The pushes that are estimated to be left.
        estimate: u32,
    },
    /// A node is added to the queue.
    Added {
        /// Its number.
        node: usize,
        /// The node it was reached from.
        parent: Option<usize>,
        /// Its state.
        state: &'a State,
        /// The last push that led to it; several if the stone pusher made them.
        pushes: &'a [Push],
        /// The pushes that led to it.
        cost: u32,
        /// The pushes that are estimated to be left.
        estimate: u32,
    },
    /// A state is rejected.
    Rejected {
        /// The node it would have been reached from.
        parent: usize,
        /// The state.
        state: &'a State,
        /// The push that would have led to it.
        push: Push,
        /// The checker that rejected it; `None` if the heuristic did.
        checker: Option<Checker>,
    },
}

/// Somebody who writes down what a search does on a board.
pub type SearchRecorder<'a> = dyn FnMut(&Board, &SearchEvent<'_>) + 'a;
