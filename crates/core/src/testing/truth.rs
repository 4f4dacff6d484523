//! Ground truth for a small board: every state, and the fewest pushes that solve it.

use std::collections::{BTreeMap, VecDeque};

use crate::board::Board;
use crate::reference::{expand, is_won_by_walking};
use crate::region::normalized;
use crate::rule_set::GoalKind;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::state::State;

/// Every normalized state of a board with up to a number of boxes, with the fewest pushes to a win.
#[derive(Clone, Debug)]
pub struct GroundTruth {
    pushes: BTreeMap<State, Option<usize>>,
}

impl GroundTruth {
    /// Enumerates all states of `board` with up to `boxes_max` boxes. The work grows with the
    /// number of placements, so it is for small boards only.
    #[must_use]
    pub fn of(board: &Board, boxes_max: usize) -> GroundTruth {
        let mut pushes = BTreeMap::new();
        let mut parents: BTreeMap<State, Vec<State>> = BTreeMap::new();
        let mut pending = VecDeque::new();
        for state in all_states(board, boxes_max) {
            if is_won_by_walking(board, &state) {
                pending.push_back((state.clone(), 0));
            }
            for (_, child) in expand(board, &state) {
                parents.entry(normalized(board, &child)).or_default().push(state.clone());
            }
            pushes.insert(state, None);
        }
        while let Some((state, count)) = pending.pop_front() {
            let known = pushes.get_mut(&state).expect("a push leads to one of all states");
            if known.is_some() {
                continue;
            }
            *known = Some(count);
            for parent in parents.get(&state).into_iter().flatten() {
                pending.push_back((parent.clone(), count + 1));
            }
        }
        GroundTruth { pushes }
    }

    /// Every state with the fewest pushes to a win; `None` if it is unsolvable.
    pub fn states(&self) -> impl Iterator<Item = (&State, Option<usize>)> {
        self.pushes.iter().map(|(state, pushes)| (state, *pushes))
    }

    /// The fewest pushes that win from `state`, which must be normalized; `None` if it is
    /// unsolvable.
    ///
    /// # Panics
    /// If it is not a state of this board.
    #[must_use]
    pub fn fewest_pushes(&self, state: &State) -> Option<usize> {
        *self.pushes.get(state).expect("a normalized state of this board")
    }
}

/// Every normalized state with up to `boxes_max` boxes and, under `Fill`, every set of filled
/// holes.
fn all_states(board: &Board, boxes_max: usize) -> Vec<State> {
    let squares: Vec<Square> = board.squares().collect();
    let fillings = match board.rules().goal() {
        GoalKind::Fill => subsets(board, &board.goals().iter().collect::<Vec<_>>(), usize::MAX),
        GoalKind::Keep | GoalKind::Sink => vec![board.no_squares()],
    };
    let mut states = Vec::new();
    for filled in &fillings {
        // A box is never in an open hole or on a sink.
        let may_hold = |square: &&Square| match board.rules().goal() {
            GoalKind::Keep => true,
            GoalKind::Fill => !board.goals().contains(**square) || filled.contains(**square),
            GoalKind::Sink => !board.goals().contains(**square),
        };
        let holding: Vec<Square> = squares.iter().filter(may_hold).copied().collect();
        for boxes in subsets(board, &holding, boxes_max) {
            for &keeper in &squares {
                let state = State { boxes: boxes.clone(), filled: filled.clone(), keeper };
                if boxes.contains(keeper) || state.is_open_hole(board, keeper) {
                    continue;
                }
                if normalized(board, &state) == state {
                    states.push(state);
                }
            }
        }
    }
    states
}

fn subsets(board: &Board, squares: &[Square], size_max: usize) -> Vec<SquareSet> {
    let mut result = vec![board.no_squares()];
    for &square in squares {
        for index in 0..result.len() {
            if result[index].len() < size_max {
                let mut larger = result[index].clone();
                larger.insert(square);
                result.push(larger);
            }
        }
    }
    result
}
