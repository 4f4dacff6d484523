//! The retrograde check: goals that no last push can fill must already be full.
//!
//! Put a box on every goal and the keeper anywhere, and repeatedly remove boxes that can be pulled
//! off their goals. The remaining ones were never pushed onto their goals, so each must already
//! stand there in every state that leads here. Requires as many boxes as goals, and goals that keep
//! their boxes.

use sokolab_core::{Board, Direction, GoalKind, Square, SquareSet, State, region};

use crate::deadlock::{Deadlock, DeadlockKind, Proof};
use crate::frozen::frozen;

/// A deadlock, if, wherever the keeper ends up, some empty goal cannot have been filled. `dead` are
/// the dead squares. Boxes that will never move again count as walls.
#[must_use]
pub fn detect_retrograde(board: &Board, dead: &SquareSet, state: &State) -> Option<Deadlock> {
    let is_exact = state.boxes.len() == board.goals().len();
    if board.rules().goal() != GoalKind::Keep || !is_exact || board.goals() == &state.boxes {
        return None;
    }
    let fixed = frozen(board, &state.boxes, dead);
    let mut never_pulled = board.no_squares();
    let mut walked = board.no_squares();
    for keeper in board.squares().filter(|&it| !board.goals().contains(it)) {
        if walked.contains(keeper) {
            continue;
        }
        let solved = State { boxes: board.goals().clone(), filled: board.no_squares(), keeper };
        walked = walked.union(&region(board, &solved));
        let left = left_over(board, &fixed, solved);
        if left.is_subset(&state.boxes) {
            return None;
        }
        never_pulled = never_pulled.union(&left);
    }
    let boxes = state.boxes.intersection(&never_pulled);
    let proof = Proof::NeverPulled(never_pulled);
    Some(Deadlock { kind: DeadlockKind::Retrograde, boxes, proof })
}

/// The boxes of `state` that remain after repeatedly removing those that can be pulled. `fixed`
/// ones are never pulled.
fn left_over(board: &Board, fixed: &SquareSet, mut state: State) -> SquareSet {
    loop {
        let walked = region(board, &state);
        let can_be_pulled = |square: &Square| {
            Direction::ORTHOGONAL.into_iter().any(|direction| {
                let keeper = board.neighbour(*square, direction);
                let back = keeper.and_then(|it| board.neighbour(it, direction));
                let is_there = keeper.is_some_and(|it| walked.contains(it));
                is_there && back.is_some_and(|it| !state.boxes.contains(it))
            })
        };
        let pulled: Vec<Square> =
            state.boxes.difference(fixed).iter().filter(can_be_pulled).collect();
        if pulled.is_empty() {
            return state.boxes;
        }
        for square in pulled {
            state.boxes.remove(square);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::detect_retrograde;
    use crate::dead_squares::dead_squares;
    use crate::push_distance::{KeeperWay, PushDistances};

    use sokolab_core::testing::position_in;
    use sokolab_core::{Board, Rules, State};

    fn is_dead(board: &Board, state: &State) -> bool {
        let dead = dead_squares(board, &PushDistances::new(board, KeeperWay::Walking));
        detect_retrograde(board, &dead, state).is_some()
    }

    #[track_caller]
    fn check(level: &str, expected: bool) {
        let (board, state) = position_in(level, Rules::OFFICIAL);
        assert_eq!(is_dead(&board, &state), expected);
    }

    #[test]
    fn a_niche_cannot_be_filled_past_a_box_that_stays() {
        check(
            "
            ########
            #   ####
            # $$@..#
            #   ####
            ########",
            false,
        );
        check(
            "
            ########
            ##.#####
            #*.  $ #
            ##*  $@#
            ########",
            true,
        );
    }
}
