//! A move with its effect, so that it can be undone exactly.

use sokolab_core::{
    Board, Direction, GoalKind, Hindrance, Move, MoveKind, Square, State, make_move,
};

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The keeper took a step.
    Step,
    /// A box was pushed and is still on the board.
    Push,
    /// A box was pushed into a hole, which is now filled.
    Fill,
    /// A box was pushed into a sink and disappeared.
    Sink,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayedMove {
    /// Direction of the keeper's movement.
    pub direction: Direction,
    /// Its effect.
    pub effect: Effect,
}

impl PlayedMove {
    /// Whether it was a step or a push.
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.effect {
            Effect::Step => MoveKind::Step,
            Effect::Push | Effect::Fill | Effect::Sink => MoveKind::Push,
        }
    }

    /// The move with its letter.
    #[must_use]
    pub const fn as_move(self) -> Move {
        Move { direction: self.direction, kind: self.kind() }
    }
}

/// Makes a move in `state`; returns it with its effect.
pub(crate) fn forward(
    board: &Board,
    state: &mut State,
    direction: Direction,
) -> Result<PlayedMove, Hindrance> {
    let effect = match make_move(board, state, direction)? {
        MoveKind::Step => Effect::Step,
        MoveKind::Push if state.boxes.contains(beside(board, state, direction)) => Effect::Push,
        MoveKind::Push => match board.rules().goal() {
            GoalKind::Fill => Effect::Fill,
            GoalKind::Sink => Effect::Sink,
            GoalKind::Keep => unreachable!("a box on a goal stays there"),
        },
    };
    Ok(PlayedMove { direction, effect })
}

/// Undoes the move that led to `state`.
pub(crate) fn backward(board: &Board, state: &mut State, played: PlayedMove) {
    let PlayedMove { direction, effect } = played;
    if effect != Effect::Step {
        let to = beside(board, state, direction);
        match effect {
            Effect::Push => state.boxes.remove(to),
            Effect::Fill => state.filled.remove(to),
            Effect::Step | Effect::Sink => false,
        };
        state.boxes.insert(state.keeper);
    }
    state.keeper = beside(board, state, direction.opposite());
}

/// The neighbour of the keeper's square, which is floor because a move of the history crossed it.
fn beside(board: &Board, state: &State, direction: Direction) -> Square {
    board.neighbour(state.keeper, direction).expect("a move that was made stays on the floor")
}
