//! Known winning lines: the next push for every state on one.

use std::collections::BTreeMap;

use sokolab_core::{Board, Push, State, apply_push, normalized};

/// Maximum number of states; beyond it, everything known is forgotten.
const STATES_MAX: usize = 200_000;

/// The known continuation from a state.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The next push; `None` if the keeper wins by walking or has already won.
    push: Option<Push>,
    /// Pushes left to the end.
    left: usize,
    /// Whether no solution has fewer pushes.
    is_fewest: bool,
}

/// Known winning lines, by the states along them. States that differ only by a walk count as one.
///
/// Every step leads to a state with a known, shorter continuation, so following the steps wins,
/// even if other lines are added in the meantime.
#[derive(Clone, Debug, Default)]
pub(super) struct WinningLines {
    steps: BTreeMap<State, Step>,
}

impl WinningLines {
    /// Adds a winning line from `start`. Known lines with as few pushes are kept.
    pub(super) fn add(&mut self, board: &Board, start: &State, pushes: &[Push], is_fewest: bool) {
        if self.steps.len() + pushes.len() >= STATES_MAX {
            self.steps.clear();
        }
        let mut states = vec![normalized(board, start)];
        let mut state = start.clone();
        for push in pushes {
            apply_push(board, &mut state, *push);
            states.push(normalized(board, &state));
        }
        // From the end, so that a shorter known line also shortens what leads to it.
        let mut left = 0;
        for (index, state) in states.iter().enumerate().rev() {
            let push = pushes.get(index).copied();
            let known = self.steps.get(state).map(|it| it.left);
            if known.is_none_or(|known| left < known) {
                self.steps.insert(state.clone(), Step { push, left, is_fewest: false });
            }
            left = known.unwrap_or(left).min(left) + 1;
        }
        if is_fewest {
            self.mark_fewest(board, start);
        }
    }

    /// Marks the known line from `start` as having the fewest pushes, and so every part of it up to
    /// the end.
    fn mark_fewest(&mut self, board: &Board, start: &State) {
        let mut state = start.clone();
        while let Some(step) = self.steps.get_mut(&normalized(board, &state)) {
            step.is_fewest = true;
            let Some(push) = step.push else { break };
            apply_push(board, &mut state, push);
        }
    }

    /// Whether a winning line from `state` is known.
    pub(super) fn has(&self, board: &Board, state: &State) -> bool {
        self.steps.contains_key(&normalized(board, state))
    }

    /// The pushes of the known line from `state`, and whether none has fewer; `None` if no line is
    /// known.
    pub(super) fn follow(&self, board: &Board, state: &State) -> Option<(Vec<Push>, bool)> {
        let first = self.steps.get(&normalized(board, state))?;
        let (mut pushes, mut state, mut step) = (Vec::new(), state.clone(), *first);
        while let Some(push) = step.push {
            apply_push(board, &mut state, push);
            pushes.push(push);
            step = *self.steps.get(&normalized(board, &state)).expect("every step leads on");
        }
        Some((pushes, first.is_fewest))
    }
}
