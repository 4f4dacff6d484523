//! The eight directions of steps and pushes.

use std::fmt;

/// A direction of a step or push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards smaller columns, `l`.
    Left,
    /// Towards smaller rows, `u`.
    Up,
    /// Towards larger columns, `r`.
    Right,
    /// Towards larger rows, `d`.
    Down,
    /// Diagonal, `q`. The four letters of the diagonals surround `s` on the keyboard.
    UpLeft,
    /// Diagonal, `e`.
    UpRight,
    /// Diagonal, `z`.
    DownLeft,
    /// Diagonal, `c`.
    DownRight,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    /// All eight, the orthogonal ones first.
    pub const ALL: [Direction; 8] = [Left, Up, Right, Down, UpLeft, UpRight, DownLeft, DownRight];

    /// The four along rows and columns.
    pub const ORTHOGONAL: [Direction; 4] = [Left, Up, Right, Down];

    /// Index into a table of eight, in the order of [`Direction::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Left => Right,
            Up => Down,
            Right => Left,
            Down => Up,
            UpLeft => DownRight,
            UpRight => DownLeft,
            DownLeft => UpRight,
            DownRight => UpLeft,
        }
    }

    /// Change of column in one step.
    #[must_use]
    pub const fn dx(self) -> i32 {
        match self {
            Left | UpLeft | DownLeft => -1,
            Up | Down => 0,
            Right | UpRight | DownRight => 1,
        }
    }

    /// Change of row in one step.
    #[must_use]
    pub const fn dy(self) -> i32 {
        match self {
            Up | UpLeft | UpRight => -1,
            Left | Right => 0,
            Down | DownLeft | DownRight => 1,
        }
    }

    /// The two orthogonal directions a diagonal is made of; `None` for an orthogonal one.
    #[must_use]
    pub const fn parts(self) -> Option<[Direction; 2]> {
        match self {
            Left | Up | Right | Down => None,
            UpLeft => Some([Up, Left]),
            UpRight => Some([Up, Right]),
            DownLeft => Some([Down, Left]),
            DownRight => Some([Down, Right]),
        }
    }

    /// Whether this is one of the four diagonals.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self.parts().is_some()
    }

    /// The lower-case letter of a step in this direction.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Left => 'l',
            Up => 'u',
            Right => 'r',
            Down => 'd',
            UpLeft => 'q',
            UpRight => 'e',
            DownLeft => 'z',
            DownRight => 'c',
        }
    }

    /// The direction with this lower-case letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Direction> {
        Some(match letter {
            'l' => Left,
            'u' => Up,
            'r' => Right,
            'd' => Down,
            'q' => UpLeft,
            'e' => UpRight,
            'z' => DownLeft,
            'c' => DownRight,
            _ => return None,
        })
    }

    /// The name of the direction in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Left => "left",
            Up => "up",
            Right => "right",
            Down => "down",
            UpLeft => "up-left",
            UpRight => "up-right",
            DownLeft => "down-left",
            DownRight => "down-right",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Direction;

    #[test]
    fn opposites_cancel_and_letters_are_read_back() {
        for direction in Direction::ALL {
            let back = direction.opposite();
            assert_eq!(back.opposite(), direction);
            assert_eq!((direction.dx() + back.dx(), direction.dy() + back.dy()), (0, 0));
            assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
            assert_eq!(Direction::ALL[direction.index()], direction);
        }
    }

    #[test]
    fn a_diagonal_is_the_sum_of_its_parts() {
        for direction in Direction::ALL {
            if let Some([first, second]) = direction.parts() {
                assert_eq!(first.dx() + second.dx(), direction.dx());
                assert_eq!(first.dy() + second.dy(), direction.dy());
            }
        }
    }
}
