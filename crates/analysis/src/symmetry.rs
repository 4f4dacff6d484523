//! The symmetries of a board: rotations and reflections that preserve walls, goals, exits, doorways
//! and dead fields.
//!
//! Boxes and keeper need not be preserved, so a forward search may identify states that are images
//! of each other. A backward search must not: its starting state is not preserved.

use sokolab_core::{Board, Direction, Square, SquareSet, State};

/// One of the eight rotations and reflections of a rectangle.
///
/// Transposes first, if at all; then mirrors columns, then rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation(u8);

impl Orientation {
    /// All eight, the identity first.
    pub const ALL: [Orientation; 8] = [
        Orientation(0),
        Orientation(1),
        Orientation(2),
        Orientation(3),
        Orientation(4),
        Orientation(5),
        Orientation(6),
        Orientation(7),
    ];

    /// Whether columns and rows are swapped.
    #[must_use]
    pub const fn swaps(self) -> bool {
        self.0 & 1 == 1
    }

    const fn mirrors_columns(self) -> bool {
        self.0 & 2 == 2
    }

    const fn mirrors_rows(self) -> bool {
        self.0 & 4 == 4
    }

    /// Size of a rectangle after the transformation.
    #[must_use]
    pub const fn size(self, (width, height): (usize, usize)) -> (usize, usize) {
        if self.swaps() { (height, width) } else { (width, height) }
    }

    /// The image of the place in column `x` of row `y` in a rectangle of `size`.
    #[must_use]
    pub const fn place(self, (x, y): (usize, usize), size: (usize, usize)) -> (usize, usize) {
        let (width, height) = self.size(size);
        let (x, y) = if self.swaps() { (y, x) } else { (x, y) };
        let x = if self.mirrors_columns() { width - 1 - x } else { x };
        let y = if self.mirrors_rows() { height - 1 - y } else { y };
        (x, y)
    }

    /// The image of a direction.
    #[must_use]
    pub fn direction(self, direction: Direction) -> Direction {
        let (dx, dy) = (direction.dx(), direction.dy());
        let (dx, dy) = if self.swaps() { (dy, dx) } else { (dx, dy) };
        let dx = if self.mirrors_columns() { -dx } else { dx };
        let dy = if self.mirrors_rows() { -dy } else { dy };
        let points_there = |it: &Direction| (it.dx(), it.dy()) == (dx, dy);
        Direction::ALL.into_iter().find(points_there).expect("a turned direction is a direction")
    }

    /// The name used in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            0 => "identity",
            1 => "transpose",
            2 => "mirror columns",
            3 => "quarter turn clockwise",
            4 => "mirror rows",
            5 => "quarter turn anticlockwise",
            6 => "half turn",
            _ => "transpose across",
        }
    }
}

/// A transformation that preserves a board, or maps one drawing of a level to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The rotation or reflection.
    pub turn: Orientation,
    /// The image of each square, by square.
    pub image: Vec<Square>,
}

impl Symmetry {
    /// The image of a set of squares.
    #[must_use]
    pub fn set(&self, squares: &SquareSet) -> SquareSet {
        let mut result = SquareSet::empty(self.image.len());
        result.extend(squares.iter().map(|it| self.image[it.index()]));
        result
    }

    /// The image of a state.
    #[must_use]
    pub fn state(&self, state: &State) -> State {
        State {
            boxes: self.set(&state.boxes),
            filled: self.set(&state.filled),
            keeper: self.image[state.keeper.index()],
        }
    }
}

/// The symmetries of `board`, the identity first.
#[must_use]
pub fn symmetries(board: &Board) -> Vec<Symmetry> {
    let (corner, size) = frame(board);
    let all = Orientation::ALL.into_iter();
    let fitting = all.filter(|turn| turn.size(size) == size);
    fitting.filter_map(|turn| symmetry(board, turn, corner, size)).collect()
}

fn symmetry(
    board: &Board,
    turn: Orientation,
    corner: (usize, usize),
    size: (usize, usize),
) -> Option<Symmetry> {
    let image_of = |square: Square| {
        let (x, y) = board.position(square);
        let (x, y) = turn.place((x - corner.0, y - corner.1), size);
        let image = board.square_at(x + corner.0, y + corner.1)?;
        let kept = [board.goals(), board.exits(), board.doors(), board.dead_fields()];
        kept.into_iter().all(|it| it.contains(square) == it.contains(image)).then_some(image)
    };
    let image = board.squares().map(image_of).collect::<Option<Vec<Square>>>()?;
    Some(Symmetry { turn, image })
}

/// The top left corner and the size of the bounding rectangle of the floor of `board`.
pub(crate) fn frame(board: &Board) -> ((usize, usize), (usize, usize)) {
    let columns = || board.squares().map(|it| board.position(it).0);
    let rows = || board.squares().map(|it| board.position(it).1);
    let (left, top) = (columns().min().unwrap_or(0), rows().min().unwrap_or(0));
    let (right, bottom) = (columns().max().unwrap_or(0), rows().max().unwrap_or(0));
    ((left, top), (right - left + 1, bottom - top + 1))
}

#[cfg(test)]
mod tests {
    use super::{Orientation, symmetries};
    use crate::test_positions::small_worlds;
    use sokolab_core::testing::{GroundTruth, board};
    use sokolab_core::{Direction, normalized};

    #[track_caller]
    fn check(level: &str, expected: &[&str]) {
        let names: Vec<&str> = symmetries(&board(level)).iter().map(|it| it.turn.name()).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn a_square_room_has_all_eight() {
        let level = "
            #####
            #@  #
            # . #
            #   #
            #####";
        check(level, &Orientation::ALL.map(Orientation::name));
    }

    #[test]
    fn goals_and_the_shape_of_the_floor_count() {
        let level = "
            ######
            #@ $ #
            #.  .#
            ######";
        check(level, &["identity", "mirror columns"]);
        let level = "
            ######
            #@   #
            ###  #
            ######";
        check(level, &["identity"]);
        let level = "
            #####
            #@ ##
            #   #
            ##  #
            #####";
        check(level, &["identity", "transpose", "half turn", "transpose across"]);
    }

    #[test]
    fn directions_turn_with_the_places() {
        for turn in Orientation::ALL {
            for direction in Direction::ALL {
                let shifted = |by: i32| 3_usize.saturating_add_signed(by as isize);
                let to = (shifted(direction.dx()), shifted(direction.dy()));
                let (from, to) = (turn.place((3, 3), (7, 9)), turn.place(to, (7, 9)));
                let turned = turn.direction(direction);
                let step = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
                assert_eq!((turned.dx(), turned.dy()), step);
            }
        }
    }

    #[test]
    fn images_of_states_need_as_many_pushes() {
        for world in small_worlds(97) {
            let truth = GroundTruth::of(&world.board, 1);
            for symmetry in symmetries(&world.board) {
                for (state, pushes) in truth.states() {
                    let image = normalized(&world.board, &symmetry.state(state));
                    assert_eq!(truth.fewest_pushes(&image), pushes);
                }
            }
        }
    }
}
