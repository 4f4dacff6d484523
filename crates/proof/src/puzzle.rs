//! The drawing of a level in the header of a certificate.

use sokolab_core::{Board, Square, State};

/// The rows of a level in a tight frame of walls; its squares keep their order.
#[must_use]
pub fn puzzle_rows(board: &Board, start: &State) -> Vec<String> {
    let corners = || board.squares().map(|square| board.position(square));
    let left = corners().map(|(x, _)| x).min().unwrap_or(0);
    let top = corners().map(|(_, y)| y).min().unwrap_or(0);
    let right = corners().map(|(x, _)| x).max().unwrap_or(0);
    let bottom = corners().map(|(_, y)| y).max().unwrap_or(0);
    let mut rows = vec![vec!['#'; right - left + 3]; bottom - top + 3];
    for square in board.squares() {
        let (x, y) = board.position(square);
        rows[y - top + 1][x - left + 1] = glyph(board, start, square);
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// The character of a square: bare, with a box, or with the keeper.
fn glyph(board: &Board, start: &State, square: Square) -> char {
    let glyphs = match () {
        () if board.goals().contains(square) && !start.filled.contains(square) => ['.', '*', '+'],
        () if board.exits().contains(square) => ['<', '%', '>'],
        () if board.doors().contains(square) => ['d', 'D', 'e'],
        () if board.dead_fields().contains(square) => ['x', 'X', 'y'],
        () => [' ', '$', '@'],
    };
    match () {
        () if start.boxes.contains(square) => glyphs[1],
        () if start.keeper == square => glyphs[2],
        () => glyphs[0],
    }
}

#[cfg(test)]
mod tests {
    use super::puzzle_rows;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    #[test]
    fn equal_levels_have_equal_rows_wherever_they_are_drawn() {
        let text = "
            --------
            |......|
            |--.---|
             |@0^<|
             ------";
        let (board, start) = position_in(text, Rules::NETHACK);
        let rows = ["########", "#      #", "### ####", "###@$.<#", "########"];
        assert_eq!(puzzle_rows(&board, &start)[..3], rows[..3]);
    }
}
