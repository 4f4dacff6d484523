//! All solutions of an exact length, by exact search: the limit of what propagation could infer.

use std::collections::HashSet;

use sokolab_core::{
    Board, Direction, Meter, Push, Square, SquareSet, State, Stop, apply_push, is_won, try_push,
};

use crate::space_time::SpaceTime;

/// Boxes and keeper.
type Key = (SquareSet, Square);

/// For each plane, the states on a solution of exactly this many moves; `None` if more than
/// `states_max` would have to be kept.
pub(super) fn plays(
    space: &SpaceTime<'_>,
    moves: usize,
    states_max: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Vec<State>>>, Stop> {
    let (board, start) = (space.board(), space.start());
    let mut layers: Vec<Vec<State>> = vec![vec![start.clone()]];
    let mut held = 1;
    for _ in 0..moves {
        let mut seen: HashSet<Key> = HashSet::new();
        let mut layer = Vec::new();
        for state in layers.last().into_iter().flatten() {
            meter.work(20)?;
            for next in successors(board, state) {
                if seen.insert((next.boxes.clone(), next.keeper)) {
                    layer.push(next);
                }
            }
        }
        held += layer.len();
        if held > states_max {
            return Ok(None);
        }
        layers.push(layer);
    }
    let mut wanted: HashSet<Key> = HashSet::new();
    for (plane, layer) in layers.iter_mut().enumerate().rev() {
        layer.retain(|state| {
            if plane == moves {
                return is_won(board, state);
            }
            successors(board, state).any(|next| wanted.contains(&(next.boxes, next.keeper)))
        });
        meter.work(20 * layer.len() as u64)?;
        wanted = layer.iter().map(|state| (state.boxes.clone(), state.keeper)).collect();
    }
    Ok(Some(layers))
}

/// The states one move later.
fn successors<'a>(board: &'a Board, state: &'a State) -> impl Iterator<Item = State> + 'a {
    Direction::ORTHOGONAL.into_iter().filter_map(move |direction| {
        let to = board.neighbour(state.keeper, direction)?;
        let mut next = state.clone();
        if state.boxes.contains(to) {
            let push = Push { from: to, direction };
            try_push(board, state, push).ok()?;
            apply_push(board, &mut next, push);
        } else {
            next.keeper = to;
        }
        Some(next)
    })
}

/// The tiles of each cell that occur in some of these states, as bits, by plane and cell.
pub(super) fn domains(space: &SpaceTime<'_>, layers: &[Vec<State>], words: usize) -> Vec<Vec<u64>> {
    let area = space.area();
    let mut domains = vec![vec![0; words]; layers.len() * area];
    for (plane, layer) in layers.iter().enumerate() {
        for state in layer {
            for (cell, bit) in space.bits_of(state).into_iter().enumerate() {
                if let Some(bit) = bit {
                    domains[plane * area + cell][bit / 64] |= 1 << (bit % 64);
                }
            }
        }
    }
    domains
}
