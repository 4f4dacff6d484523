//! A sound version of the corridor checker: a corridor is closed for good if the keeper outside can
//! neither enter it nor bring the boxes around it to goals without first freezing one of them.
//!
//! All other boxes are removed, which can only help, and the search is exhaustive up to a number of
//! states; in practice a closed corridor is refuted after a few pushes. If the search stops early,
//! there is no verdict.

use sokolab_core::{Board, Direction, Square, SquareSet, State};

use super::{Corridor, corridors_beside};
use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
use crate::few_boxes::{FewBoxes, Quest};

/// A deadlock, if a corridor next to the box pushed onto `pushed` is closed for good and every box
/// is needed. `dead` are the dead squares; the search visits at most `states_max` states.
#[must_use]
pub fn detect_corridor(
    board: &Board,
    dead: &SquareSet,
    state: &State,
    pushed: Square,
    states_max: usize,
) -> Option<Deadlock> {
    match spare_boxes(board, state) {
        Err(deadlock) => return Some(deadlock),
        Ok(0) => {}
        Ok(_) => return None,
    }
    let corridors = corridors_beside(board, state, pushed);
    let mut game = None;
    corridors.iter().find_map(|corridor| {
        let game = game.get_or_insert_with(|| FewBoxes::new(board, &board.no_squares(), dead));
        let boxes = fence(board, state, corridor);
        let quest = Quest::Open(&corridor.squares);
        let outcome = game.search(&boxes, state.keeper, quest, states_max);
        let is_closed = outcome.is_complete && outcome.left_min > 0;
        let proof = Proof::Search(outcome.states);
        is_closed.then_some(Deadlock { kind: DeadlockKind::Corridor, boxes, proof })
    })
}

/// The boxes next to a corridor.
fn fence(board: &Board, state: &State, corridor: &Corridor) -> SquareSet {
    let mut fence = board.no_squares();
    for square in corridor.squares.iter() {
        let near = Direction::ORTHOGONAL.into_iter().filter_map(|it| board.neighbour(square, it));
        fence.extend(near.filter(|&it| state.boxes.contains(it)));
    }
    fence
}

#[cfg(test)]
mod tests {
    use super::detect_corridor;
    use crate::dead_squares::dead_squares;
    use crate::push_distance::{KeeperWay, PushDistances};

    use sokolab_core::testing::position_in;
    use sokolab_core::{Board, Rules, State};

    fn is_closed(board: &Board, state: &State) -> bool {
        let dead = dead_squares(board, &PushDistances::new(board, KeeperWay::Walking));
        let found = |pushed| detect_corridor(board, &dead, state, pushed, 1_000);
        state.boxes.iter().any(|pushed| found(pushed).is_some())
    }

    #[track_caller]
    fn check(level: &str, expected: bool) {
        let (board, state) = position_in(level, Rules::SINK);
        assert_eq!(is_closed(&board, &state), expected);
    }

    #[test]
    fn a_corridor_in_a_corner_is_closed_for_good() {
        check(
            "
            #######
            # $ .@#
            # $   #
            #$    #
            #     #
            #######",
            true,
        );
    }

    #[test]
    fn the_published_counterexample_is_left_alone() {
        check(
            "
            ##########
            #        #
            #  $$$   #
            #  $  $  #
            #   $$$  #
            #      . #
            #@       #
            ##########",
            false,
        );
    }
}
