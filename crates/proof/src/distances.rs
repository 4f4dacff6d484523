//! Push distances of a lone box: how many pushes bring it to each aim in the relaxed game.

use std::collections::VecDeque;

use sokolab_core::{Board, GoalKind, Square, State, region};

use crate::relaxed::{Relaxed, relaxed_pushes};

/// The most pairs of squares, and of lone boxes and aims, for which a table is made.
pub const PAIRS_MAX: usize = 4_000_000;

/// The number of a lone box on a square, with the keeper in one of its regions.
type Node = u32;

/// The fewest pushes of a lone box to every aim, by the square of the box and that of the keeper.
#[derive(Clone, Debug)]
pub struct PushTable {
    aims: Vec<Square>,
    square_count: usize,
    /// By the square of the box and that of the keeper.
    nodes: Vec<Option<Node>>,
    /// For each aim, by node.
    distances: Vec<Vec<Option<u32>>>,
}

/// The goals or, under rules with holes, those that are open at the start.
#[must_use]
pub fn aims(board: &Board, start: &State) -> Vec<Square> {
    board.goals().difference(&start.filled).iter().collect()
}

impl PushTable {
    /// The table of a level; `None` if it would be too large.
    #[must_use]
    pub fn new(board: &Board, start: &State) -> Option<PushTable> {
        let aims = aims(board, start);
        let square_count = board.square_count();
        if square_count.checked_mul(square_count)? > PAIRS_MAX {
            return None;
        }
        let nodes = vec![None; square_count * square_count];
        let mut table = PushTable { aims, square_count, nodes, distances: Vec::new() };
        let lone = table.number_nodes(board);
        if lone.len().checked_mul(table.aims.len())? > PAIRS_MAX {
            return None;
        }
        let parents = table.parents(board, start, &lone);
        let distances_to = |&aim: &Square| distances_to(aim, &lone, &parents);
        table.distances = table.aims.iter().map(distances_to).collect();
        Some(table)
    }

    /// Numbers every combination of a box and a region of the keeper.
    fn number_nodes(&mut self, board: &Board) -> Vec<Relaxed> {
        let mut lone = Vec::new();
        for square in board.squares() {
            for keeper in board.squares().filter(|&it| it != square) {
                if self.node(square, keeper).is_some() {
                    continue;
                }
                let mut boxes = board.no_squares();
                boxes.insert(square);
                let relaxed = Relaxed { boxes, keeper };
                for reached in region(board, &relaxed.state(board)).iter() {
                    self.nodes[square.index() * self.square_count + reached.index()] =
                        Some(lone.len() as Node);
                }
                lone.push(relaxed);
            }
        }
        lone
    }

    /// For every node, those from which a push leads to it. Nothing leaves a sink.
    fn parents(&self, board: &Board, start: &State, lone: &[Relaxed]) -> Vec<Vec<Node>> {
        let swallows = board.rules().goal() == GoalKind::Sink;
        let mut parents = vec![Vec::new(); lone.len()];
        for (node, relaxed) in lone.iter().enumerate() {
            if swallows && !relaxed.boxes.intersection(board.goals()).is_empty() {
                continue;
            }
            for (push, _) in relaxed_pushes(board, start, relaxed) {
                let to = board.neighbour(push.from, push.direction).expect("a push is on floor");
                let after = self.node(to, push.from).expect("the keeper is beside the box");
                parents[after as usize].push(node as Node);
            }
        }
        parents
    }

    /// The aims of the level.
    #[must_use]
    pub fn aims(&self) -> &[Square] {
        &self.aims
    }

    /// The node of a lone box and a keeper, who must not stand on the same square.
    #[must_use]
    pub fn node(&self, square: Square, keeper: Square) -> Option<u32> {
        self.nodes[square.index() * self.square_count + keeper.index()]
    }

    /// The fewest pushes from a node to the aim with this index; `None` if it cannot be reached.
    #[must_use]
    pub fn distance(&self, node: u32, aim: usize) -> Option<u32> {
        self.distances[aim][node as usize]
    }

    /// Whether a box cannot reach any aim, with the keeper where it is.
    #[must_use]
    pub fn is_lost(&self, square: Square, keeper: Square) -> bool {
        self.node(square, keeper)
            .is_none_or(|node| self.distances.iter().all(|to_aim| to_aim[node as usize].is_none()))
    }

    /// Whether a box on `square` cannot reach any aim, wherever the keeper is.
    #[must_use]
    pub fn is_dead(&self, board: &Board, square: Square) -> bool {
        board.squares().filter(|&it| it != square).all(|keeper| self.is_lost(square, keeper))
    }
}

/// The fewest pushes from every node to `aim`, by a backward search.
fn distances_to(aim: Square, lone: &[Relaxed], parents: &[Vec<Node>]) -> Vec<Option<u32>> {
    let mut distances = vec![None; lone.len()];
    let mut pending = VecDeque::new();
    for (node, relaxed) in lone.iter().enumerate() {
        if relaxed.boxes.contains(aim) {
            distances[node] = Some(0);
            pending.push_back((node as Node, 0));
        }
    }
    while let Some((node, distance)) = pending.pop_front() {
        for &parent in &parents[node as usize] {
            if distances[parent as usize].is_none() {
                distances[parent as usize] = Some(distance + 1);
                pending.push_back((parent, distance + 1));
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::PushTable;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    #[test]
    fn distances_count_pushes_and_know_where_the_keeper_is() {
        let text = "
            ########
            #@ $  .#
            ########";
        let (board, start) = position_in(text, Rules::OFFICIAL);
        let table = PushTable::new(&board, &start).expect("a small board");
        let distance = |square: usize, keeper: usize| {
            let node = table.node(board.square(square), board.square(keeper))?;
            table.distance(node, 0)
        };
        let behind: Vec<_> = (1..6).map(|square| distance(square, 0)).collect();
        assert_eq!(behind, [Some(4), Some(3), Some(2), Some(1), Some(0)]);
        assert_eq!((distance(2, 3), distance(0, 1)), (None, None));
        assert!(table.is_lost(board.square(2), board.square(3)));
        assert!(table.is_dead(&board, board.square(0)));
        assert!(!table.is_dead(&board, board.square(2)));
    }
}
