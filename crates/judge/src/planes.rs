//! A state as the input of a network.

use sokolab_core::{Board, Direction, Push, Square, State, region};

/// The planes of the input: walls, goals, boxes, the keeper's region.
pub const PLANES: usize = 4;

/// The part of a board that a network sees: its floor with a border of one wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Frame {
    /// The frame of a board.
    #[must_use]
    pub fn of(board: &Board) -> Frame {
        let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
        for square in board.squares() {
            let (x, y) = board.position(square);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        Frame { left, top, width: right - left + 3, height: bottom - top + 3 }
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The place of a square in a plane.
    fn place(self, board: &Board, square: Square) -> usize {
        let (x, y) = board.position(square);
        (y - self.top + 1) * self.width + x - self.left + 1
    }

    /// The place of a push among the numbers of a policy: a plane for each direction (left, up,
    /// right, down), at the square of the box.
    #[must_use]
    pub fn push_place(self, board: &Board, push: Push) -> usize {
        let direction = match push.direction {
            Direction::Left => 0,
            Direction::Up => 1,
            Direction::Right => 2,
            _ => 3,
        };
        direction * self.width * self.height + self.place(board, push.from)
    }

    /// The planes of a state.
    #[must_use]
    pub fn planes(self, board: &Board, state: &State) -> Vec<f32> {
        let area = self.width * self.height;
        let mut planes = vec![0.0; PLANES * area];
        planes[..area].fill(1.0);
        for square in board.squares() {
            planes[self.place(board, square)] = 0.0;
        }
        let region = region(board, state);
        for (plane, squares) in [(1, board.goals()), (2, &state.boxes), (3, &region)] {
            for square in squares.iter() {
                planes[plane * area + self.place(board, square)] = 1.0;
            }
        }
        planes
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::position_in;
    use sokolab_core::{Direction, Push, Rules};

    use super::Frame;

    #[test]
    fn a_state_becomes_walls_goals_boxes_and_the_region() {
        let picture = "
            ########
            ########
            ###@$.##
            ########";
        let (board, state) = position_in(picture, Rules::OFFICIAL);
        let frame = Frame::of(&board);
        assert_eq!(frame.size(), (5, 3));
        let planes = frame.planes(&board, &state);
        let drawn: Vec<String> = planes
            .chunks(5)
            .map(|row| row.iter().map(|it| if *it == 0.0 { '.' } else { '1' }).collect())
            .collect();
        let expected = [
            "11111", "1...1", "11111", ".....", "...1.", ".....", ".....", "..1..", ".....",
            ".....", ".1...", ".....",
        ];
        assert_eq!(drawn, expected);
        let from = state.boxes.first().expect("a box");
        let push = Push { from, direction: Direction::Right };
        assert_eq!(frame.push_place(&board, push), 2 * 15 + 5 + 2);
    }
}
