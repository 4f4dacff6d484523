//! Merges bends into their corridors: a bend is not a chamber, because no box can be used there.

use sokolab_core::{Board, Square};

use super::split::{Edge, Node, Sketch};
use crate::floor_graph::beside;
use crate::tunnels::Tunnels;

/// Joins the two corridors at every node that consists of bends only.
///
/// Goals and exits remain chambers: they matter even if no box leaves them.
pub(super) fn merge_bends(board: &Board, tunnels: &Tunnels, mut sketch: Sketch) -> Sketch {
    let is_plain_bend = |&square: &Square| {
        let counts = board.goals().contains(square) || board.exits().contains(square);
        tunnels.is_bend(square) && !counts
    };
    let mut edges_of = vec![Vec::new(); sketch.nodes.len()];
    for (index, edge) in sketch.edges.iter().enumerate() {
        edge.ends.iter().for_each(|end| edges_of[end.chamber].push(index));
    }
    let mut edges: Vec<Option<Edge>> = sketch.edges.into_iter().map(Some).collect();
    for node in 0..sketch.nodes.len() {
        let is_bend = |it: &&mut Node| it.squares.iter().all(is_plain_bend);
        let Some(bend) = sketch.nodes[node].as_mut().filter(is_bend) else { continue };
        let &[one, two] = &edges_of[node][..] else { continue };
        let (Some(mut first), Some(mut second)) = (edges[one].take(), edges[two].take()) else {
            unreachable!("an edge is moved only with all that refers to it")
        };
        if first.ends[1].chamber != node {
            first.turn();
        }
        if second.ends[0].chamber != node {
            second.turn();
        }
        first.squares.extend(chain(board, &bend.squares, first.ends[1].square));
        first.squares.append(&mut second.squares);
        first.ends[1] = second.ends[1];
        for edge in &mut edges_of[second.ends[1].chamber] {
            if *edge == two {
                *edge = one;
            }
        }
        edges[one] = Some(first);
        sketch.nodes[node] = None;
    }
    Sketch { nodes: sketch.nodes, edges: edges.into_iter().flatten().collect() }
}

/// The bends, given in ascending order, sorted along the path that begins at `first`.
fn chain(board: &Board, bends: &[Square], first: Square) -> Vec<Square> {
    let mut chain = vec![first];
    let mut before = first;
    let next = |at: Square, before: Square| {
        let mut ways = beside(board, at);
        ways.find(|it| *it != before && bends.binary_search(it).is_ok())
    };
    while let Some(square) = next(chain[chain.len() - 1], before) {
        before = chain[chain.len() - 1];
        chain.push(square);
    }
    debug_assert_eq!(chain.len(), bends.len());
    chain
}
