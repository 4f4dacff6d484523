//! The fixed part of a checked level.

use crate::direction::Direction;
use crate::picture::{Ground, Picture};
use crate::rule_set::{GoalKind, Rules};
use crate::square::Square;
use crate::square_set::SquareSet;

/// The fixed part of a checked level: floor, goals and rules. Every place without floor is wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rules: Rules,
    width: usize,
    height: usize,
    places: Vec<u32>,
    squares: Vec<Option<Square>>,
    neighbours: Vec<[Option<Square>; 8]>,
    goals: SquareSet,
    exits: SquareSet,
    doors: SquareSet,
    dead_fields: SquareSet,
}

impl Board {
    /// Builds a board from `picture`; `is_floor` marks the places that have floor.
    pub(crate) fn new(picture: &Picture, rules: Rules, is_floor: &[bool]) -> Board {
        let (width, height) = (picture.width(), picture.height());
        let places: Vec<u32> =
            (0..is_floor.len() as u32).filter(|&it| is_floor[it as usize]).collect();
        let mut squares = vec![None; is_floor.len()];
        for (index, &place) in places.iter().enumerate() {
            squares[place as usize] = Some(Square::from_index(index));
        }
        let neighbours = places.iter().map(|&place| {
            // One division per square: divisions dominate the cost of this function.
            let (x, y) = (place as usize % width, place as usize / width);
            Direction::ALL.map(|direction| {
                let x = x.wrapping_add_signed(direction.dx() as isize);
                let y = y.wrapping_add_signed(direction.dy() as isize);
                if x < width && y < height { squares[y * width + x] } else { None }
            })
        });
        let neighbours = neighbours.collect();

        let mut sets = [(); 4].map(|()| SquareSet::empty(places.len()));
        let [goals, exits, doors, dead_fields] = &mut sets;
        for (index, &place) in places.iter().enumerate() {
            let square = Square::from_index(index);
            match picture.places()[place as usize].ground {
                Ground::Goal => goals.insert(square),
                Ground::Exit if rules.goal() == GoalKind::Fill => exits.insert(square),
                Ground::Door => doors.insert(square),
                Ground::DeadField => dead_fields.insert(square),
                _ => false,
            };
        }
        let [goals, exits, doors, dead_fields] = sets;
        Board {
            rules,
            width,
            height,
            places,
            squares,
            neighbours,
            goals,
            exits,
            doors,
            dead_fields,
        }
    }

    /// The rule set this level is played by.
    #[must_use]
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Columns of the level as read.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Rows of the level as read.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Number of floor squares.
    #[must_use]
    pub fn square_count(&self) -> usize {
        self.places.len()
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        (0..self.places.len()).map(Square::from_index)
    }

    /// The square with this index; the inverse of [`Square::index`].
    ///
    /// # Panics
    /// If the board has fewer squares.
    #[must_use]
    pub fn square(&self, index: usize) -> Square {
        assert!(index < self.places.len(), "index of a square of this board");
        Square::from_index(index)
    }

    /// The square in column `x` of row `y`, or `None` if there is no floor.
    #[must_use]
    pub fn square_at(&self, x: usize, y: usize) -> Option<Square> {
        if x < self.width { self.squares.get(y * self.width + x).copied().flatten() } else { None }
    }

    /// Column and row of a square in the level as read.
    #[must_use]
    pub fn position(&self, square: Square) -> (usize, usize) {
        let place = self.place_index(square);
        (place % self.width, place / self.width)
    }

    /// The square at this index into the picture's places, or `None` if there is no floor.
    pub(crate) fn square_of_place(&self, place: usize) -> Option<Square> {
        self.squares[place]
    }

    pub(crate) fn place_index(&self, square: Square) -> usize {
        self.places[square.index()] as usize
    }

    /// The square next to `square` in `direction`, or `None` if there is no floor.
    #[must_use]
    #[inline]
    pub fn neighbour(&self, square: Square, direction: Direction) -> Option<Square> {
        self.neighbours[square.index()][direction.index()]
    }

    /// Goals: holes under `NetHack` rules, sinks under sink rules.
    #[must_use]
    #[inline]
    pub const fn goals(&self) -> &SquareSet {
        &self.goals
    }

    /// Exits; empty under rule sets without holes.
    #[must_use]
    pub const fn exits(&self) -> &SquareSet {
        &self.exits
    }

    /// Doorways: not entered or left diagonally unless the rules allow squeezing.
    #[must_use]
    pub const fn doors(&self) -> &SquareSet {
        &self.doors
    }

    /// Dead fields: squares onto which no box may be pushed.
    #[must_use]
    #[inline]
    pub const fn dead_fields(&self) -> &SquareSet {
        &self.dead_fields
    }

    /// The empty set of squares of this board.
    #[must_use]
    pub fn no_squares(&self) -> SquareSet {
        SquareSet::empty(self.square_count())
    }
}
