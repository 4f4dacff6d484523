//! From the pushes that a search found to the moves of a solution.

use sokolab_core::{Board, Direction, Moves, Push, Square, State, apply_push, is_won, walk};

/// The moves that make these pushes in this order, each after the shortest walk, and then walk to
/// the nearest exit where one must be reached.
pub(crate) fn moves_of(
    board: &Board,
    start: &State,
    pushes: impl IntoIterator<Item = Push>,
) -> Moves {
    let mut state = start.clone();
    let mut moves = Moves::new();
    for push in pushes {
        let behind = board.neighbour(push.from, push.direction.opposite());
        go(board, &state, behind.expect("the keeper stood there"), &mut moves);
        apply_push(board, &mut state, push);
        moves.push(push.direction);
    }
    if !is_won(board, &state) {
        let ways = board.exits().iter();
        let ways = ways.filter_map(|exit| walk(board, &state, exit).map(|way| (way.len(), exit)));
        let (_, exit) = ways.min().expect("the last state is won by walking");
        go(board, &state, exit, &mut moves);
    }
    moves
}

fn go(board: &Board, state: &State, to: Square, moves: &mut Moves) {
    let steps: Vec<Direction> = walk(board, state, to).expect("the search saw the keeper walk");
    for direction in steps {
        moves.step(direction);
    }
}
