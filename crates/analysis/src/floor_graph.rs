//! The floor as a graph: connectivity for a keeper without boxes in its way.
//!
//! Holes count as filled: a hole can be filled, and what is disconnected with filled holes is also
//! disconnected with open ones.

use sokolab_core::{Board, Direction, Directions, Rules, Square, Squeezing};

/// The directions that determine connectivity under `rules`.
///
/// Where squeezing is forbidden, one of the two squares beside a diagonal step is free, so the step
/// only shortens a walk: rows and columns alone determine connectivity, wherever boxes stand. Under
/// every rule set these are also the directions of pushes.
pub(crate) fn passages(rules: Rules) -> &'static [Direction] {
    match rules.squeezing() {
        Squeezing::Forbidden => Directions::Four.list(),
        Squeezing::Allowed => rules.steps().list(),
    }
}

/// The neighbours of `square` in the graph, in the order of directions.
pub(crate) fn beside(board: &Board, square: Square) -> impl Iterator<Item = Square> + '_ {
    passages(board.rules()).iter().filter_map(move |&it| board.neighbour(square, it))
}

/// The connected parts of the floor after removing the squares `lost`.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The part of each square; `None` for removed squares.
    pub(crate) part_of: Vec<Option<u32>>,
    /// Number of parts, which are numbered by their first squares.
    pub(crate) count: usize,
}

impl Parts {
    pub(crate) fn of(board: &Board, lost: impl Fn(Square) -> bool) -> Parts {
        let mut parts = Parts { part_of: vec![None; board.square_count()], count: 0 };
        let mut pending = Vec::new();
        for start in board.squares() {
            if lost(start) || parts.part_of[start.index()].is_some() {
                continue;
            }
            let part = Some(parts.count as u32);
            parts.count += 1;
            parts.part_of[start.index()] = part;
            pending.push(start);
            while let Some(from) = pending.pop() {
                for to in beside(board, from) {
                    if parts.part_of[to.index()].is_none() && !lost(to) {
                        parts.part_of[to.index()] = part;
                        pending.push(to);
                    }
                }
            }
        }
        parts
    }

    /// The squares of each part, ascending.
    pub(crate) fn squares(&self, board: &Board) -> Vec<Vec<Square>> {
        let mut squares = vec![Vec::new(); self.count];
        for square in board.squares() {
            if let Some(part) = self.part_of[square.index()] {
                squares[part as usize].push(square);
            }
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::{Parts, passages};
    use crate::test_boards::boards;
    use sokolab_core::{Board, Rules, Square, State, normalized};

    /// Number of regions that a keeper can be in with one box on the square `lost`.
    fn regions(board: &Board, lost: usize) -> usize {
        let mut boxes = board.no_squares();
        boxes.insert(board.square(lost));
        let first = |&keeper: &Square| {
            let filled = board.goals().clone();
            let state = State { boxes: boxes.clone(), filled, keeper };
            !boxes.contains(keeper) && normalized(board, &state) == state
        };
        board.squares().filter(first).count()
    }

    #[test]
    fn parts_are_the_regions_around_a_box_under_every_rule_set() {
        for rules in Rules::ALL {
            for board in boards(rules, 17, 100) {
                for lost in board.squares() {
                    let parts = Parts::of(&board, |it| it == lost);
                    assert_eq!(parts.count, regions(&board, lost.index()));
                }
            }
        }
    }

    #[test]
    fn pushes_go_where_the_floor_hangs_together() {
        for rules in Rules::ALL {
            assert_eq!(passages(rules), rules.pushes().list());
        }
    }
}
