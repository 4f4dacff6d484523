//! What a win still requires.
//!
//! Bounds and loss tests use this instead of counting goals: with spare boxes, a dead box is a loss
//! but not a deadlock, and under `NetHack` rules only the holes on every path to the exit count.

use crate::board::Board;
use crate::rule_set::{Directions, GoalKind, Squeezing};
use crate::square_set::SquareSet;
use crate::state::State;

/// The goals or boxes that must still be served before the level is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Each of these goals needs a box (those that have one already are included under `Keep`).
    Goals(SquareSet),
    /// Each of these boxes needs a goal.
    Boxes(SquareSet),
}

impl Demand {
    /// Number of boxes needed. A state with fewer usable boxes is lost.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Demand::Goals(squares) | Demand::Boxes(squares) => squares.len(),
        }
    }
}

/// What a win from `state` requires.
///
/// * `Keep`, at least as many boxes as goals: every goal a box; with fewer boxes: every box a goal.
/// * `Fill` with an exit: the open holes that lie on every path to it; without: every open hole.
/// * `Sink`: every box.
#[must_use]
pub fn demand(board: &Board, state: &State) -> Demand {
    match board.rules().goal() {
        GoalKind::Keep if state.boxes.len() >= board.goals().len() => {
            Demand::Goals(board.goals().clone())
        }
        GoalKind::Keep | GoalKind::Sink => Demand::Boxes(state.boxes.clone()),
        GoalKind::Fill if board.exits().is_empty() => Demand::Goals(state.open_goals(board)),
        GoalKind::Fill => Demand::Goals(required_holes(board, state)),
    }
}

/// The open holes without which no exit can be reached, ignoring boxes.
///
/// If no exit can be reached at all, these are all open holes.
fn required_holes(board: &Board, state: &State) -> SquareSet {
    let open = state.open_goals(board);
    let mut required = board.no_squares();
    for hole in open.iter() {
        let mut barred = board.no_squares();
        barred.insert(hole);
        if !reaches_exit(board, state, &barred) {
            required.insert(hole);
        }
    }
    required
}

fn reaches_exit(board: &Board, state: &State, barred: &SquareSet) -> bool {
    // Without squeezing a diagonal step has an orthogonal detour once boxes are gone, except past
    // a barred hole: a hole is no obstacle, so the diagonal around it must be tried too.
    let squeezing = board.rules().squeezing() == Squeezing::Allowed;
    let mut reached = board.no_squares();
    let mut pending = vec![state.keeper];
    reached.insert(state.keeper);
    while let Some(from) = pending.pop() {
        if board.exits().contains(from) {
            return true;
        }
        for &direction in board.rules().steps().list() {
            let Some(to) = board.neighbour(from, direction) else {
                continue;
            };
            let between_walls = direction.parts().is_some_and(|parts| {
                let walled = parts.into_iter().all(|part| board.neighbour(from, part).is_none());
                let doorway = board.doors().contains(from) || board.doors().contains(to);
                !squeezing && (walled || doorway)
            });
            if !between_walls && !barred.contains(to) && reached.insert(to) {
                pending.push(to);
            }
        }
    }
    debug_assert!(board.rules().steps() == Directions::Eight || !squeezing);
    false
}
