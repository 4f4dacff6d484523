//! The pushes of a solution by column and row, as petersohn's solver counts them.

use sokolab::{Direction, Level, Move, MoveKind, Moves, check};

/// The column and row, both from 0, of the box that each push of a solution moves.
pub(super) fn pushes(level: &Level, moves: &Moves) -> Vec<((usize, usize), Direction)> {
    let mut found = Vec::new();
    let Some((mut x, mut y)) = keeper(level) else { return found };
    for &Move { direction, kind } in moves.as_slice() {
        x += direction.dx();
        y += direction.dy();
        if kind == MoveKind::Push {
            found.push(((x as usize, y as usize), direction));
        }
    }
    found
}

/// Where the keeper begins.
fn keeper(level: &Level) -> Option<(i32, i32)> {
    let (board, state) = check(level).ok()?;
    let (x, y) = board.position(state.keeper);
    Some((x as i32, y as i32))
}
