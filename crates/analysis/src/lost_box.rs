//! The simplest reason why a box of a state can be brought to no goal.

use sokolab_core::{Board, Push, Square, State, region, try_push};

use crate::locks::{Hold, LockSetting, locked_squares, said};

/// A box that can be brought to no goal, even with no other box in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LostBox {
    /// Where it stands.
    pub(crate) square: Square,
    /// How it is held back.
    pub(crate) hold: Hold,
    /// The predicate of the sentence about it.
    pub(crate) predicate: String,
}

/// The lost boxes of `state` among `boxes`, the one with the simplest reason first.
pub(crate) fn lost_box_reasons(
    board: &Board,
    state: &State,
    boxes: impl IntoIterator<Item = Square>,
) -> Vec<LostBox> {
    let setting = LockSetting::of_level(board, state);
    let locked = locked_squares(&setting).any;
    let reason = |square: Square| {
        let (predicate, hold) = match said(&setting, &locked, square) {
            plain if locked.contains(square) && plain.1 == Hold::NeverPushed => plain,
            _ if !is_ever_pushed(board, state, square) => (
                "can never be pushed: even with no other box in the way, the keeper cannot get to \
                 a side from which it could be pushed"
                    .to_owned(),
                Hold::NeverPushed,
            ),
            other if locked.contains(square) => other,
            _ => (
                "cannot be brought to a goal, even with no other box in the way: sooner or later \
                 the keeper cannot get behind it"
                    .to_owned(),
                Hold::NoGoal,
            ),
        };
        LostBox { square, hold, predicate }
    };
    let mut reasons: Vec<LostBox> = boxes.into_iter().map(reason).collect();
    reasons.sort_by(|one, other| one.hold.cmp(&other.hold));
    reasons
}

/// Whether the box on `square` could ever be pushed if it were alone on the board, with every hole
/// filled. Until it is pushed, further boxes and holes can only reduce the keeper's reach.
fn is_ever_pushed(board: &Board, state: &State, square: Square) -> bool {
    let mut boxes = board.no_squares();
    boxes.insert(square);
    let alone = State { boxes, filled: board.goals().clone(), keeper: state.keeper };
    let walked = region(board, &alone);
    board.rules().pushes().list().iter().any(|&direction| {
        let behind = board.neighbour(square, direction.opposite());
        behind.is_some_and(|it| walked.contains(it))
            && try_push(board, &alone, Push { from: square, direction }).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::lost_box_reasons;
    use sokolab_core::testing::position_in;
    use sokolab_core::{Rules, square_name};

    #[track_caller]
    fn check(picture: &str, expected: &[(&str, &str)]) {
        let (board, state) = position_in(picture, Rules::OFFICIAL);
        let found = lost_box_reasons(&board, &state, state.boxes.iter());
        let found: Vec<(String, &str)> =
            found.iter().map(|it| (square_name(&board, it.square), &*it.predicate)).collect();
        let expected: Vec<(String, &str)> =
            expected.iter().map(|it| (it.0.to_owned(), it.1)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_plainest_reason_comes_first() {
        check(
            "
            ########
            # $ ## #
            #@ $   #
            #  $##.#
            ######.#
            ######.#
            ########",
            &[
                ("d4", "cannot be pushed at all: there are walls to the right and below"),
                ("c2", "can only be pushed along the wall, and both ends of the wall are corners"),
                (
                    "d3",
                    "cannot be brought to a goal, even with no other box in the way: sooner or \
                     later the keeper cannot get behind it",
                ),
            ],
        );
    }

    #[test]
    fn a_keeper_on_the_wrong_side_can_never_push() {
        check(
            "
            #####
            ### #
            #@ $#
            ### #
            ###.#
            #####",
            &[(
                "d3",
                "can never be pushed: even with no other box in the way, the keeper cannot get to \
                 a side from which it could be pushed",
            )],
        );
    }
}
