//! The movable checker: a box is movable if on one axis both adjacent squares are floor or hold a
//! movable box.
//!
//! As published, but with all axes of the rule set instead of two. A box that is not movable is
//! frozen, wherever the goals are.

use sokolab_core::{Board, Direction, Square, SquareSet};

/// Those of `boxes` that are movable.
///
/// This is the least fixed point: movability must not depend on itself, so a 2 × 2 block of boxes
/// is not movable.
#[must_use]
pub fn movable(board: &Board, boxes: &SquareSet) -> SquareSet {
    let axes = board.rules().pushes().list().iter();
    let axes: Vec<Direction> =
        axes.copied().filter(|it| it.index() < it.opposite().index()).collect();
    let mut movable = board.no_squares();
    loop {
        let gives_way = |beside: Square| !boxes.contains(beside) || movable.contains(beside);
        let is_open = |square, direction| board.neighbour(square, direction).is_some_and(gives_way);
        let is_movable = |square: &Square| {
            let free =
                |&axis: &Direction| is_open(*square, axis) && is_open(*square, axis.opposite());
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
    use crate::trial::random_positions;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    /// `expected` counts the movable boxes.
    #[track_caller]
    fn check(level: &str, expected: usize) {
        let (board, state) = position_in(level, Rules::SINK);
        assert_eq!(movable(&board, &state.boxes).len(), expected);
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
    fn boxes_that_are_not_movable_are_frozen() {
        for (_, board, state) in random_positions(200) {
            let still = frozen(&board, &state.boxes, &board.no_squares());
            let stuck = state.boxes.difference(&movable(&board, &state.boxes));
            assert!(stuck.is_subset(&still));
            if board.dead_fields().is_empty() {
                assert_eq!(stuck, still);
            }
        }
    }
}
