//! Frozen boxes: blocked on every axis by walls, by each other, or by locked squares.

use sokolab_core::{Board, Direction, GoalKind, Square, SquareSet, State};

use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};

/// The largest subset of `boxes` in which every box has, on every axis, a wall or another member
/// beside it, or can only be pushed onto `locked` squares.
///
/// If no box may be pushed onto a locked square, none of these boxes can ever move: the first to
/// move would be pushed along a blocked axis.
#[must_use]
pub fn frozen(board: &Board, boxes: &SquareSet, locked: &SquareSet) -> SquareSet {
    let mut rest = boxes.clone();
    let mut pending: Vec<Square> = boxes.iter().collect();
    while let Some(square) = pending.pop() {
        if rest.contains(square) && is_movable(board, &rest, locked, square) {
            rest.remove(square);
            let beside = |&direction: &Direction| board.neighbour(square, direction);
            pending.extend(board.rules().pushes().list().iter().filter_map(beside));
        }
    }
    rest
}

fn is_movable(board: &Board, boxes: &SquareSet, locked: &SquareSet, square: Square) -> bool {
    let free = |direction| board.neighbour(square, direction).filter(|&it| !boxes.contains(it));
    board.rules().pushes().list().iter().any(|&direction| {
        let lands = |to| !locked.contains(to) && !board.dead_fields().contains(to);
        free(direction.opposite()).is_some() && free(direction).is_some_and(lands)
    })
}

/// A deadlock, if more boxes are frozen off the goals than are spare. `dead` are the dead squares.
#[must_use]
pub fn detect_freeze(board: &Board, dead: &SquareSet, state: &State) -> Option<Deadlock> {
    let spare = match spare_boxes(board, state) {
        Err(deadlock) => return Some(deadlock),
        Ok(spare) => spare,
    };
    // A spare box may be pushed onto a dead square to make way for others.
    let boxes = match spare {
        0 => frozen(board, &state.boxes, dead),
        _ => frozen(board, &state.boxes, &board.no_squares()),
    };
    let lost = match board.rules().goal() {
        GoalKind::Keep => boxes.difference(board.goals()).len(),
        GoalKind::Fill | GoalKind::Sink => boxes.len(),
    };
    (lost > spare).then_some(Deadlock { kind: DeadlockKind::Freeze, boxes, proof: Proof::Blocked })
}

#[cfg(test)]
mod tests {
    use super::{detect_freeze, frozen};
    use crate::dead_squares::dead_squares;
    use crate::push_distance::{KeeperWay, PushDistances};
    use crate::test_positions::random_positions;
    use sokolab_core::reference::layers;
    use sokolab_core::testing::position_in;
    use sokolab_core::{Board, Rules, SquareSet};

    fn dead(board: &Board) -> SquareSet {
        dead_squares(board, &PushDistances::new(board, KeeperWay::Walking))
    }

    /// `expected` counts the frozen boxes.
    #[track_caller]
    fn check(level: &str, rules: Rules, expected: usize, is_deadlock: bool) {
        let (board, state) = position_in(level, rules);
        let dead = dead(&board);
        assert_eq!(frozen(&board, &state.boxes, &dead).len(), expected);
        assert_eq!(detect_freeze(&board, &dead, &state).is_some(), is_deadlock);
    }

    #[test]
    fn four_boxes_in_a_square_freeze_unless_they_go_diagonally() {
        let level = "
            ########
            #      #
            # $$   #
            # $$ . #
            #    . #
            # @  ..#
            ########";
        check(level, Rules::OFFICIAL, 4, true);
        check(level, Rules::SINK, 4, true);
        check(level, Rules::NETHACK_DIAGONAL, 0, false);
    }

    #[test]
    fn boxes_frozen_on_goals_are_at_home() {
        check(
            "
            #######
            #**   #
            #@ $ .#
            #######",
            Rules::OFFICIAL,
            2,
            false,
        );
    }

    #[test]
    fn with_a_spare_box_one_frozen_box_is_a_loss_only() {
        let level = "
            #######
            #$    #
            #@ $ .#
            #######";
        check(level, Rules::OFFICIAL, 1, false);
        check(level, Rules::SINK, 1, true);
    }

    #[test]
    fn boxes_that_can_only_be_pushed_onto_dead_squares_are_frozen() {
        check(
            "
            ########
            #  $$  #
            #      #
            # @ .. #
            ########",
            Rules::OFFICIAL,
            2,
            true,
        );
    }

    #[test]
    fn frozen_boxes_never_move_on_random_boards() {
        for (_, board, state) in random_positions(40) {
            let still = frozen(&board, &state.boxes, &board.no_squares());
            for layer in layers(&board, &state).take(12) {
                assert!(layer.iter().all(|it| still.is_subset(&it.boxes)));
            }
        }
    }
}
