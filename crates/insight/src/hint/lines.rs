//! Known winning lines: the pushes that win from every state on one.

use std::collections::BTreeMap;
use std::sync::Arc;

use sokolab_core::{Board, Push, State, apply_push, normalized};

/// Maximum number of states; beyond it, everything known is forgotten.
const STATES_MAX: usize = 200_000;

/// How many squares the keeper's regions along a line may have together, about 30 ms. On a vast
/// board only the first states of a long line are remembered.
const WALKED_MAX: usize = 8_000_000;

/// The known continuation from a state.
#[derive(Clone, Debug)]
struct Continuation {
    /// The pushes of a line through the state, and how many of them lead to it.
    line: Arc<[Push]>,
    done: usize,
    /// Whether no solution has fewer pushes.
    is_fewest: bool,
}

impl Continuation {
    /// The pushes to the end. There is none if the keeper wins by walking or has already won.
    fn rest(&self) -> &[Push] {
        &self.line[self.done..]
    }
}

/// Known winning lines, by the states along them. States that differ only by a walk count as one.
#[derive(Clone, Debug, Default)]
pub(super) struct WinningLines {
    known: BTreeMap<State, Continuation>,
}

impl WinningLines {
    /// Adds a winning line from `start`. Known lines with as few pushes are kept.
    pub(super) fn add(&mut self, board: &Board, start: &State, pushes: &[Push], is_fewest: bool) {
        if self.known.len() + pushes.len() >= STATES_MAX {
            self.known.clear();
        }
        let states = states_along(board, start, pushes);
        let mut line: Arc<[Push]> = pushes.into();
        // From the end, so that a shorter known line also shortens what leads to it.
        for (done, state) in states.iter().enumerate().rev() {
            match self.known.get(state) {
                Some(known) if known.rest().len() <= line.len() - done => {
                    line = [&pushes[..done], known.rest()].concat().into();
                }
                _ => {
                    let found = Continuation { line: Arc::clone(&line), done, is_fewest: false };
                    self.known.insert(state.clone(), found);
                }
            }
        }
        if is_fewest && line[..] == *pushes {
            self.mark_fewest(&states, pushes.len());
        } else if is_fewest {
            self.mark_fewest(&states_along(board, start, &line), line.len());
        }
    }

    /// Marks states along a line with the fewest pushes: every part up to the end has them too.
    fn mark_fewest(&mut self, states: &[State], pushes: usize) {
        for (done, state) in states.iter().enumerate() {
            let known = self.known.get_mut(state);
            if let Some(known) = known.filter(|it| it.rest().len() == pushes - done) {
                known.is_fewest = true;
            }
        }
    }

    /// Whether a winning line from `state` is known.
    pub(super) fn has(&self, board: &Board, state: &State) -> bool {
        self.known.contains_key(&normalized(board, state))
    }

    /// The pushes of the known line from `state`, and whether none has fewer; `None` if no line is
    /// known.
    pub(super) fn follow(&self, board: &Board, state: &State) -> Option<(&[Push], bool)> {
        let known = self.known.get(&normalized(board, state))?;
        Some((known.rest(), known.is_fewest))
    }
}

/// The first states along a line, in normal form; all of them unless the board is vast.
fn states_along(board: &Board, start: &State, pushes: &[Push]) -> Vec<State> {
    let mut states = vec![normalized(board, start)];
    let mut state = start.clone();
    for push in pushes.iter().take(WALKED_MAX / board.square_count()) {
        apply_push(board, &mut state, *push);
        states.push(normalized(board, &state));
    }
    states
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::level;
    use sokolab_core::{Direction, Push, State, apply_push, check};

    use super::{WALKED_MAX, WinningLines};

    /// Once, remembering and following a line filled the keeper's region three times for each push:
    /// an answer came half a second late on a board of 200 x 200.
    #[test]
    fn only_the_first_states_of_a_line_on_a_vast_board_are_remembered() {
        let length = 400;
        let blank = format!("#{}#", " ".repeat(length));
        let rows = vec![blank; 100].join("\n");
        let row = format!("#@${}.#", " ".repeat(length - 3));
        let wall = "#".repeat(length + 2);
        let level = level(&format!("{wall}\n{rows}\n{row}\n{wall}"));
        let (board, start) = check(&level).expect("a level");
        let mut now = start.clone();
        let mut pushes = Vec::new();
        let mut states: Vec<State> = vec![now.clone()];
        for _ in 0..length - 2 {
            let from = now.boxes.first().expect("a box");
            let push = Push { from, direction: Direction::Right };
            apply_push(&board, &mut now, push);
            pushes.push(push);
            states.push(now.clone());
        }
        let mut lines = WinningLines::default();
        lines.add(&board, &start, &pushes, true);
        let remembered = WALKED_MAX / board.square_count();
        assert!((10..length / 2).contains(&remembered), "{remembered}");
        for (done, state) in states.iter().enumerate().take(remembered) {
            assert_eq!(lines.follow(&board, state), Some((&pushes[done..], true)));
        }
        assert_eq!(lines.follow(&board, &states[remembered + 1]), None);
    }
}
