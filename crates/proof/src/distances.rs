//! Push distances of a lone box, the keeper's own way ignored.

use std::collections::VecDeque;

use sokolab_core::{Board, Square, State};

/// The most pairs of squares and aims for which a table is made.
const PAIRS_MAX: usize = 20_000_000;

/// The fewest pushes from every square to every aim.
#[derive(Clone, Debug)]
pub struct PushTable {
    aims: Vec<Square>,
    /// For each aim, by square.
    distances: Vec<Vec<Option<u32>>>,
}

impl PushTable {
    /// The table of a level; `None` if it would be too large.
    #[must_use]
    pub fn new(board: &Board, start: &State) -> Option<PushTable> {
        let aims: Vec<Square> = board.goals().difference(&start.filled).iter().collect();
        if aims.len().checked_mul(board.square_count())? > PAIRS_MAX {
            return None;
        }
        let distances = aims.iter().map(|&aim| distances_to(board, aim)).collect();
        Some(PushTable { aims, distances })
    }

    /// The goals or, under rules with holes, those that are open at the start.
    #[must_use]
    pub fn aims(&self) -> &[Square] {
        &self.aims
    }

    /// The fewest pushes from `square` to the aim with this index; `None` if there is no way.
    #[must_use]
    pub fn distance(&self, square: Square, aim: usize) -> Option<u32> {
        self.distances[aim][square.index()]
    }

    /// Whether a box on `square` can reach no aim.
    #[must_use]
    pub fn is_dead(&self, square: Square) -> bool {
        self.distances.iter().all(|to_aim| to_aim[square.index()].is_none())
    }
}

/// The fewest pushes from every square to `aim`, counted backwards.
fn distances_to(board: &Board, aim: Square) -> Vec<Option<u32>> {
    let mut distances = vec![None; board.square_count()];
    distances[aim.index()] = Some(0);
    let mut pending = VecDeque::from([(aim, 0)]);
    while let Some((to, distance)) = pending.pop_front() {
        if board.dead_fields().contains(to) {
            continue;
        }
        for direction in board.rules().pushes().list() {
            let back = direction.opposite();
            let Some(from) = board.neighbour(to, back) else { continue };
            if board.neighbour(from, back).is_some() && distances[from.index()].is_none() {
                distances[from.index()] = Some(distance + 1);
                pending.push_back((from, distance + 1));
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
    fn distances_count_pushes_and_corners_are_dead() {
        let text = "
            ######
            #@ $.#
            ######";
        let (board, start) = position_in(text, Rules::OFFICIAL);
        let table = PushTable::new(&board, &start).expect("a small board");
        let found: Vec<_> = board.squares().map(|it| table.distance(it, 0)).collect();
        assert_eq!(found, [None, Some(2), Some(1), Some(0)]);
        assert!(table.is_dead(board.square(0)) && !table.is_dead(board.square(1)));
    }
}
