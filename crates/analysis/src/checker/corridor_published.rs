//! The corridor checker as published. It is unsound and kept for comparison only.
//!
//! It considers a corridor closed if neither end can be opened, where an end is open if a box
//! stands there and both squares beside that box, across the corridor, are floor. The rule
//! overlooks that a box can also be pushed into the corridor from the side.

use sokolab_core::{Board, Direction, Square, SquareSet, State};

use super::{Corridor, corridors_beside};

/// The first corridor next to the box pushed onto `pushed` that the published rule considers
/// closed.
#[must_use]
pub fn closed_corridor_published(
    board: &Board,
    state: &State,
    pushed: Square,
) -> Option<SquareSet> {
    let corridors = corridors_beside(board, state, pushed);
    let is_closed = |it: &Corridor| !it.ends.iter().any(|&end| is_opened(board, state, it, end));
    corridors.into_iter().find(is_closed).map(|it| it.squares)
}

/// Whether the corridor can be opened at the end in `direction`, by the published rule.
fn is_opened(board: &Board, state: &State, corridor: &Corridor, direction: Direction) -> bool {
    let beyond = |square: Square| board.neighbour(square, direction);
    let is_last =
        |square: &Square| !beyond(*square).is_some_and(|it| corridor.squares.contains(it));
    let end = corridor.squares.iter().find(is_last).and_then(beyond);
    let Some(end) = end.filter(|&it| state.boxes.contains(it)) else {
        return false;
    };
    let is_floor =
        |across| board.neighbour(end, across).is_some_and(|it: Square| !state.boxes.contains(it));
    let is_across = |it: &Direction| *it != direction && *it != direction.opposite();
    Direction::ORTHOGONAL.into_iter().filter(is_across).all(is_floor)
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
        let closed = |pushed| closed_corridor_published(&board, &state, pushed);
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
