//! A game in progress: moves, undo and redo.

use crate::board::Board;
use crate::check::check;
use crate::direction::Direction;
use crate::findings::Findings;
use crate::level::Level;
use crate::moves::{Move, MoveKind, Moves};
use crate::rules::{Hindrance, is_won};
use crate::solution::MeasureCounter;
use crate::state::State;
use crate::verify::play;

/// A game in progress. It keeps every state since the start, so undo is exact under any rules.
#[derive(Clone, Debug)]
pub struct Session {
    board: Board,
    // One state more than moves; `position` is the current one, and later ones can be redone.
    states: Vec<State>,
    moves: Vec<Move>,
    position: usize,
}

impl Session {
    /// Starts a game on `level`.
    ///
    /// # Errors
    /// Everything that makes the level unplayable.
    pub fn new(level: &Level) -> Result<Session, Findings> {
        let (board, state) = check(level)?;
        Ok(Session { board, states: vec![state], moves: Vec::new(), position: 0 })
    }

    /// The board being played on.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.states[self.position]
    }

    /// Whether the current state is won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        is_won(&self.board, self.state())
    }

    /// The moves from the start to the current state.
    #[must_use]
    pub fn moves(&self) -> Moves {
        self.moves[..self.position].iter().copied().collect()
    }

    /// Moves the keeper in `direction`, pushing any box there. Clears the redo history.
    ///
    /// # Errors
    /// What hinders the move; the game is unchanged.
    pub fn play(&mut self, direction: Direction) -> Result<MoveKind, Hindrance> {
        let mut state = self.state().clone();
        let kind = play(&self.board, &mut state, direction, &mut MeasureCounter::default())?;
        self.moves.truncate(self.position);
        self.states.truncate(self.position + 1);
        self.moves.push(Move { direction, kind });
        self.states.push(state);
        self.position += 1;
        Ok(kind)
    }

    /// Undoes the last move; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.position = self.position.checked_sub(1)?;
        Some(self.moves[self.position])
    }

    /// Redoes the last undone move; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let again = *self.moves.get(self.position)?;
        self.position += 1;
        Some(again)
    }
}
