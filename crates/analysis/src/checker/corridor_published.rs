//! The corridor checker as published. It is unsound and kept for comparison only.
//!
//! It considers a corridor closed if neither end can be opened, where an end is open if a box
//! stands there and both squares beside that box, across the corridor, are floor. The rule
//! overlooks that a box can also be pushed into the corridor from the side.
//!
//! In three points the text is silent, and the program behind it decides: corridors that touch the
//! pushed box at a corner count too, one with a goal in it never counts, and an end is open only if
//! one of the two squares across is not dead.

use sokolab_core::{Board, Direction, Square, SquareSet, State};

use super::{Corridor, corridors_through};

/// The first corridor next to the box pushed onto `pushed` that the published rule considers
/// closed.
#[must_use]
pub fn closed_corridor_published(
    board: &Board,
    dead: &SquareSet,
    state: &State,
    pushed: Square,
) -> Option<SquareSet> {
    let corridors = corridors_through(board, state, around(board, pushed).into_iter());
    let is_closed = |it: &Corridor| {
        let has_goal = it.squares.iter().any(|square| board.goals().contains(square));
        !has_goal && !it.ends.iter().any(|&end| is_opened(board, dead, state, it, end))
    };
    corridors.into_iter().find(is_closed).map(|it| it.squares)
}

/// The up to eight squares around `square`.
fn around(board: &Board, square: Square) -> Vec<Square> {
    let (x, y) = board.position(square);
    let is_near = |it: &Square| {
        let (other_x, other_y) = board.position(*it);
        *it != square && other_x.abs_diff(x) <= 1 && other_y.abs_diff(y) <= 1
    };
    board.squares().filter(is_near).collect()
}

/// Whether the corridor can be opened at the end in `direction`, by the published rule.
fn is_opened(
    board: &Board,
    dead: &SquareSet,
    state: &State,
    corridor: &Corridor,
    direction: Direction,
) -> bool {
    let beyond = |square: Square| board.neighbour(square, direction);
    let is_last =
        |square: &Square| !beyond(*square).is_some_and(|it| corridor.squares.contains(it));
    let end = corridor.squares.iter().find(is_last).and_then(beyond);
    let Some(end) = end.filter(|&it| state.boxes.contains(it)) else {
        return false;
    };
    let is_across = |it: &Direction| *it != direction && *it != direction.opposite();
    let across = || Direction::ORTHOGONAL.into_iter().filter(is_across);
    let beside = || across().map(|it| board.neighbour(end, it));
    beside().all(|it| it.is_some_and(|it| !state.boxes.contains(it)))
        && beside().flatten().any(|it| !dead.contains(it))
}

#[cfg(test)]
mod tests {
    use super::closed_corridor_published;
    use sokolab_core::testing::{draw, level_in, picture, position_in};
    use sokolab_core::{LetterCase, Rules, parse_moves, verify};

    /// `expected` is the board alone with a `+` on every square of a corridor considered closed, if
    /// any. Every box is tried as the one pushed.
    #[track_caller]
    fn check(level: &str, expected: &str) {
        let (board, state) = position_in(level, Rules::SINK);
        let closed =
            |pushed| closed_corridor_published(&board, &board.no_squares(), &state, pushed);
        let found = state.boxes.iter().find_map(closed).unwrap_or_else(|| board.no_squares());
        assert_eq!(draw(&board, &found, '+'), picture(expected));
    }

    #[test]
    fn a_corridor_along_a_wall() {
        check(
            "
            #######
            # $ .@#
            # $   #
            #$    #
            #     #
            #######",
            "
            #######
            #+  . #
            #+    #
            #     #
            #     #
            #######",
        );
    }

    #[test]
    fn a_corridor_between_boxes_that_opens_at_its_right_end() {
        check(
            "
            ########
            #@    .#
            #$$$$  #
            #$   $ #
            # $$$  #
            #      #
            ########",
            "
            ########
            #     .#
            #      #
            #      #
            #      #
            #      #
            ########",
        );
    }

    #[test]
    fn a_bent_place_is_no_corridor() {
        check(
            "
            ######
            #@  .#
            #$$  #
            #$ $ #
            #$  $#
            ######",
            "
            ######
            #   .#
            #    #
            #    #
            #    #
            ######",
        );
    }

    #[test]
    fn a_corridor_that_can_be_opened_at_one_end() {
        check(
            "
            #######
            #  @ .#
            #$$$  #
            #   $ #
            #$$$  #
            #     #
            #######",
            "
            #######
            #    .#
            #     #
            #     #
            #     #
            #     #
            #######",
        );
    }

    const OPEN_ROOM: &str = "
        ##########
        #        #
        #  $$$   #
        #  $  $  #
        #   $$$  #
        #      . #
        #@       #
        ##########";

    #[test]
    fn a_corridor_that_can_not_be_opened_they_say() {
        check(
            OPEN_ROOM,
            "
            ##########
            #        #
            #        #
            #   ++   #
            #        #
            #      . #
            #        #
            ##########",
        );
    }

    #[test]
    fn yet_it_is_opened_by_pushing_a_box_in_from_the_side() {
        let level = level_in(OPEN_ROOM, Rules::SINK);
        let moves = parse_moves(
            "uuuuurrrDRlulldRurrdRlulldRRurrDulldRlllDDuurrdDuulldRurDllldddrruRldlluuurrDurDRluur\
             DuurrddLDuruulDDDuulldRurDDulldRurDddllllUluRRRRurDddlllUluRRRurDddllUluRRurDlldR",
        );
        let moves = moves.expect("letters");
        verify(&level, &moves, LetterCase::Strict).expect("the published rule is unsound");
    }
}
