//! The keeper's region: where it can walk without pushing.

use crate::board::Board;
use crate::rules::try_step;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::state::State;

/// The squares the keeper of `state` can walk to without pushing, its own included.
#[must_use]
pub fn region(board: &Board, state: &State) -> SquareSet {
    let mut reached = board.no_squares();
    reached.insert(state.keeper);
    let mut pending = vec![state.keeper];
    while let Some(from) = pending.pop() {
        for to in steps_from(board, state, from) {
            if reached.insert(to) {
                pending.push(to);
            }
        }
    }
    reached
}

/// The squares one step away from `from`.
pub(crate) fn steps_from<'a>(
    board: &'a Board,
    state: &'a State,
    from: Square,
) -> impl Iterator<Item = Square> + 'a {
    board.rules().steps().list().iter().filter_map(move |&direction| {
        let beside = board.neighbour(from, direction)?;
        if state.boxes.contains(beside) {
            return None;
        }
        try_step(board, state, from, direction).ok()
    })
}

/// `state` with the keeper on the first square of its region. States that differ only by a walk
/// have equal normal forms.
#[must_use]
pub fn normalized(board: &Board, state: &State) -> State {
    let keeper = region(board, state).first().expect("the keeper is in its own region");
    State { keeper, ..state.clone() }
}
