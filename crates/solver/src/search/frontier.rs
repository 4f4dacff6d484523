//! One side of a best-first search: a space, the nodes seen in it and the open list.

pub(crate) use super::successor::Order;
use super::successor::{Helper, Successor, assess};
use crate::leg::{Leg, Way};
use crate::memory::{Full, Link, NodeNumber, NodeStore, OpenList};
use crate::meter::SearchMeter;
use crate::space::{Edge, Reached, Space};
use sokolab_core::Stop;

/// A state reached for the first time, or more cheaply than before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit<'a> {
    pub(crate) node: NodeNumber,
    pub(crate) state: &'a Reached,
    pub(crate) cost: u16,
}

/// A space with its nodes and its open list.
#[derive(Debug)]
pub(crate) struct Frontier<S> {
    pub(crate) space: S,
    pub(crate) store: NodeStore,
    pub(crate) open: OpenList,
    pub(super) order: Order,
    /// In balanced order, the nodes that are ready to be expanded, by cost: those whose sum of cost
    /// and bound is at most the level. The open list has the others.
    ready: OpenList,
    level: usize,
    /// The other threads that expand nodes, and what this one finds while it works with them.
    pub(super) helpers: Vec<Helper<S>>,
    pub(super) found: Vec<Successor>,
    /// The least priority, and the number of nodes expanded at it.
    pub(super) layer: (usize, u64),
    edges: Vec<Edge>,
    key: Vec<u64>,
    successor: Successor,
    /// The number of open nodes by cost.
    by_cost: Vec<u32>,
    least_cost: usize,
}

/// The parent of a root.
const NO_PARENT: NodeNumber = NodeNumber::MAX;

impl<S: Space> Frontier<S> {
    pub(crate) fn new(space: S, order: Order, bytes_max: u64) -> Frontier<S> {
        let store = NodeStore::new(space.key_words(), bytes_max);
        let open = OpenList::default();
        Frontier {
            space,
            store,
            open,
            order,
            ready: OpenList::default(),
            level: 0,
            helpers: Vec::new(),
            found: Vec::new(),
            layer: (0, 0),
            edges: Vec::new(),
            key: Vec::new(),
            successor: Successor::default(),
            by_cost: Vec::new(),
            least_cost: 0,
        }
    }

    /// Adds the root states and calls `visit` for each.
    pub(crate) fn start(&mut self, mut visit: impl FnMut(&Visit<'_>)) -> Result<(), Full> {
        for (state, bound) in self.space.roots() {
            let link = Link {
                parent: NO_PARENT,
                leg: Leg::NONE,
                cost: 0,
                bound,
                is_closed: false,
                is_won: state.is_won,
            };
            let node = self.store.insert(&state.key.words, state.keeper, state.hash, link)?;
            self.put(node, &link);
            visit(&Visit { node, state: &state, cost: 0 });
        }
        Ok(())
    }

    /// Adds a node to the open list.
    fn put(&mut self, node: NodeNumber, link: &Link) {
        let (first, bound) = (self.order.first(link), usize::from(link.bound));
        let cost = usize::from(link.cost);
        if self.order == Order::Balanced && first <= self.level {
            self.ready.push(cost, bound, node);
        } else {
            self.open.push(first, bound, node);
        }
        if cost >= self.by_cost.len() {
            self.by_cost.resize(cost + 1, 0);
        }
        self.by_cost[cost] += 1;
        self.least_cost = self.least_cost.min(cost);
    }

    /// The least cost of an open node.
    pub(crate) fn least_cost(&mut self) -> usize {
        while self.by_cost.get(self.least_cost) == Some(&0) {
            self.least_cost += 1;
        }
        self.least_cost
    }

    /// The least sum of cost and bound of an open node, in greedy order weighted; `None` if there
    /// is none. In balanced order, not above the level as long as a node is ready.
    pub(crate) fn least(&mut self) -> Option<usize> {
        let level = self.ready.least().map(|_| self.level);
        level.or_else(|| self.open.least())
    }

    /// The number of open nodes.
    pub(crate) fn open_len(&self) -> usize {
        self.open.len() + self.ready.len()
    }

    /// Makes every open node ready whose sum of cost and bound is at most `level`.
    ///
    /// # Errors
    /// If a limit is hit; the next call continues.
    pub(crate) fn raise(&mut self, level: usize, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        /// The work units of a node, for which a random access to memory counts most.
        const WORK: u64 = 2;
        self.level = level;
        while self.open.least().is_some_and(|least| least <= level) {
            meter.work(WORK)?;
            let Some((first, node)) = self.open.pop() else { break };
            let link = self.store.link(node);
            if self.is_current(&link, first) {
                self.ready.push(usize::from(link.cost), usize::from(link.bound), node);
            }
        }
        Ok(())
    }

    /// The least cost of a node that is ready, if there is one, and how many have it.
    pub(crate) fn least_ready(&mut self) -> Option<(usize, usize)> {
        self.ready.least().map(|least| (least, self.ready.count_of_least()))
    }

    /// Whether an entry with priority `first` is the latest of its node.
    fn is_current(&self, link: &Link, first: usize) -> bool {
        !link.is_closed && self.order.first(link) == first
    }

    /// Lets the node store take `rest` more bytes.
    pub(crate) fn let_grow(&mut self, rest: u64) {
        self.store.set_bytes_max(self.store.bytes_peak() + rest);
    }

    /// The memory of nodes, open list and tables, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.store.bytes_peak() + self.bytes_beside()
    }

    /// The memory of open list and tables, in bytes.
    pub(crate) fn bytes_beside(&self) -> u64 {
        let helpers: u64 = self.helpers.iter().map(|it| it.space.bytes()).sum();
        self.open.bytes() + self.ready.bytes() + self.space.bytes() + helpers
    }

    /// The number of nodes expanded by small searches inside the space.
    pub(crate) fn lemma_nodes(&self) -> u64 {
        let helpers: u64 = self.helpers.iter().map(|it| it.space.lemma_nodes()).sum();
        self.space.lemma_nodes() + helpers
    }

    /// Removes the next node from the open list, closes it, and returns it with its link.
    pub(crate) fn next(&mut self) -> Option<(NodeNumber, Link)> {
        loop {
            let (first, node) = self.pop()?;
            if let Some(link) = self.close(node, first) {
                return Some((node, link));
            }
        }
    }

    /// The same for one entry of the open list with the priority `first`; `None` if the node has
    /// been reached more cheaply since.
    pub(super) fn next_of(&mut self, first: usize) -> Option<(NodeNumber, Link)> {
        let (_, node) = self.pop()?;
        self.close(node, first).map(|link| (node, link))
    }

    fn pop(&mut self) -> Option<(usize, NodeNumber)> {
        if self.order == Order::Balanced { self.ready.pop() } else { self.open.pop() }
    }

    /// The least priority by which the next nodes are chosen.
    pub(super) fn least_priority(&mut self) -> Option<usize> {
        if self.order == Order::Balanced { self.ready.least() } else { self.open.least() }
    }

    /// The priority by which the next nodes are chosen.
    pub(super) fn priority(&self, link: &Link) -> usize {
        if self.order == Order::Balanced { usize::from(link.cost) } else { self.order.first(link) }
    }

    fn close(&mut self, node: NodeNumber, first: usize) -> Option<Link> {
        let mut link = self.store.link(node);
        // A node that has been reached more cheaply since has another entry.
        if link.is_closed || self.priority(&link) != first {
            return None;
        }
        link.is_closed = true;
        self.store.set_link(node, link);
        self.by_cost[usize::from(link.cost)] -= 1;
        Some(link)
    }

    /// Expands a node and calls `visit` for each successor that is new or cheaper than known.
    /// `limit` is the cost of a solution in hand: successors that cannot beat it are left out.
    pub(crate) fn expand(
        &mut self,
        node: NodeNumber,
        limit: Option<u32>,
        meter: &mut SearchMeter<'_>,
        mut visit: impl FnMut(&Visit<'_>),
    ) -> Result<(), Stop> {
        meter.count_node()?;
        let own = self.store.link(node);
        self.key.clear();
        self.key.extend_from_slice(self.store.key(node));
        self.space.prepare(meter)?;
        self.space.enter(&self.key, self.store.keeper(node));
        let mut edges = std::mem::take(&mut self.edges);
        self.space.edges(&mut edges);
        let effort = self.space.effort();
        meter.work(2 * effort)?;
        meter.units += edges.len() as u64;
        for &edge in &edges {
            meter.work(effort)?;
            self.follow(node, own, edge, limit, &mut visit)?;
        }
        self.edges = edges;
        Ok(())
    }

    fn follow(
        &mut self,
        node: NodeNumber,
        own: Link,
        edge: Edge,
        limit: Option<u32>,
        visit: &mut impl FnMut(&Visit<'_>),
    ) -> Result<(), Stop> {
        let mut successor = std::mem::take(&mut self.successor);
        let nodes = (&self.store, self.order);
        let admitted = match assess(&mut self.space, nodes, own, edge, limit, &mut successor) {
            Some(known) => self.admit(node, &successor, known, visit),
            None => Ok(()),
        };
        self.successor = successor;
        admitted
    }

    /// Stores a successor of a node, or its cheaper path if it is `known`.
    pub(super) fn admit(
        &mut self,
        parent: NodeNumber,
        successor: &Successor,
        known: Option<NodeNumber>,
        visit: &mut impl FnMut(&Visit<'_>),
    ) -> Result<(), Stop> {
        let &Successor { edge, cost, bound, ref state } = successor;
        let (leg, is_won) = (edge.leg, state.is_won);
        let link = Link { parent, leg, cost, bound, is_closed: false, is_won };
        let node = if let Some(known) = known {
            let before = self.store.link(known);
            if !before.is_closed {
                self.by_cost[usize::from(before.cost)] -= 1;
            }
            self.store.set_link(known, link);
            known
        } else {
            let inserted = self.store.insert(&state.key.words, state.keeper, state.hash, link);
            inserted.map_err(|Full| Stop::Memory)?
        };
        self.put(node, &link);
        visit(&Visit { node, state, cost });
        Ok(())
    }

    /// The path from a root to a node.
    pub(crate) fn way_to(&self, mut node: NodeNumber) -> Way {
        let mut way = Vec::new();
        loop {
            let link = self.store.link(node);
            if link.parent == NO_PARENT {
                break;
            }
            way.push(link.leg);
            node = link.parent;
        }
        way.reverse();
        way
    }
}
