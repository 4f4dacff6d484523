//! What is known of the ways to win: for every state on one, the next push.

use std::collections::BTreeMap;

use sokolab_core::{Board, Push, State, apply_push, normalized};

/// More states are not remembered; what was known is forgotten then.
const STATES_MAX: usize = 200_000;

/// The known way on from a state.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The next push; `None` if the keeper wins by walking, perhaps not at all.
    push: Option<Push>,
    /// Pushes to the end.
    left: usize,
    /// Whether no solution has fewer.
    is_fewest: bool,
}

/// Known ways to win, by the states along them. States that differ only by a walk are one.
///
/// Every step leads to a state whose way is known too and shorter, so whoever follows the steps
/// wins, even if other ways are added meanwhile.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    steps: BTreeMap<State, Step>,
}

impl Lines {
    /// Adds a way to win from `start`. Where a known one has as few pushes, that one is kept.
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
        // From the end, so that a shorter way that is known already shortens what leads there.
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

    /// Marks the known way on from `start`, which has the fewest pushes; so has every part of it
    /// up to the end.
    fn mark_fewest(&mut self, board: &Board, start: &State) {
        let mut state = start.clone();
        while let Some(step) = self.steps.get_mut(&normalized(board, &state)) {
            step.is_fewest = true;
            let Some(push) = step.push else { break };
            apply_push(board, &mut state, push);
        }
    }

    /// Whether a way on from `state` is known.
    pub(super) fn has(&self, board: &Board, state: &State) -> bool {
        self.steps.contains_key(&normalized(board, state))
    }

    /// The pushes of the known way on from `state`, and whether none has fewer; `None` if no way is
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
