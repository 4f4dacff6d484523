//! The states at the ends of edges, and which of them are worth storing.

use crate::leg::Leg;
use crate::memory::{Link, NodeNumber, NodeStore};
use crate::space::{Edge, Reached, Space};

/// The order of expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// That of A*: by the sum of cost and bound, then by bound.
    Exact,
    /// By cost, among the nodes whose sum of cost and bound is at most the level of the frontier;
    /// for one side of a search from both ends.
    Balanced,
    /// Nodes that seem near to a solution come first; proves nothing optimal.
    Greedy,
}

impl Order {
    /// The weight of the bound in a greedy search.
    const GREEDINESS: usize = 5;

    /// The first priority of a node in the open list.
    pub(super) fn first(self, link: &Link) -> usize {
        let weight = if self == Order::Greedy { Order::GREEDINESS } else { 1 };
        usize::from(link.cost) + usize::from(link.bound) * weight
    }

    /// Whether a closed node that is reached more cheaply is expanded again.
    pub(super) fn reopens(self) -> bool {
        self != Order::Greedy
    }
}

/// A state at the end of an edge that is new, or reached more cheaply than before.
#[derive(Clone, Debug)]
pub(crate) struct Successor {
    pub(super) edge: Edge,
    /// The cost so far, and the lower bound on the cost still to come.
    pub(super) cost: u16,
    pub(super) bound: u16,
    pub(super) state: Reached,
}

impl Default for Successor {
    fn default() -> Successor {
        let edge = Edge::new(Leg::NONE);
        Successor { edge, cost: 0, bound: 0, state: Reached::default() }
    }
}

/// A thread that expands nodes for another: its space and what it has found.
#[derive(Debug)]
pub(crate) struct Helper<S> {
    pub(super) space: S,
    pub(super) found: Vec<Successor>,
}

/// Follows an edge of the state that the space has entered, whose link is `own`. Fills in the
/// successor and returns its node, if it has one; `None` if it is not worth storing: dead, known at
/// no higher cost, or no part of a solution cheaper than `limit`.
#[expect(clippy::option_option, reason = "the outer one is the verdict, the inner one the node")]
pub(super) fn assess<S: Space>(
    space: &mut S,
    (store, order): (&NodeStore, Order),
    own: Link,
    edge: Edge,
    limit: Option<u32>,
    successor: &mut Successor,
) -> Option<Option<NodeNumber>> {
    let cost = own.cost.saturating_add(edge.cost);
    let state = space.follow(edge);
    let known = store.find(&state.key.words, state.keeper, state.hash);
    let bound = if let Some(known) = known {
        let link = store.link(known);
        // Out of order, a node may be closed at too high a cost; it is not worth reopening.
        let is_settled = link.is_closed && !order.reopens();
        if link.cost <= cost || is_settled {
            return None;
        }
        link.bound
    } else {
        let is_won = state.is_won;
        // Pathmax: the sum of cost and bound never decreases along an edge.
        let least = own.cost.saturating_add(own.bound).saturating_sub(cost);
        space.judge()?.max(if is_won { 0 } else { least })
    };
    if limit.is_some_and(|limit| u32::from(cost) + u32::from(bound) >= limit) {
        return None;
    }
    (successor.edge, successor.cost, successor.bound) = (edge, cost, bound);
    successor.state.copy_from(space.reached());
    Some(known)
}
