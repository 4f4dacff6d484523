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
        for &direction in board.rules().steps().list() {
            // Most neighbours are known already, and a lookup is cheaper than the rules of a step.
            let is_new = |it: Square| !reached.contains(it) && !state.boxes.contains(it);
            let is_open = board.neighbour(from, direction).is_some_and(is_new);
            if is_open && let Ok(to) = try_step(board, state, from, direction) {
                reached.insert(to);
                pending.push(to);
            }
        }
    }
    reached
}

/// `state` with the keeper on the first square of its region. States that differ only by a walk
/// have equal normal forms.
#[must_use]
pub fn normalized(board: &Board, state: &State) -> State {
    let keeper = region(board, state).first().expect("the keeper is in its own region");
    State { keeper, ..state.clone() }
}
