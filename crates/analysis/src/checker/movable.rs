//! The movable checker: a box is movable if on one axis both adjacent squares are floor or hold a
//! movable box, and one of them at least is not dead.
//!
//! As published, but with all axes of the rule set instead of two. The text does not mention dead
//! squares; the program behind it looks at them. A box that is not movable is frozen, wherever the
//! goals are, or can only move to a dead square.

use sokolab_core::{Board, Direction, Square, SquareSet};

/// Those of `boxes` that are movable without a push onto one of the squares in `dead`.
///
/// This is the least fixed point: movability must not depend on itself, so a 2 × 2 block of boxes
/// is not movable.
#[must_use]
pub fn movable(board: &Board, boxes: &SquareSet, dead: &SquareSet) -> SquareSet {
    let axes = board.rules().pushes().list().iter();
    let axes: Vec<Direction> =
        axes.copied().filter(|it| it.index() < it.opposite().index()).collect();
    let mut movable = board.no_squares();
    loop {
        let gives_way = |beside: Square| !boxes.contains(beside) || movable.contains(beside);
        let is_alive = |beside: Square| !dead.contains(beside);
        let is_open = |square, direction| board.neighbour(square, direction).is_some_and(gives_way);
        let is_movable = |square: &Square| {
            let free = |&axis: &Direction| {
                let ways = [axis, axis.opposite()];
                let is_alive = |way| board.neighbour(*square, way).is_some_and(is_alive);
                ways.into_iter().all(|way| is_open(*square, way)) && ways.into_iter().any(is_alive)
            };
            axes.iter().any(free)
        };
        let found: Vec<Square> = boxes.difference(&movable).iter().filter(is_movable).collect();
        if found.is_empty() {
            return movable;
        }
        movable.extend(found);
    }
}

#[cfg(test)]
mod tests {
    use super::movable;
    use crate::locks::frozen;
    use crate::test_positions::random_positions;
    use sokolab_core::testing::position_in;
    use sokolab_core::{Direction, Rules};

    /// `expected` counts the movable boxes.
    #[track_caller]
    fn check(level: &str, expected: usize) {
        let (board, state) = position_in(level, Rules::SINK);
        assert_eq!(movable(&board, &state.boxes, &board.no_squares()).len(), expected);
    }

    #[test]
    fn four_in_a_square_are_not_movable() {
        check(
            "
            ######
            #@  .#
            # $$ #
            # $$ #
            #    #
            ######",
            0,
        );
    }

    #[test]
    fn three_in_an_angle_are_movable() {
        check(
            "
            #####
            #@ .#
            # $$#
            # $ #
            #   #
            #####",
            3,
        );
    }

    #[test]
    fn a_box_between_dead_squares_is_not_movable() {
        let (board, state) = position_in(
            "
            ######
            #@   #
            # $  #
            #   .#
            ######",
            Rules::SINK,
        );
        let square = state.boxes.first().expect("a box");
        let beside = |it| board.neighbour(square, it).expect("floor");
        let mut dead = board.no_squares();
        dead.extend(Direction::ORTHOGONAL.into_iter().take(3).map(beside));
        assert_eq!(movable(&board, &state.boxes, &dead).len(), 1);
        dead.extend(Direction::ORTHOGONAL.into_iter().map(beside));
        assert_eq!(movable(&board, &state.boxes, &dead).len(), 0);
    }

    #[test]
    fn boxes_that_are_not_movable_are_frozen() {
        for (_, board, state) in random_positions(200) {
            let still = frozen(&board, &state.boxes, &board.no_squares());
            let stuck = state.boxes.difference(&movable(&board, &state.boxes, &board.no_squares()));
            assert!(stuck.is_subset(&still));
            if board.dead_fields().is_empty() {
                assert_eq!(stuck, still);
            }
        }
    }
}
