//! Closed diagonals: single empty squares in a diagonal line, each enclosed by boxes and walls.
//!
//! Such squares look spacious, but pushing a box into one of them tends to freeze it. The shape
//! only says where to look; the verdict comes from an exhaustive search with the boxes around it,
//! as for corridors.

use sokolab_core::{Board, Direction, Square, SquareSet, State, region};

use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
use crate::few_boxes::{FewBoxes, Quest};

/// The closed diagonals of `state`, each as its two or more empty squares.
#[must_use]
pub fn closed_diagonals(board: &Board, state: &State) -> Vec<SquareSet> {
    let walked = region(board, state);
    let is_closed_in = |square: &Square| {
        let is_free = |it: Square| !state.boxes.contains(it);
        let mut near = Direction::ORTHOGONAL.into_iter();
        is_free(*square)
            && !walked.contains(*square)
            && !near.any(|it| board.neighbour(*square, it).is_some_and(is_free))
    };
    let mut rest = board.no_squares();
    rest.extend(board.squares().filter(is_closed_in));
    let mut diagonals = Vec::new();
    while let Some(first) = rest.first() {
        let mut diagonal = board.no_squares();
        let mut pending = vec![first];
        while let Some(square) = pending.pop() {
            if rest.remove(square) {
                diagonal.insert(square);
                let near = Direction::ALL.into_iter().filter(|it| it.is_diagonal());
                pending.extend(near.filter_map(|it| board.neighbour(square, it)));
            }
        }
        if diagonal.len() > 1 {
            diagonals.push(diagonal);
        }
    }
    diagonals
}

/// A deadlock, if a diagonal of `state` is closed for good and every box is needed. `dead` are the
/// dead squares; the search visits at most `states_max` states for each diagonal.
#[must_use]
pub fn detect_closed_diagonal(
    board: &Board,
    dead: &SquareSet,
    state: &State,
    states_max: usize,
) -> Option<Deadlock> {
    match spare_boxes(board, state) {
        Err(deadlock) => return Some(deadlock),
        Ok(0) => {}
        Ok(_) => return None,
    }
    let mut game = None;
    closed_diagonals(board, state).iter().find_map(|inner| {
        let game = game.get_or_insert_with(|| FewBoxes::new(board, &board.no_squares(), dead));
        let mut boxes = board.no_squares();
        for square in inner.iter() {
            let near = Direction::ORTHOGONAL.into_iter();
            let near = near.filter_map(|it| board.neighbour(square, it));
            boxes.extend(near.filter(|&it| state.boxes.contains(it)));
        }
        let outcome = game.search(&boxes, state.keeper, Quest::Open(inner), states_max);
        let is_closed = outcome.is_complete && outcome.left_min > 0;
        let proof = Proof::Search(outcome.states);
        is_closed.then_some(Deadlock { kind: DeadlockKind::ClosedDiagonal, boxes, proof })
    })
}

#[cfg(test)]
mod tests {
    use super::{closed_diagonals, detect_closed_diagonal};
    use crate::dead_squares::dead_squares;
    use crate::push_distance::{KeeperWay, PushDistances};

    use sokolab_core::Rules;

    use sokolab_core::testing::{draw, picture, position_in};

    /// `expected` is the board alone with an `x` on every square of a closed diagonal.
    #[track_caller]
    fn check(level: &str, expected: &str, is_deadlock: bool) {
        let (board, state) = position_in(level, Rules::OFFICIAL);
        let none = board.no_squares();
        let found = closed_diagonals(&board, &state).iter().fold(none, |all, it| all.union(it));
        assert_eq!(draw(&board, &found, 'x'), picture(expected));
        let dead = dead_squares(&board, &PushDistances::new(&board, KeeperWay::Walking));
        let deadlock = detect_closed_diagonal(&board, &dead, &state, 1_000);
        assert_eq!(deadlock.is_some(), is_deadlock);
    }

    #[test]
    fn a_diagonal_from_corner_to_corner_is_closed_for_good() {
        check(
            "
            #########
            # $     #
            #$ $    #
            ##$ $   #
            # ##    #
            #@...   #
            #  ..   #
            #########",
            "
            #########
            #x      #
            # x     #
            ## x    #
            # ##    #
            # ...   #
            #  ..   #
            #########",
            true,
        );
    }

    #[test]
    fn a_diagonal_in_the_open_can_be_opened() {
        check(
            "
            ##########
            #        #
            #  $     #
            # $ $    #
            #  $ $   #
            #   $ .. #
            #@ . ... #
            ##########",
            "
            ##########
            #        #
            #        #
            #  x     #
            #   x    #
            #     .. #
            #  . ... #
            ##########",
            false,
        );
    }
}
