//! Floor beyond the puzzle: squares that the keeper reaches only across a filled hole, by an exit
//! or through a door.
//!
//! The last level of `NetHack`'s branch has the rooms for its prize there. No solution needs them,
//! but the game does, so they are not reported as waste.

use sokolab_core::{Board, GoalKind, Square, SquareSet, State};

/// The squares of `board` that the keeper of `state` could not reach without passing an open hole,
/// an exit or a door, even if there were no boxes. Includes those holes, exits and doors.
#[must_use]
pub fn beyond(board: &Board, state: &State) -> SquareSet {
    let is_threshold = |square: Square| {
        let is_hole = board.rules().goal() == GoalKind::Fill && state.is_open_hole(board, square);
        is_hole || board.exits().contains(square) || board.doors().contains(square)
    };
    let mut before = board.no_squares();
    before.insert(state.keeper);
    let mut pending = vec![state.keeper];
    while let Some(from) = pending.pop() {
        let near = board.rules().steps().list().iter();
        for to in near.filter_map(|&it| board.neighbour(from, it)) {
            if !is_threshold(to) && before.insert(to) {
                pending.push(to);
            }
        }
    }
    let mut beyond = board.no_squares();
    beyond.extend(board.squares().filter(|&it| !before.contains(it)));
    beyond
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::level_in;
    use sokolab_core::{Rules, check, square_name};

    use super::beyond;

    #[track_caller]
    fn check_names(picture: &str, rules: Rules, expected: &str) {
        let (board, state) = check(&level_in(picture, rules)).expect("playable");
        let names: Vec<String> =
            beyond(&board, &state).iter().map(|it| square_name(&board, it)).collect();
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn rooms_behind_holes_doors_and_exits_lie_beyond() {
        let picture = "
            -----------
            |@.0.^.+..|
            -----------";
        check_names(picture, Rules::NETHACK, "f2 g2 h2 i2 j2");
        check_names(picture, Rules::NETHACK_GAME, "f2 g2 h2 i2 j2");
        check_names(picture, Rules::OFFICIAL, "h2 i2 j2");
        check_names("-------\n|@.<..|\n-------", Rules::NETHACK, "d2 e2 f2");
    }
}
