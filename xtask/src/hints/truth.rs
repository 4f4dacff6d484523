//! The truth about the states of a level, from the oracle.

use sokolab::{Board, Level, State};

use crate::differential::oracle::Oracle;
use crate::differential::whole::StateSpace;

/// All states that can be reached from the start of a level, and which of them can be won.
pub(super) struct Truth {
    oracle: Oracle,
    space: StateSpace,
}

impl Truth {
    /// The truth about a level; `None` if it has too many states or is too large for the oracle.
    pub(super) fn of(level: &Level, states_max: usize) -> Option<Truth> {
        let oracle = Oracle::new(level).ok()?;
        let space = StateSpace::of(&oracle, states_max)?;
        Some(Truth { oracle, space })
    }

    /// Whether a state can be won; it must be one that is reached without passing a win.
    pub(super) fn can_win(&self, board: &Board, state: &State) -> bool {
        let number = |square| {
            let (x, y) = board.position(square);
            self.oracle.number_at(x, y).expect("both know every square of the floor")
        };
        let boxes = state.boxes.iter().fold(0, |set, it| set | 1 << number(it));
        let open = state.open_goals(board).iter().fold(0, |set, it| set | 1 << number(it));
        let situation = self.oracle.situation(boxes, open, number(state.keeper));
        let state = self.space.state(&self.oracle, situation);
        let state = state.expect("every state that play can reach is known");
        self.space.pushes_left(state).is_some()
    }
}

/// Whether a level can be won; `None` if it has too many states or is too large for the oracle.
pub(super) fn can_win(level: &Level, states_max: usize) -> Option<bool> {
    let oracle = Oracle::new(level).ok()?;
    oracle.fewest_pushes(states_max).map(|(pushes, _)| pushes.is_some())
}
