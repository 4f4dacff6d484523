//! Square names for people: column letters from the left, row numbers from the top.

use crate::board::Board;
use crate::square::Square;

/// The name of `square`: `a1` is the top left place of the level as read, and column `aa` follows
/// `z`.
#[must_use]
pub fn square_name(board: &Board, square: Square) -> String {
    place_name(board.position(square))
}

/// The name of the place in column `x` of row `y`, both counted from 0.
#[must_use]
pub fn place_name((x, y): (usize, usize)) -> String {
    format!("{}{}", column_name(x), y + 1)
}

/// The square called `name`, or `None` if there is no floor.
#[must_use]
pub fn square_by_name(board: &Board, name: &str) -> Option<Square> {
    let (x, y) = place_by_name(name)?;
    board.square_at(x, y)
}

/// Column and row, counted from 0, of the place called `name`; `None` if the name is malformed.
#[must_use]
pub fn place_by_name(name: &str) -> Option<(usize, usize)> {
    let split = name.find(|it: char| it.is_ascii_digit())?;
    let (letters, digits) = name.split_at(split);
    let row: usize = digits.parse().ok()?;
    Some((column_by_name(letters)?, row.checked_sub(1)?))
}

/// The letters of a column: `a` to `z`, then `aa`, `ab`, ….
#[must_use]
pub fn column_name(mut column: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (column % 26) as u8);
        if column < 26 {
            break;
        }
        column = column / 26 - 1;
    }
    letters.reverse();
    letters.into_iter().map(char::from).collect()
}

fn column_by_name(letters: &str) -> Option<usize> {
    let mut next = 0_usize;
    for letter in letters.chars() {
        let digit = letter.to_ascii_lowercase() as usize;
        let digit = digit.checked_sub('a' as usize).filter(|&it| it < 26)?;
        next = next.checked_mul(26)?.checked_add(digit + 1)?;
    }
    next.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::{column_by_name, column_name, square_by_name, square_name};
    use crate::testing::board;

    #[test]
    fn columns_count_on_after_z() {
        for (column, name) in
            [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (701, "zz"), (702, "aaa")]
        {
            assert_eq!(column_name(column), name);
            assert_eq!(column_by_name(name), Some(column));
        }
        assert_eq!(column_by_name(""), None);
        assert_eq!(column_by_name("é"), None);
    }

    #[test]
    fn every_square_is_found_by_its_name() {
        let board = board(
            "
            #####
            #@$.#
            #   #
            #####",
        );
        for square in board.squares() {
            assert_eq!(square_by_name(&board, &square_name(&board, square)), Some(square));
        }
        assert_eq!(square_name(&board, board.square(0)), "b2");
        for nonsense in ["", "b", "2", "b0", "a1", "2b", "b2x", "b99999999999999999999"] {
            assert_eq!(square_by_name(&board, nonsense), None, "{nonsense}");
        }
    }
}
