//! Splits the floor at separating tunnels, and builds the graph of the parts.

use sokolab_core::{Board, Direction, Square, SquareSet};

use super::{ChamberKind, CorridorEnd};
use crate::floor_graph::{Parts, beside};
use crate::tunnels::Tunnels;

/// A future chamber.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: ChamberKind,
    pub(super) squares: Vec<Square>,
}

/// A future corridor. Its ends refer to nodes until the graph is finished.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) squares: Vec<Square>,
    pub(super) ends: [CorridorEnd; 2],
}

impl Edge {
    /// Swaps the two ends.
    pub(super) fn turn(&mut self) {
        self.squares.reverse();
        self.ends.reverse();
    }
}

/// The graph under construction; nodes that were merged into others are `None`.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    pub(super) nodes: Vec<Option<Node>>,
    pub(super) edges: Vec<Edge>,
}

pub(super) fn split(board: &Board, cut_squares: &SquareSet, tunnels: &Tunnels) -> Sketch {
    let separates = |square: Square| cut_squares.contains(square) && tunnels.axis(square).is_some();
    let parts = Parts::of(board, separates);
    let areas = parts.squares(board).into_iter();
    let mut sketch = Sketch {
        nodes: areas.map(|squares| Some(Node { kind: ChamberKind::Area, squares })).collect(),
        edges: Vec::new(),
    };
    for square in board.squares().filter(|&it| separates(it)) {
        let axis = tunnels.axis(square).expect("it separates");
        let goes_on = |from: Square, way: Direction| {
            let next = board.neighbour(from, way);
            next.filter(|&it| separates(it) && tunnels.axis(it) == Some(axis))
        };
        if goes_on(square, axis.opposite()).is_some() {
            continue;
        }
        let run: Vec<Square> =
            std::iter::successors(Some(square), |&last| goes_on(last, axis)).collect();
        let end = |last: Square, way: Direction| {
            let square = port(board, &parts, last, way);
            let node = parts.part_of[square.index()].expect("a port is in an area");
            CorridorEnd { chamber: node as usize, square }
        };
        let ends = [end(run[0], axis.opposite()), end(run[run.len() - 1], axis)];
        cut_goals_out(board, Edge { squares: run, ends }, &mut sketch);
    }
    absorb_last_goals(board, &mut sketch);
    sketch
}

/// The square of an area just beyond the end of a run.
fn port(board: &Board, parts: &Parts, last: Square, way: Direction) -> Square {
    let is_area = |it: &Square| parts.part_of[it.index()].is_some();
    let ahead = board.neighbour(last, way).filter(is_area);
    // Where a diagonal tunnel meets a straight one, the run continues in another; both touch the
    // area between them, which lies beside the path ahead.
    let is_ahead = |it: &Square| {
        let ((x, y), (beside_x, beside_y)) = (board.position(last), board.position(*it));
        let across = beside_x as i32 - x as i32;
        let down = beside_y as i32 - y as i32;
        across * way.dx() + down * way.dy() > 0
    };
    let near = beside(board, last).filter(is_area).find(is_ahead);
    ahead.or(near).expect("two runs never meet without an area between them")
}

/// Turns the stretch from the first to the last goal of a run into a chamber, and the rest on both
/// sides into corridors.
fn cut_goals_out(board: &Board, edge: Edge, sketch: &mut Sketch) {
    let is_goal = |square: &Square| board.goals().contains(*square);
    let (first, last) =
        (edge.squares.iter().position(is_goal), edge.squares.iter().rposition(is_goal));
    let (Some(first), Some(last)) = (first, last) else {
        sketch.edges.push(edge);
        return;
    };
    let (before, rest) = edge.squares.split_at(first);
    let (goals, after) = rest.split_at(last + 1 - first);
    let chamber = sketch.nodes.len();
    let node = Node { kind: ChamberKind::GoalCorridor, squares: goals.to_vec() };
    sketch.nodes.push(Some(node));
    let here = |square| CorridorEnd { chamber, square };
    let (entry, exit) = (here(goals[0]), here(goals[goals.len() - 1]));
    sketch.edges.push(Edge { squares: before.to_vec(), ends: [edge.ends[0], entry] });
    sketch.edges.push(Edge { squares: after.to_vec(), ends: [exit, edge.ends[1]] });
}

/// Merges the goal at the dead end of a corridor with the goals before it; without any, it is a
/// goal corridor by itself.
fn absorb_last_goals(board: &Board, sketch: &mut Sketch) {
    let is_last_goal = |node: &Option<Node>| {
        node.as_ref().is_some_and(|node| {
            let sole = node.squares.len() == 1 && node.kind == ChamberKind::Area;
            let square = node.squares[0];
            sole && board.goals().contains(square) && beside(board, square).count() == 1
        })
    };
    for edge in &mut sketch.edges {
        for _ in 0..2 {
            edge.turn();
            let [near, far] = edge.ends;
            if !is_last_goal(&sketch.nodes[far.chamber]) {
                continue;
            }
            let before = sketch.nodes[near.chamber].as_mut();
            let before = before.filter(|it| it.kind == ChamberKind::GoalCorridor);
            if let Some(before) = before.filter(|_| edge.squares.is_empty()) {
                before.squares.push(far.square);
                sketch.nodes[far.chamber] = None;
            } else if let Some(alone) = &mut sketch.nodes[far.chamber] {
                alone.kind = ChamberKind::GoalCorridor;
            }
        }
    }
    let nodes = &sketch.nodes;
    sketch.edges.retain(|edge| edge.ends.iter().all(|end| nodes[end.chamber].is_some()));
}
