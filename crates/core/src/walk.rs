//! The shortest walk between two squares.

use std::collections::VecDeque;

use crate::board::Board;
use crate::direction::Direction;
use crate::rules::try_step;
use crate::square::Square;
use crate::state::State;

/// The steps of a shortest walk of the keeper to `goal`; `None` if it cannot get there without
/// pushing.
#[must_use]
pub fn walk(board: &Board, state: &State, goal: Square) -> Option<Vec<Direction>> {
    let mut came_by: Vec<Option<Direction>> = vec![None; board.square_count()];
    let mut pending = VecDeque::from([state.keeper]);
    while let Some(from) = pending.pop_front() {
        if from == goal {
            break;
        }
        for &direction in board.rules().steps().list() {
            let Some(beside) = board.neighbour(from, direction) else {
                continue;
            };
            if beside == state.keeper
                || came_by[beside.index()].is_some()
                || state.boxes.contains(beside)
            {
                continue;
            }
            if let Ok(to) = try_step(board, state, from, direction) {
                came_by[to.index()] = Some(direction);
                pending.push_back(to);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = goal;
    while at != state.keeper {
        let direction = came_by[at.index()]?;
        steps.push(direction);
        at = board.neighbour(at, direction.opposite()).expect("the walk came from there");
    }
    steps.reverse();
    Some(steps)
}
