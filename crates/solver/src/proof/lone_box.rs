//! The board of a level with the push distances of a lone box.
//!
//! They equal those of the checker's `PushTable`, which follows the reference rules and is slow on
//! purpose: on a small level, it would take longer than the search.

use std::collections::VecDeque;

use sokolab_core::{Board, State};
use sokolab_proof::{PAIRS_MAX, Symmetries};

use super::distances::{Distances, NO_NODE};
use super::proof_board::{NO_SQUARE, Position, ProofBoard, Walk, back, region_labels};

/// The tables of a level; `None` if its board is too large for the checker, too.
pub(super) fn prepare<'a>(
    board: &'a Board,
    start: &'a State,
    symmetries: &Symmetries,
) -> Option<ProofBoard<'a>> {
    let count = board.square_count();
    if count.checked_mul(count)? > PAIRS_MAX {
        return None;
    }
    let ground = ProofBoard::new(board, start, symmetries);
    let (nodes, boxes) = numbered(&ground);
    if boxes.len().checked_mul(ground.aims.len())? > PAIRS_MAX {
        return None;
    }
    let mut distances = Distances::new(nodes, count, boxes.len(), ground.aims.len());
    let mut pending = VecDeque::new();
    for aim in 0..ground.aims.len() {
        spread(&ground, &mut distances, aim, &boxes, &mut pending);
    }
    Some(ground.with_distances(distances))
}

/// Gives every lone box with a keeper's region a number: by square of the box and square of the
/// keeper. Also returns the square of the box of each node.
fn numbered(ground: &ProofBoard<'_>) -> (Vec<u32>, Vec<u16>) {
    let mut position = Position::empty(ground);
    let mut walk = Walk::new(ground);
    let without_box = region_labels(ground, &mut position, &mut walk);
    let mut nodes = vec![NO_NODE; ground.count * ground.count];
    let mut boxes = Vec::new();
    let mut node_of_label = Vec::new();
    for square in 0..ground.count as u16 {
        let parted;
        let labels = if ground.parts_around(square, NO_SQUARE) == 1 {
            &without_box
        } else {
            position.place([square].into_iter());
            parted = region_labels(ground, &mut position, &mut walk);
            &parted
        };
        node_of_label.clear();
        node_of_label.resize(ground.count, NO_NODE);
        let row = usize::from(square) * ground.count;
        for keeper in (0..ground.count).filter(|&it| it != usize::from(square)) {
            let node = &mut node_of_label[usize::from(labels[keeper])];
            if *node == NO_NODE {
                *node = boxes.len() as u32;
                boxes.push(square);
            }
            nodes[row + keeper] = *node;
        }
    }
    (nodes, boxes)
}

/// Counts the pushes to an aim backwards.
fn spread(
    ground: &ProofBoard<'_>,
    distances: &mut Distances,
    aim: usize,
    boxes: &[u16],
    pending: &mut VecDeque<(u32, u32)>,
) {
    for keeper in 0..ground.count as u16 {
        let node = distances.node(ground.aims[aim], keeper);
        if distances.note(node, aim, 0) {
            pending.push_back((node, 0));
        }
    }
    while let Some((node, count)) = pending.pop_front() {
        let square = boxes[node as usize];
        for way in 0..ground.push_ways {
            let from = ground.beside(square, back(way));
            if from == NO_SQUARE || distances.node(square, from) != node {
                continue;
            }
            let before = before(ground, distances, from, way);
            if distances.note(before, aim, count + 1) {
                pending.push_back((before, count + 1));
            }
        }
    }
}

/// The node of a box on `from` that can be pushed.
fn before(ground: &ProofBoard<'_>, distances: &Distances, from: u16, way: usize) -> u32 {
    let behind = ground.beside(from, back(way));
    if behind == NO_SQUARE || ground.swallows(from) || ground.landing(from, way).is_none() {
        return NO_NODE;
    }
    distances.node(from, behind)
}

#[cfg(test)]
mod tests {
    use super::prepare;
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
                let ground = prepare(&board, &start, &symmetries).expect("a small board");
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
