//! A lone box on the board: its pushes from every square and every side the keeper may be on.

use std::collections::VecDeque;

use sokolab_core::{Board, GoalKind, Square, SquareSet};

use crate::sides::{Node, Sides};

/// Marks an unreachable node in a table of pushes.
pub(crate) const NEVER: u16 = u16::MAX;

/// The pushes of a lone box.
#[derive(Clone, Debug)]
pub(crate) struct LoneBox<'a> {
    pub(crate) board: &'a Board,
    /// The sides of the box that the keeper can be on.
    pub(crate) sides: &'a Sides,
    /// Squares that are closed like walls.
    pub(crate) walls: &'a SquareSet,
    /// Squares from which a box is never pushed on, because it disappears there.
    pub(crate) sinks: &'a SquareSet,
}

/// A push: the box goes from `from` to `to`, with the keeper on `keeper` behind it.
struct Push {
    keeper: Square,
    from: Square,
    to: Square,
}

impl LoneBox<'_> {
    /// For every node, the fewest pushes that bring the box onto one of `ends`, or [`NEVER`].
    /// Computed backwards, by pulling the box away from each end.
    pub(crate) fn pushes_to(&self, ends: impl IntoIterator<Item = Square>) -> Vec<u16> {
        let mut flood = Flood::new(self.sides);
        for end in ends {
            for node in self.sides.nodes(end) {
                flood.reach(end, node, 0);
            }
            if self.sides.nodes(end).is_empty() {
                // An open hole has no node, since no box ever rests there: start one push before
                // it.
                for push in self.pushes_onto(end) {
                    if let Some(node) = self.sides.node(push.from, push.keeper) {
                        flood.reach(push.from, node, 1);
                    }
                }
            }
        }
        // Keep the queue sorted: ends at distance one come after those at distance zero.
        flood.pending.make_contiguous().sort_by_key(|&(_, node)| flood.pushes[node]);
        while let Some((square, node, count)) = flood.next() {
            for push in self.pushes_onto(square) {
                if self.sides.node(square, push.from) != Some(node) {
                    continue;
                }
                if let Some(before) = self.sides.node(push.from, push.keeper) {
                    flood.reach(push.from, before, count);
                }
            }
        }
        flood.pushes
    }

    /// For every node, the fewest pushes to it from one of `starts`, each a square of the box and
    /// one of the keeper, or [`NEVER`].
    pub(crate) fn pushes_from(
        &self,
        starts: impl IntoIterator<Item = (Square, Square)>,
    ) -> Vec<u16> {
        let mut flood = Flood::new(self.sides);
        for (square, keeper) in starts {
            if let Some(node) = self.sides.node(square, keeper) {
                flood.reach(square, node, 0);
            }
        }
        while let Some((square, node, count)) = flood.next() {
            for push in self.pushes_off(square) {
                if self.sides.node(square, push.keeper) != Some(node) {
                    continue;
                }
                if let Some(after) = self.sides.node(push.to, square) {
                    flood.reach(push.to, after, count);
                }
            }
        }
        flood.pushes
    }

    fn pushes_onto(&self, to: Square) -> impl Iterator<Item = Push> + '_ {
        let directions = self.board.rules().pushes().list().iter();
        directions.filter_map(move |&direction| {
            let from = self.board.neighbour(to, direction.opposite())?;
            let keeper = self.board.neighbour(from, direction.opposite())?;
            self.allowed(Push { keeper, from, to })
        })
    }

    fn pushes_off(&self, from: Square) -> impl Iterator<Item = Push> + '_ {
        let directions = self.board.rules().pushes().list().iter();
        directions.filter_map(move |&direction| {
            let to = self.board.neighbour(from, direction)?;
            let keeper = self.board.neighbour(from, direction.opposite())?;
            self.allowed(Push { keeper, from, to })
        })
    }

    fn allowed(&self, push: Push) -> Option<Push> {
        let open = [push.keeper, push.from, push.to].iter().all(|it| !self.walls.contains(*it));
        let lands = !self.board.dead_fields().contains(push.to);
        (open && lands && !self.sinks.contains(push.from)).then_some(push)
    }
}

/// The squares of `board` on which a box always disappears: the sinks. Holes are excluded, because
/// they may be filled.
pub(crate) fn sinks(board: &Board) -> SquareSet {
    match board.rules().goal() {
        GoalKind::Sink => board.goals().clone(),
        GoalKind::Keep | GoalKind::Fill => board.no_squares(),
    }
}

/// A breadth-first search over nodes.
struct Flood {
    pushes: Vec<u16>,
    pending: VecDeque<(Square, Node)>,
}

impl Flood {
    fn new(sides: &Sides) -> Flood {
        Flood { pushes: vec![NEVER; sides.node_count()], pending: VecDeque::new() }
    }

    fn reach(&mut self, square: Square, node: Node, count: u16) {
        if self.pushes[node] == NEVER {
            self.pushes[node] = count;
            self.pending.push_back((square, node));
        }
    }

    /// The next node, and the number of pushes for its successors.
    fn next(&mut self) -> Option<(Square, Node, u16)> {
        let (square, node) = self.pending.pop_front()?;
        Some((square, node, self.pushes[node].saturating_add(1).min(NEVER - 1)))
    }
}
