//! The reference expansion: slow, simple on purpose, and what faster code is compared with.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::region::{normalized, region};
use crate::rules::{GoalKind, Push, apply_push, is_won, try_push};
use crate::solution::Meter;
use crate::square_set::SquareSet;
use crate::state::State;
use crate::verify::play;

/// Every legal push of `state` with the state after it, in the order of box and direction.
#[must_use]
pub fn expand(board: &Board, state: &State) -> Vec<(Push, State)> {
    let region = region(board, state);
    let mut children = Vec::new();
    for from in state.boxes.iter() {
        for &direction in board.rules().pushes().list() {
            let push = Push { from, direction };
            let behind = board.neighbour(from, direction.opposite());
            let keeper_is_there = behind.is_some_and(|square| region.contains(square));
            if keeper_is_there && try_push(board, state, push).is_ok() {
                let mut child = state.clone();
                apply_push(board, &mut child, push);
                children.push((push, child));
            }
        }
    }
    children
}

/// Whether the keeper of `state` can win by walking alone, perhaps not at all.
#[must_use]
pub fn is_won_by_walking(board: &Board, state: &State) -> bool {
    if board.rules().goal() == GoalKind::Fill && !board.exits().is_empty() {
        !region(board, state).intersection(board.exits()).is_empty()
    } else {
        is_won(board, state)
    }
}

/// Distinct states by number of pushes, states that differ by a walk counted once.
///
/// Entry `n` counts the states first reached by `n` pushes. It ends after `pushes_max` pushes or
/// when a level has no new states.
#[must_use]
pub fn perft(board: &Board, start: &State, pushes_max: usize) -> Vec<usize> {
    layers(board, start).take(pushes_max + 1).map(|layer| layer.len()).collect()
}

/// The least number of pushes that wins from `start`; `None` if nothing does. It never stops
/// early, so it is for small boards only.
#[must_use]
pub fn fewest_pushes(board: &Board, start: &State) -> Option<usize> {
    layers(board, start).position(|layer| layer.iter().any(|it| is_won_by_walking(board, it)))
}

/// The least number of moves that wins from `start`; `None` if nothing does. For small boards only.
#[must_use]
pub fn fewest_moves(board: &Board, start: &State) -> Option<usize> {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut layer = vec![start.clone()];
    for moves in 0.. {
        if layer.iter().any(|state| is_won(board, state)) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for state in &layer {
            for &direction in board.rules().steps().list() {
                let mut child = state.clone();
                let played = play(board, &mut child, direction, &mut Meter::default());
                if played.is_ok() && seen.insert(child.clone()) {
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

/// The states first reached by 0, 1, 2, … pushes, normalized; it ends when no new ones come.
pub fn layers<'a>(
    board: &'a Board,
    start: &State,
) -> impl Iterator<Item = BTreeSet<State>> + use<'a> {
    let first = normalized(board, start);
    let mut seen = BTreeSet::from([first.clone()]);
    let mut next = BTreeSet::from([first]);
    std::iter::from_fn(move || {
        let layer = std::mem::take(&mut next);
        for state in &layer {
            for (_, child) in expand(board, state) {
                let child = normalized(board, &child);
                if seen.insert(child.clone()) {
                    next.insert(child);
                }
            }
        }
        (!layer.is_empty()).then_some(layer)
    })
}

/// The squares on which a lone box, with nothing else on the board, stands in some state that
/// `start` leads to. A helper for tests of analyses.
#[must_use]
pub fn box_squares(board: &Board, start: &State) -> SquareSet {
    let mut result = board.no_squares();
    for layer in layers(board, start) {
        for state in &layer {
            result.extend(state.boxes.iter());
        }
    }
    result
}
