//! How many boxes may still be lost.

use sokolab_analysis::locks::frozen;
use sokolab_analysis::{KeeperWay, PushDistances, lost_boxes, spare_boxes};
use sokolab_core::{Board, GoalKind, State, check, demand, is_won};

use crate::verdict::level_of_state;

/// Maximum number of square-goal pairs; larger boards are skipped.
const PAIRS_MAX: usize = 60_000;

/// Number of boxes of `state` that may still be lost before it is lost itself: the spare boxes
/// minus those that are obviously lost. This is an upper bound, because a box may be lost in a way
/// that is not obvious.
///
/// `None` if too many boxes are lost, or if the board is too large for a quick answer.
#[must_use]
pub fn boxes_to_spare(board: &Board, state: &State) -> Option<usize> {
    if is_won(board, state) || demand(board, state).count() == 0 {
        return Some(state.boxes.len());
    }
    if board.square_count() * board.goals().len().max(1) > PAIRS_MAX {
        return None;
    }
    let (now, start) = check(&level_of_state(board, state)).ok()?;
    let spare = spare_boxes(&now, &start).ok()?;
    let lost = lost_boxes(&now, &PushDistances::new(&now, KeeperWay::Walking), &start);
    let still = frozen(&now, &start.boxes, &now.no_squares());
    let still = match now.rules().goal() {
        GoalKind::Keep => still.difference(now.goals()),
        GoalKind::Fill | GoalKind::Sink => still,
    };
    spare.checked_sub(lost.union(&still).len())
}

#[cfg(test)]
mod tests {
    use super::boxes_to_spare;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    #[track_caller]
    fn check(picture: &str, rules: Rules, expected: Option<usize>) {
        let (board, state) = position_in(picture, rules);
        assert_eq!(boxes_to_spare(&board, &state), expected);
    }

    #[test]
    fn boulders_in_corners_and_boulders_that_a_hole_needs_cannot_be_spared() {
        let picture = "
            ---------
            |0......|
            |@.0.0.^<
            |.......|
            ---------";
        check(picture, Rules::NETHACK, Some(1));
        check(picture, Rules::SINK, None);
        // The hole need not be filled: it is not on the way to the exit.
        let picture = "
            ---------
            |0.^...0|
            |@......<
            ---------";
        check(picture, Rules::NETHACK, Some(2));
        let picture = "
            ---------
            |0......|
            |@.....^<
            |......0|
            ---------";
        check(picture, Rules::NETHACK, None);
    }
}
