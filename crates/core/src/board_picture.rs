//! Pictures of a board in a state.

use crate::board::Board;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::GoalKind;
use crate::square::Square;
use crate::state::State;

impl Picture {
    /// This picture with boxes, keeper and filled holes as in `state`.
    ///
    /// # Panics
    /// If `board` was not made from a picture of this size.
    #[must_use]
    pub fn with_state(&self, board: &Board, state: &State) -> Picture {
        assert_eq!((self.width(), self.height()), (board.width(), board.height()));
        let mut result = self.clone();
        for square in board.squares() {
            let place = &mut result.places_mut()[board.place_index(square)];
            place.occupant = if state.boxes.contains(square) {
                Occupant::Box
            } else if state.keeper == square {
                Occupant::Keeper
            } else {
                Occupant::Nothing
            };
            if board.rules().goal() == GoalKind::Fill && state.filled.contains(square) {
                place.ground = Ground::Floor;
            }
        }
        result
    }

    /// The picture of `board` in `state`, cropped to its floor with one wall around it. Two levels
    /// have equal pictures exactly if they are the same puzzle up to translation.
    #[must_use]
    pub fn of_puzzle(board: &Board, state: &State) -> Picture {
        let corners = || board.squares().map(|square| board.position(square));
        let left = corners().map(|(x, _)| x).min().unwrap_or(0);
        let top = corners().map(|(_, y)| y).min().unwrap_or(0);
        let right = corners().map(|(x, _)| x).max().unwrap_or(0);
        let bottom = corners().map(|(_, y)| y).max().unwrap_or(0);
        let (width, height) = (right - left + 3, bottom - top + 3);
        let rock = Place::bare(Ground::Rock);
        let mut result = Picture::new(width, vec![rock; width * height], Edge::Solid);
        for square in board.squares() {
            let (x, y) = board.position(square);
            for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
                let place = &mut result.places_mut()[(y - top + dy) * width + x - left + dx];
                if place.ground == Ground::Rock {
                    place.ground = Ground::Wall;
                }
            }
            result.put(x - left + 1, y - top + 1, drawn(board, state, square));
        }
        result
    }

    /// The picture of `board` in `state` at the full size of the board, with walls around the
    /// floor. Squares keep their column and row.
    #[must_use]
    pub fn of_board(board: &Board, state: &State) -> Picture {
        let wall = Place::bare(Ground::Wall);
        let places = vec![wall; board.width() * board.height()];
        let mut result = Picture::new(board.width(), places, Edge::Solid);
        for square in board.squares() {
            let (x, y) = board.position(square);
            result.put(x, y, drawn(board, state, square));
        }
        result
    }
}

/// The place to draw at `square`. A filled hole is drawn as floor.
fn drawn(board: &Board, state: &State, square: Square) -> Place {
    let occupant = if state.boxes.contains(square) {
        Occupant::Box
    } else if state.keeper == square {
        Occupant::Keeper
    } else {
        Occupant::Nothing
    };
    let ground = match () {
        () if state.filled.contains(square) => Ground::Floor,
        () if board.goals().contains(square) => Ground::Goal,
        () if board.exits().contains(square) => Ground::Exit,
        () if board.doors().contains(square) => Ground::Door,
        () if board.dead_fields().contains(square) => Ground::DeadField,
        () => Ground::Floor,
    };
    Place { ground, occupant }
}

#[cfg(test)]
mod tests {
    use crate::check::check;
    use crate::picture::Picture;
    use crate::rule_set::Rules;
    use crate::testing::level_in;

    #[test]
    fn the_picture_of_a_board_keeps_every_column_and_row() {
        let text = "
            ----------
            |........|
            |........|
            |---.----|
              |@0^.<|
              -------";
        for rules in [Rules::OFFICIAL, Rules::NETHACK] {
            let (board, state) = check(&level_in(text, rules)).expect("a playable level");
            let mut level = level_in(text, rules);
            level.picture = Picture::of_board(&board, &state);
            let (again, start) = check(&level).expect("it is still playable");
            assert_eq!(start, state);
            let positions = |it: &crate::board::Board| {
                it.squares().map(|square| it.position(square)).collect::<Vec<_>>()
            };
            assert_eq!(positions(&again), positions(&board));
            assert_eq!((again.goals(), again.exits()), (board.goals(), board.exits()));
        }
    }
}
