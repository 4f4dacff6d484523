//! The picture of a level: what is drawn at each place, before anything is checked.

use crate::board::Board;
use crate::rules::GoalKind;
use crate::square::Square;
use crate::state::State;

/// What lies at the bottom of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Solid, drawn as nothing: the space around a `NetHack` level.
    Rock,
    /// Solid, drawn as a wall.
    Wall,
    /// Plain floor.
    Floor,
    /// A goal (a hole or a sink, as the rule set says).
    Goal,
    /// The exit, `<`: plain floor under rule sets without holes.
    Exit,
    /// A doorway: floor that is not entered or left diagonally where squeezing is forbidden.
    Door,
    /// Floor for the keeper onto which no box may be pushed.
    DeadField,
}

impl Ground {
    /// Whether nothing can ever stand there.
    #[must_use]
    pub const fn is_solid(self) -> bool {
        matches!(self, Ground::Rock | Ground::Wall)
    }
}

/// What stands on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occupant {
    /// Nothing.
    Nothing,
    /// A box.
    Box,
    /// The keeper.
    Keeper,
}

/// One place of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// What lies at the bottom.
    pub ground: Ground,
    /// What stands on it.
    pub occupant: Occupant,
}

impl Place {
    /// A place with nothing on it.
    #[must_use]
    pub const fn bare(ground: Ground) -> Place {
        Place { ground, occupant: Occupant::Nothing }
    }

    /// A place with a box.
    #[must_use]
    pub const fn with_box(ground: Ground) -> Place {
        Place { ground, occupant: Occupant::Box }
    }

    /// A place with the keeper.
    #[must_use]
    pub const fn with_keeper(ground: Ground) -> Place {
        Place { ground, occupant: Occupant::Keeper }
    }
}

/// What lies beyond the picture's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Nothing: a keeper who can walk there leaves the level, which is a fault.
    Open,
    /// Solid rock.
    Solid,
}

/// A rectangle of places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Picture {
    width: usize,
    places: Vec<Place>,
    edge: Edge,
}

impl Picture {
    /// The most places a picture may have.
    pub const PLACES_MAX: usize = 1_000_000;

    /// A picture whose places are `places`, row by row.
    ///
    /// # Panics
    /// If `places` does not divide into rows of `width`, or there are too many.
    #[must_use]
    pub fn new(width: usize, places: Vec<Place>, edge: Edge) -> Picture {
        assert!(places.len() <= Picture::PLACES_MAX, "readers refuse larger pictures");
        assert!(places.len().is_multiple_of(width), "whole rows");
        Picture { width, places, edge }
    }

    /// Places in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        match self.places.len().checked_div(self.width) {
            Some(rows) => rows,
            None => 0,
        }
    }

    /// What lies beyond the edge.
    #[must_use]
    pub const fn edge(&self) -> Edge {
        self.edge
    }

    /// All places, row by row.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The place in column `x` of row `y`.
    ///
    /// # Panics
    /// If it lies outside.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> Place {
        assert!(x < self.width, "column inside the picture");
        self.places[y * self.width + x]
    }

    /// Changes the place in column `x` of row `y`.
    ///
    /// # Panics
    /// If it lies outside.
    pub fn put(&mut self, x: usize, y: usize, place: Place) {
        assert!(x < self.width, "column inside the picture");
        self.places[y * self.width + x] = place;
    }

    /// The rows.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[Place]> + ExactSizeIterator {
        self.places.chunks_exact(self.width.max(1))
    }

    /// This picture with boxes, keeper and filled holes as in `state`.
    ///
    /// # Panics
    /// If `board` was not made from a picture of this size.
    #[must_use]
    pub fn with_state(&self, board: &Board, state: &State) -> Picture {
        assert_eq!((self.width, self.height()), (board.width(), board.height()));
        let mut result = self.clone();
        for square in board.squares() {
            let place = &mut result.places[board.place_index(square)];
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

    /// The picture of `board` in `state` with a tight frame of walls around its floor and nothing
    /// else: equal for two levels exactly if they are the same puzzle in the same place up to a
    /// shift.
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
                let place = &mut result.places[(y - top + dy) * width + x - left + dx];
                if place.ground == Ground::Rock {
                    place.ground = Ground::Wall;
                }
            }
            result.put(x - left + 1, y - top + 1, drawn(board, state, square));
        }
        result
    }

    /// The picture of `board` in `state` at the size of the board, walls around its floor: a square
    /// of the board is at the same column and row as in a board made from this picture.
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

/// What is drawn at a square. A filled hole is floor.
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
    use super::Picture;
    use crate::board::check;
    use crate::rules::Rules;
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
