//! Push distances of a lone box, computed with the tables of the search.
//!
//! They equal those of the checker's `PushTable`, which follows the reference rules and is slow on
//! purpose: on a small level, it would take longer than the search.

use std::collections::VecDeque;

use sokolab_core::GoalKind;
use sokolab_proof::PAIRS_MAX;

use super::ground::{NO, Position, ProofBoard, Walk, back, region_labels};

/// Stands for "no node": a keeper on the square of the box, or a box on a sink.
const NO_NODE: u32 = u32::MAX;

/// Stands for "no way".
const NO_WAY: u32 = u32::MAX;

/// The fewest pushes of a lone box to every aim.
#[derive(Debug, Default)]
pub(super) struct Distances {
    square_count: usize,
    aim_count: usize,
    /// By square of the box and square of the keeper: the number of the pair. Keepers in one region
    /// share it.
    nodes: Vec<u32>,
    /// By node and aim.
    pushes: Vec<u32>,
    is_lost: Vec<bool>,
}

impl Distances {
    /// The distances on a board; `None` if it is too large for the checker, too.
    pub(super) fn new(ground: &ProofBoard<'_>) -> Option<Distances> {
        let (square_count, aim_count) = (ground.count, ground.aims.len());
        if square_count.checked_mul(square_count)? > PAIRS_MAX {
            return None;
        }
        let nodes = vec![NO_NODE; square_count * square_count];
        let (pushes, is_lost) = (Vec::new(), Vec::new());
        let mut distances = Distances { square_count, aim_count, nodes, pushes, is_lost };
        let boxes = distances.number_nodes(ground);
        if boxes.len().checked_mul(aim_count)? > PAIRS_MAX {
            return None;
        }
        distances.pushes = vec![NO_WAY; boxes.len() * aim_count];
        let mut pending = VecDeque::new();
        for aim in 0..aim_count {
            distances.spread(ground, aim, &boxes, &mut pending);
        }
        let reaches_none = |node: usize| {
            distances.pushes[node * aim_count..(node + 1) * aim_count]
                .iter()
                .all(|&it| it == NO_WAY)
        };
        distances.is_lost = (0..boxes.len()).map(reaches_none).collect();
        Some(distances)
    }

    /// Gives every lone box with a keeper's region a number. Returns the square of the box of each
    /// node.
    fn number_nodes(&mut self, ground: &ProofBoard<'_>) -> Vec<u16> {
        let mut position = Position::empty(ground);
        let mut walk = Walk::new(ground);
        let without_box = region_labels(ground, &mut position, &mut walk);
        let mut boxes = Vec::new();
        let mut renamed = Vec::new();
        for square in 0..ground.count as u16 {
            if ground.swallows(square) {
                continue;
            }
            let parted;
            let labels = if ground.parts_around(square, NO) == 1 {
                &without_box
            } else {
                position.place([square].into_iter());
                parted = region_labels(ground, &mut position, &mut walk);
                &parted
            };
            renamed.clear();
            renamed.resize(ground.count, NO_NODE);
            let row = usize::from(square) * self.square_count;
            for keeper in (0..self.square_count).filter(|&it| it != usize::from(square)) {
                let node = &mut renamed[usize::from(labels[keeper])];
                if *node == NO_NODE {
                    *node = boxes.len() as u32;
                    boxes.push(square);
                }
                self.nodes[row + keeper] = *node;
            }
        }
        boxes
    }

    /// Counts the pushes to an aim backwards.
    fn spread(
        &mut self,
        ground: &ProofBoard<'_>,
        aim: usize,
        boxes: &[u16],
        pending: &mut VecDeque<(u32, u32)>,
    ) {
        let square = ground.aims[aim];
        let row = usize::from(square) * self.square_count;
        if ground.goal_kind == GoalKind::Sink {
            for way in 0..ground.push_ways {
                self.reach(self.before(ground, square, way), aim, 1, pending);
            }
        } else {
            for keeper in 0..self.square_count {
                self.reach(self.nodes[row + keeper], aim, 0, pending);
            }
        }
        while let Some((node, count)) = pending.pop_front() {
            let square = boxes[node as usize];
            for way in 0..ground.push_ways {
                let from = ground.beside(square, back(way));
                if from != NO && self.node(square, from) == node {
                    self.reach(self.before(ground, square, way), aim, count + 1, pending);
                }
            }
        }
    }

    /// Notes the distance of a node to an aim, unless it is known.
    fn reach(&mut self, node: u32, aim: usize, count: u32, pending: &mut VecDeque<(u32, u32)>) {
        if node == NO_NODE {
            return;
        }
        let known = &mut self.pushes[node as usize * self.aim_count + aim];
        if *known == NO_WAY {
            *known = count;
            pending.push_back((node, count));
        }
    }

    /// The node from which a push moves the box to `to`.
    fn before(&self, ground: &ProofBoard<'_>, to: u16, way: usize) -> u32 {
        let from = ground.beside(to, back(way));
        if from == NO || ground.landing(from, way).is_none() {
            return NO_NODE;
        }
        let behind = ground.beside(from, back(way));
        if behind == NO { NO_NODE } else { self.node(from, behind) }
    }

    fn node(&self, square: u16, keeper: u16) -> u32 {
        self.nodes[usize::from(square) * self.square_count + usize::from(keeper)]
    }

    /// The fewest pushes to the aim with this number.
    #[inline]
    pub(super) fn get(&self, square: u16, keeper: u16, aim: u16) -> Option<u32> {
        let node = self.node(square, keeper);
        if node == NO_NODE {
            return None;
        }
        let count = self.pushes[node as usize * self.aim_count + usize::from(aim)];
        (count != NO_WAY).then_some(count)
    }

    /// Whether a box can reach no aim, the keeper being where it is.
    pub(super) fn is_lost(&self, square: u16, keeper: u16) -> bool {
        let node = self.node(square, keeper);
        node == NO_NODE || self.is_lost[node as usize]
    }

    /// Whether a box on `square` can reach no aim, wherever the keeper is.
    pub(super) fn is_dead(&self, ground: &ProofBoard<'_>, square: u16) -> bool {
        let keepers = 0..ground.count as u16;
        !ground.swallows(square) && keepers.into_iter().all(|keeper| self.is_lost(square, keeper))
    }
}

#[cfg(test)]
mod tests {
    use crate::proof::ground::ProofBoard;
    use sokolab_core::testing::{is_slow, random_levels};
    use sokolab_core::{Rules, check};
    use sokolab_proof::{Facts, Symmetries};

    #[test]
    fn distances_equal_those_of_the_checker() {
        for rules in Rules::ALL {
            for level in random_levels(rules, if is_slow() { 20_000 } else { 1_000 }) {
                let (board, start) = check(&level).expect("a playable level");
                let facts = Facts::new(&board, &start).expect("a small board");
                let symmetries = Symmetries::new(&board, &start);
                let ground = ProofBoard::new(&board, &start, &symmetries).expect("a small board");
                for square in board.squares() {
                    let at = square.index() as u16;
                    let is_dead = facts.dead_squares().contains(square);
                    assert_eq!(ground.is_dead[square.index()], is_dead, "{level:?}");
                    for keeper in board.squares().filter(|&it| it != square) {
                        let from = keeper.index() as u16;
                        let is_lost = facts.table.is_lost(square, keeper);
                        assert_eq!(ground.distances.is_lost(at, from), is_lost, "{level:?}");
                        let node = facts.table.node(square, keeper);
                        for aim in 0..facts.table.aims().len() {
                            let expected = node.and_then(|it| facts.table.distance(it, aim));
                            let found = ground.distances.get(at, from, aim as u16);
                            assert_eq!(found, expected, "{level:?}");
                        }
                    }
                }
            }
        }
    }
}
