//! Symmetries of a board: rotations and reflections that preserve everything but boxes and keeper.

use sokolab_core::{Board, Square, SquareSet, State};

/// For each of the eight rotations and reflections, the image of every square, if it is a symmetry.
/// In the number of a symmetry, bit 0 swaps left and right, bit 1 swaps top and bottom, and bit 2
/// then swaps rows and columns.
#[derive(Clone, Debug)]
pub struct Symmetries([Option<Vec<Square>>; 8]);

impl Symmetries {
    /// The symmetries of a level; number 0, the identity, is always one.
    #[must_use]
    pub fn new(board: &Board, start: &State) -> Symmetries {
        let positions: Vec<(usize, usize)> = board.squares().map(|it| board.position(it)).collect();
        let span = |of: fn(&(usize, usize)) -> usize| {
            let (least, most) = (positions.iter().map(of).min(), positions.iter().map(of).max());
            (least.unwrap_or(0), most.unwrap_or(0))
        };
        let (left, right) = span(|it| it.0);
        let (top, bottom) = span(|it| it.1);
        let aims = board.goals().difference(&start.filled);
        let is_square = right - left == bottom - top;
        Symmetries(std::array::from_fn(|number| {
            if number & 4 != 0 && !is_square {
                return None;
            }
            let image = |&(x, y): &(usize, usize)| {
                let column = if number & 1 != 0 { right - x } else { x - left };
                let row = if number & 2 != 0 { bottom - y } else { y - top };
                let (column, row) = if number & 4 != 0 { (row, column) } else { (column, row) };
                board.square_at(left + column, top + row)
            };
            let images: Vec<Square> = positions.iter().map(image).collect::<Option<_>>()?;
            let keeps = |set: &SquareSet| {
                board.squares().all(|it| set.contains(it) == set.contains(images[it.index()]))
            };
            let marked = [&aims, board.exits(), board.doors(), board.dead_fields()];
            marked.into_iter().all(keeps).then_some(images)
        }))
    }

    /// The image of every square under the symmetry with a number; `None` if it is not a symmetry.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&[Square]> {
        self.0.get(number)?.as_deref()
    }
}

/// The image of a state; holes that are filled at the start stay filled.
pub(crate) fn image_of(board: &Board, start: &State, state: &State, to: &[Square]) -> State {
    let mapped = |set: &SquareSet| {
        let mut images = board.no_squares();
        images.extend(set.iter().map(|it| to[it.index()]));
        images
    };
    State {
        boxes: mapped(&state.boxes),
        filled: mapped(&state.filled.difference(&start.filled)).union(&start.filled),
        keeper: to[state.keeper.index()],
    }
}
