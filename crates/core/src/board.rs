//! The fixed part of a checked level, and the check that makes it.

use crate::direction::Direction;
use crate::finding::{Finding, FindingKind, Severity};
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture};
use crate::rules::{Directions, GoalKind, Rules, Squeezing};
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::state::State;

/// Floor, goals and rules. Everything that is not floor is wall.
#[derive(Clone, Debug)]
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
    /// The rule set it is played by.
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

    /// How many squares there are.
    #[must_use]
    pub fn square_count(&self) -> usize {
        self.places.len()
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        (0..self.places.len()).map(Square::from_index)
    }

    /// The square with this index.
    ///
    /// # Panics
    /// If the board has fewer squares.
    #[must_use]
    pub fn square(&self, index: usize) -> Square {
        assert!(index < self.places.len(), "index of a square of this board");
        Square::from_index(index)
    }

    /// The square in column `x` of row `y`, if there is floor.
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

    pub(crate) fn place_index(&self, square: Square) -> usize {
        self.places[square.index()] as usize
    }

    /// The square beside `square`, if there is floor.
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

    /// Doorways.
    #[must_use]
    pub const fn doors(&self) -> &SquareSet {
        &self.doors
    }

    /// Squares onto which no box may be pushed.
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

/// Makes a board and its first state of a level, or says everything that is wrong with it.
///
/// The floor is what the keeper could ever walk on if there were no boxes, and every other place
/// with a box, a goal or an exit: such things out of reach can never change, but they count.
///
/// # Errors
/// Every error found, in reading order, those of the text included.
pub fn check(level: &Level) -> Result<(Board, State), Vec<Finding>> {
    let has = |ground: Ground| level.picture.places().iter().any(|it| it.ground == ground);
    let has_aim = has(Ground::Goal) || (level.rules.goal() == GoalKind::Fill && has(Ground::Exit));
    let laid_out = lay_out(level);
    if has_aim || level.picture.places().is_empty() {
        return laid_out;
    }
    let mut errors = laid_out.err().unwrap_or_default();
    if !has_unknown_place(&errors) {
        errors.push(Finding::about_all(FindingKind::NoGoal));
    }
    Err(errors)
}

/// Whether what stands somewhere in the rows is unknown: it may be the keeper, a goal or the wall
/// whose absence would be found next.
fn has_unknown_place(errors: &[Finding]) -> bool {
    errors.iter().any(|it| matches!(it.kind, FindingKind::UnknownCharacter(_)))
}

/// Makes a board of a level as [`check`] does, but needs no goal: for drafts and parts of levels.
///
/// # Errors
/// Every other error found, in reading order, those of the text included.
pub fn lay_out(level: &Level) -> Result<(Board, State), Vec<Finding>> {
    let is_error = |finding: &&Finding| finding.kind.severity() == Severity::Error;
    let mut errors: Vec<Finding> = level.findings.iter().filter(is_error).cloned().collect();
    if has_unknown_place(&errors) {
        return Err(errors);
    }

    let picture = &level.picture;
    let keeper = find_keeper(level, &mut errors);
    let mut is_floor = vec![false; picture.places().len()];
    if let Some(start) = keeper {
        let (open, count) = mark_floor(picture, level.rules, start, &mut is_floor);
        let location =
            |place: usize| level.location(place % picture.width(), place / picture.width());
        if let Some(place) = open {
            errors.push(Finding::at(FindingKind::Open, location(place)));
        } else if count > Square::COUNT_MAX {
            errors.push(Finding::about_all(FindingKind::TooManySquares(count)));
        }
        if level.rules.goal() == GoalKind::Fill && picture.places()[start].ground == Ground::Goal {
            errors.push(Finding::at(FindingKind::KeeperOnHole, location(start)));
        }
    }
    match keeper {
        Some(start) if errors.is_empty() => Ok(build(picture, level.rules, start, &is_floor)),
        _ => Err(errors),
    }
}

/// The place of the only keeper; none or several are errors.
fn find_keeper(level: &Level, errors: &mut Vec<Finding>) -> Option<usize> {
    let picture = &level.picture;
    let mut keepers = (0..picture.places().len())
        .filter(|&place| picture.places()[place].occupant == Occupant::Keeper);
    let first = keepers.next();
    if first.is_none() && !picture.places().is_empty() {
        let mut location = level.location(0, 0);
        location.length = level.source.rows.first().map_or(1, |row| row.chars().count()).max(1);
        errors.push(Finding::at(FindingKind::NoKeeper, location));
    } else if first.is_none() && errors.is_empty() {
        // An empty picture is what is left of a level that could not be read.
        errors.push(Finding::about_all(FindingKind::NoKeeper));
    }
    for place in keepers {
        let location = level.location(place % picture.width(), place / picture.width());
        errors.push(Finding::at(FindingKind::SeveralKeepers, location));
    }
    first
}

/// Marks the floor in `is_floor`. Gives the first place from which the keeper leaves the picture,
/// and the number of marked places.
fn mark_floor(
    picture: &Picture,
    rules: Rules,
    start: usize,
    is_floor: &mut [bool],
) -> (Option<usize>, usize) {
    let (width, height) = (picture.width(), picture.height());
    // A diagonal past a floor square is a detour saved, so it connects nothing new; only squeezing
    // between two walls does.
    let directions = match (rules.steps(), rules.squeezing()) {
        (Directions::Eight, Squeezing::Allowed) => Directions::Eight,
        _ => Directions::Four,
    };
    let mut open: Option<usize> = None;
    let mut pending = vec![(start % width, start / width)];
    let mut count = 1;
    is_floor[start] = true;
    while let Some((x, y)) = pending.pop() {
        for direction in directions.list() {
            let beside_x = x.wrapping_add_signed(direction.dx() as isize);
            let beside_y = y.wrapping_add_signed(direction.dy() as isize);
            if beside_x >= width || beside_y >= height {
                if picture.edge() == Edge::Open {
                    let place = y * width + x;
                    open = Some(open.map_or(place, |known| known.min(place)));
                }
                continue;
            }
            let beside = beside_y * width + beside_x;
            if !is_floor[beside] && !picture.places()[beside].ground.is_solid() {
                is_floor[beside] = true;
                count += 1;
                pending.push((beside_x, beside_y));
            }
        }
    }
    for (place, marked) in picture.places().iter().zip(is_floor) {
        let counts = place.occupant != Occupant::Nothing
            || matches!(place.ground, Ground::Goal | Ground::Exit);
        if counts && !*marked {
            *marked = true;
            count += 1;
        }
    }
    (open, count)
}

fn build(picture: &Picture, rules: Rules, keeper: usize, is_floor: &[bool]) -> (Board, State) {
    let (width, height) = (picture.width(), picture.height());
    let places: Vec<u32> = (0..is_floor.len() as u32).filter(|&it| is_floor[it as usize]).collect();
    let mut squares = vec![None; is_floor.len()];
    for (index, &place) in places.iter().enumerate() {
        squares[place as usize] = Some(Square::from_index(index));
    }
    let neighbours = places.iter().map(|&place| {
        // One division a square: divisions are most of what this function costs.
        let (x, y) = (place as usize % width, place as usize / width);
        Direction::ALL.map(|direction| {
            let x = x.wrapping_add_signed(direction.dx() as isize);
            let y = y.wrapping_add_signed(direction.dy() as isize);
            if x < width && y < height { squares[y * width + x] } else { None }
        })
    });
    let neighbours = neighbours.collect();

    let mut sets = [(); 6].map(|()| SquareSet::empty(places.len()));
    let [goals, exits, doors, dead_fields, boxes, filled] = &mut sets;
    for (index, &place) in places.iter().enumerate() {
        let (square, place) = (Square::from_index(index), picture.places()[place as usize]);
        match place.ground {
            Ground::Goal => goals.insert(square),
            Ground::Exit if rules.goal() == GoalKind::Fill => exits.insert(square),
            Ground::Door => doors.insert(square),
            Ground::DeadField => dead_fields.insert(square),
            _ => false,
        };
        if place.occupant == Occupant::Box {
            match (rules.goal(), place.ground) {
                (GoalKind::Fill, Ground::Goal) => filled.insert(square),
                (GoalKind::Sink, Ground::Goal) => false,
                _ => boxes.insert(square),
            };
        }
    }
    let keeper = squares[keeper].expect("the keeper's place is floor");
    let [goals, exits, doors, dead_fields, boxes, filled] = sets;
    let board = Board {
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
    };
    (board, State { boxes, filled, keeper })
}
