//! The pushes of a state with their costs, and the cost of winning by walking.

use std::collections::VecDeque;

use sokolab_core::reference::{expand, is_won_by_walking};
use sokolab_core::{Board, GoalKind, Push, State, is_won, normalized, try_step};

use crate::header::Claim;

/// A push, the state after it as it is listed, and its cost.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) push: Push,
    pub(crate) state: State,
    pub(crate) cost: u32,
}

/// Every push of a state, ordered by box and direction.
pub(crate) fn steps(board: &Board, state: &State, claim: Claim) -> Vec<Step> {
    let walks = claim.counts_moves().then(|| walks(board, state));
    let step = |(push, child): (Push, State)| {
        let Some(walks) = &walks else {
            return Step { push, state: normalized(board, &child), cost: 1 };
        };
        let behind = board.neighbour(push.from, push.direction.opposite());
        let walk = behind.and_then(|square| walks[square.index()]);
        let walk = walk.expect("the keeper walks to every push that the rules list");
        Step { push, state: child, cost: walk + 1 }
    };
    expand(board, state).into_iter().map(step).collect()
}

/// The lowest cost of winning from a state without a push; `None` if that is impossible.
pub(crate) fn winning_walk(board: &Board, state: &State, claim: Claim) -> Option<u32> {
    if !claim.counts_moves() {
        return is_won_by_walking(board, state).then_some(0);
    }
    if board.rules().goal() == GoalKind::Fill && !board.exits().is_empty() {
        let walks = walks(board, state);
        return board.exits().iter().filter_map(|exit| walks[exit.index()]).min();
    }
    is_won(board, state).then_some(0)
}

/// The steps that the keeper needs to each square.
fn walks(board: &Board, state: &State) -> Vec<Option<u32>> {
    let mut walks = vec![None; board.square_count()];
    walks[state.keeper.index()] = Some(0);
    let mut pending = VecDeque::from([(state.keeper, 0)]);
    while let Some((from, count)) = pending.pop_front() {
        for &direction in board.rules().steps().list() {
            let Some(beside) = board.neighbour(from, direction) else { continue };
            if state.boxes.contains(beside) || walks[beside.index()].is_some() {
                continue;
            }
            if let Ok(to) = try_step(board, state, from, direction) {
                walks[to.index()] = Some(count + 1);
                pending.push_back((to, count + 1));
            }
        }
    }
    walks
}
