//! Parts of a board that can be swapped while everything else stays: symmetries of rooms.
//!
//! A reflection at a row, a column or a diagonal, or a half turn about a square, leaves some
//! squares in place. Without these the floor falls into parts, and two parts that are images of
//! each other may be swapped alone. A room that is its own mirror image, seen through its door, has
//! two such halves; so have two rooms on opposite sides of a corridor. The rest of the board need
//! not be symmetric.
//!
//! Such a swap preserves play if it preserves all that the rules ask: which squares are neighbours,
//! which three squares are in line for a push, which squares are beside a diagonal step, and which
//! are goals, exits, doorways or dead fields. Then a move is legal exactly if its image is, so a
//! state and its image need equally many pushes and moves. [`preserves_play`] checks just this, so
//! the choice of candidates needs no proof.

use std::collections::BTreeSet;

use sokolab_core::{Board, Direction, Directions, Square};

use crate::cut_squares::cut_squares;
use crate::floor_graph::Parts;

/// Boards with more squares are not searched: it takes about as many floods as rows, columns,
/// diagonals and cut squares.
const SQUARES_MAX: usize = 2_000;

/// A swap of two parts of a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Swap {
    /// The squares of one part, ascending.
    pub part: Vec<Square>,
    /// Their images, the squares of the other part.
    pub images: Vec<Square>,
}

impl Swap {
    /// The image of every square of `board`.
    #[must_use]
    pub fn permutation(&self, board: &Board) -> Vec<Square> {
        let mut permutation: Vec<Square> = board.squares().collect();
        for (&square, &image) in self.part.iter().zip(&self.images) {
            permutation[square.index()] = image;
            permutation[image.index()] = square;
        }
        permutation
    }
}

/// The swaps of two parts of `board` that preserve play. If the two parts and the squares between
/// them are the whole board, the swap is a symmetry of the board.
#[must_use]
pub fn swaps(board: &Board) -> Vec<Swap> {
    if board.square_count() > SQUARES_MAX {
        return Vec::new();
    }
    let mut found = BTreeSet::new();
    for map in maps(board) {
        found.extend(swaps_by(board, map));
    }
    found.into_iter().collect()
}

/// A reflection or half turn: the image of a column and a row.
#[derive(Clone, Copy, Debug)]
enum Map {
    /// Columns become `sum - column`.
    Columns(isize),
    Rows(isize),
    /// Columns and rows change places, and their difference changes its sign about this one.
    Falling(isize),
    /// Columns and rows change places, and their sum stays this one.
    Rising(isize),
    /// Columns and rows become these sums less themselves.
    Half(isize, isize),
}

impl Map {
    fn image(self, board: &Board, square: Square) -> Option<Square> {
        let (x, y) = board.position(square);
        let (x, y) = (x as isize, y as isize);
        let (x, y) = match self {
            Map::Columns(sum) => (sum - x, y),
            Map::Rows(sum) => (x, sum - y),
            Map::Falling(difference) => (y + difference, x - difference),
            Map::Rising(sum) => (sum - y, sum - x),
            Map::Half(columns, rows) => (columns - x, rows - y),
        };
        board.square_at(usize::try_from(x).ok()?, usize::try_from(y).ok()?)
    }
}

/// The reflections at lines with floor on them, and the half turns about cut squares.
fn maps(board: &Board) -> Vec<Map> {
    let at = |square: Square| {
        let (x, y) = board.position(square);
        (x as isize, y as isize)
    };
    let lines = |line: &dyn Fn(isize, isize) -> isize| -> BTreeSet<isize> {
        board.squares().map(|it| line(at(it).0, at(it).1)).collect()
    };
    let columns = lines(&|x, _| 2 * x).into_iter().map(Map::Columns);
    let rows = lines(&|_, y| 2 * y).into_iter().map(Map::Rows);
    let falling = lines(&|x, y| x - y).into_iter().map(Map::Falling);
    let rising = lines(&|x, y| x + y).into_iter().map(Map::Rising);
    let cuts = cut_squares(board);
    let half = cuts.iter().map(|it| Map::Half(2 * at(it).0, 2 * at(it).1));
    columns.chain(rows).chain(falling).chain(rising).chain(half).collect()
}

/// The swaps of parts by one map.
fn swaps_by(board: &Board, map: Map) -> Vec<Swap> {
    let images: Vec<Option<Square>> = board.squares().map(|it| map.image(board, it)).collect();
    let parts = Parts::of(board, |it| images[it.index()] == Some(it));
    let squares = parts.squares(board);
    let mut swaps = Vec::new();
    for (number, part) in squares.into_iter().enumerate() {
        let there = |it: &Square| images[it.index()];
        let image = part.first().and_then(there);
        let other = image.and_then(|it| parts.part_of[it.index()]);
        if other.is_none_or(|other| other as usize <= number) {
            continue;
        }
        if let Some(images) = part.iter().map(there).collect() {
            let swap = Swap { part, images };
            swaps.extend(Some(swap).filter(|it| preserves_play(board, &it.permutation(board))));
        }
    }
    swaps
}

/// Whether a permutation of the squares that is its own inverse maps legal moves to legal moves,
/// and wins to wins.
fn preserves_play(board: &Board, image: &[Square]) -> bool {
    let kinds = [board.goals(), board.exits(), board.doors(), board.dead_fields()];
    let is_kept = |square: Square| {
        let there = image[square.index()];
        kinds.into_iter().all(|it| it.contains(square) == it.contains(there))
            && board
                .rules()
                .steps()
                .list()
                .iter()
                .all(|&way| is_line_kept(board, image, square, way))
    };
    image.iter().enumerate().all(|(at, there)| image[there.index()].index() == at)
        && board.squares().all(is_kept)
}

/// Whether the step from `square` in this direction has a step as its image, with the same squares
/// beside it if it is diagonal, and the next square in line where boxes are pushed that way.
fn is_line_kept(board: &Board, image: &[Square], square: Square, way: Direction) -> bool {
    let there = |it: Square| image[it.index()];
    let Some(next) = board.neighbour(square, way) else { return true };
    let goes = |it: &Direction| board.neighbour(there(square), *it) == Some(there(next));
    let Some(image_way) = Direction::ALL.into_iter().find(goes) else { return false };
    let is_pushed = board.rules().pushes().list().contains(&way);
    let beyond = if is_pushed { board.neighbour(next, way) } else { None };
    let is_in_line = |it: Square| board.neighbour(there(next), image_way) == Some(there(it));
    if !beyond.is_none_or(is_in_line) || board.rules().steps() == Directions::Four {
        return beyond.is_none_or(is_in_line);
    }
    match (way.parts(), image_way.parts()) {
        (None, None) => true,
        (Some(parts), Some(image_parts)) => {
            let corner = |it: Direction| board.neighbour(square, it).map(there);
            let image_corner = |it: Direction| board.neighbour(there(square), it);
            let (mut corners, mut image_corners) =
                (parts.map(corner), image_parts.map(image_corner));
            corners.sort_unstable();
            image_corners.sort_unstable();
            corners == image_corners
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::swaps;
    use crate::test_positions::small_worlds;
    use sokolab_core::testing::{GroundTruth, board};
    use sokolab_core::{SquareSet, State, normalized};

    /// Checks which squares each swap moves, by the number of squares in one part.
    #[track_caller]
    fn check(level: &str, sizes: &[usize]) {
        let mut found: Vec<usize> = swaps(&board(level)).iter().map(|it| it.part.len()).collect();
        found.sort_unstable();
        assert_eq!(found, sizes);
    }

    #[test]
    fn a_room_behind_a_door_in_its_middle_has_two_halves() {
        check(
            "
            #########
            #  .#   #
            #       #
            #  .#$$ #
            #####@  #
                #####",
            &[3],
        );
    }

    #[test]
    fn rooms_on_both_sides_of_a_corridor_are_swapped_if_they_are_images() {
        let rooms = "
            #######
            #  #  #
            #.   .#
            ###  ##
              #$$#
              #@ #
              ####";
        check(rooms, &[]);
        let rooms = "
            #######
            #.#####
            #     #
            ### #.#
            ### ###
              # $#
              #@$#
              ####";
        check(rooms, &[3]);
        check(&rooms.replace("#.#####", "# #####"), &[]);
    }

    #[test]
    fn a_swap_needs_no_symmetry_elsewhere_and_a_symmetric_board_is_a_swap() {
        check(
            "
            #######
            #. # .#
            #  @  #
            #. # .#
            #######",
            &[2, 2, 6, 6],
        );
    }

    #[test]
    fn images_of_states_need_as_many_pushes() {
        let mut count = 0;
        for world in small_worlds(31) {
            let swaps = swaps(&world.board);
            if swaps.is_empty() {
                continue;
            }
            let truth = GroundTruth::of(&world.board, 2);
            for swap in swaps {
                let swap = swap.permutation(&world.board);
                let set = |squares: &SquareSet| {
                    let mut result = world.board.no_squares();
                    result.extend(squares.iter().map(|it| swap[it.index()]));
                    result
                };
                for (state, pushes) in truth.states() {
                    let image = State {
                        boxes: set(&state.boxes),
                        filled: set(&state.filled),
                        keeper: swap[state.keeper.index()],
                    };
                    let image = normalized(&world.board, &image);
                    assert_eq!(truth.fewest_pushes(&image), pushes, "{:?}", world.level.picture);
                    count += 1;
                }
            }
        }
        assert!(count > 1_000, "only {count} states");
    }
}
