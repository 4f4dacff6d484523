//! The rules of the game: which steps and pushes are legal, what a push does, and when a level is
//! won.
//!
//! Every rule is written once, here. The referee, the reference expansion and the searches call
//! [`try_step`], [`try_push`], [`apply_push`] and [`is_won`]; the differences between rule sets
//! come from [`Rules`](crate::Rules).

use std::error::Error;
use std::fmt;

use crate::board::Board;
use crate::direction::Direction;
use crate::rule_set::{Directions, GoalKind, Squeezing};
use crate::square::Square;
use crate::state::State;

/// Why a step or push is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hindrance {
    /// The rule set has no steps in this direction.
    Direction,
    /// The rule set has no pushes in this direction.
    PushDirection,
    /// The keeper would walk into a wall.
    Wall,
    /// The keeper would walk into an open hole.
    Hole,
    /// A diagonal between two obstacles, or through a doorway.
    Squeeze,
    /// The box would be pushed into a wall.
    BoxAgainstWall,
    /// The box would be pushed into another box.
    BoxAgainstBox,
    /// The box would be pushed onto a dead field.
    DeadField,
}

impl fmt::Display for Hindrance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Hindrance::Direction => "the rule set has no diagonal steps",
            Hindrance::PushDirection => "the rule set has no diagonal pushes",
            Hindrance::Wall => "a wall is in the way",
            Hindrance::Hole => "an open hole is in the way",
            Hindrance::Squeeze => "the diagonal leads through a tight place",
            Hindrance::BoxAgainstWall => "the box stands against a wall",
            Hindrance::BoxAgainstBox => "the box stands against another box",
            Hindrance::DeadField => "no box may be pushed onto a dead field",
        })
    }
}

impl Error for Hindrance {}

/// A push: the box on `from` moves one square in `direction`, and the keeper follows onto `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// Where the box stands before the push.
    pub from: Square,
    /// Direction in which the box moves.
    pub direction: Direction,
}

/// The square that the keeper reaches by a step from `from`, if the step is legal.
///
/// # Errors
/// What hinders the step. If a box is in the way, the caller must use [`try_push`] instead.
#[inline]
pub fn try_step(
    board: &Board,
    state: &State,
    from: Square,
    direction: Direction,
) -> Result<Square, Hindrance> {
    if direction.is_diagonal() && board.rules().steps() == Directions::Four {
        return Err(Hindrance::Direction);
    }
    let to = board.neighbour(from, direction).ok_or(Hindrance::Wall)?;
    debug_assert!(!state.boxes.contains(to), "a box is pushed, not stepped on");
    if state.is_open_hole(board, to) {
        return Err(Hindrance::Hole);
    }
    if is_tight(board, state, from, direction) {
        return Err(Hindrance::Squeeze);
    }
    Ok(to)
}

/// Where the box of `push` would end up, if the push is legal. Assumes that the keeper is behind
/// it.
///
/// # Errors
/// What hinders the push.
#[inline]
pub fn try_push(board: &Board, state: &State, push: Push) -> Result<Square, Hindrance> {
    debug_assert!(state.boxes.contains(push.from), "only a box is pushed");
    if push.direction.is_diagonal() && board.rules().pushes() == Directions::Four {
        return Err(Hindrance::PushDirection);
    }
    let to = board.neighbour(push.from, push.direction).ok_or(Hindrance::BoxAgainstWall)?;
    if state.boxes.contains(to) {
        return Err(Hindrance::BoxAgainstBox);
    }
    if board.dead_fields().contains(to) {
        return Err(Hindrance::DeadField);
    }
    // Rule sets with diagonal pushes allow squeezing, so no push is ever too tight.
    Ok(to)
}

/// Applies `push`, which must be legal in `state`.
#[inline]
pub fn apply_push(board: &Board, state: &mut State, push: Push) {
    let to = board.neighbour(push.from, push.direction).expect("a legal push stays on the floor");
    debug_assert!(state.boxes.contains(push.from));
    debug_assert!(!state.boxes.contains(to));

    state.keeper = push.from;
    state.boxes.remove(push.from);
    match board.rules().goal() {
        GoalKind::Fill if state.is_open_hole(board, to) => {
            state.filled.insert(to);
        }
        GoalKind::Sink if board.goals().contains(to) => {}
        _ => {
            state.boxes.insert(to);
        }
    }
}

/// Whether `state` is won.
#[must_use]
pub fn is_won(board: &Board, state: &State) -> bool {
    match board.rules().goal() {
        GoalKind::Keep if state.boxes.len() >= board.goals().len() => {
            board.goals().is_subset(&state.boxes)
        }
        GoalKind::Keep => state.boxes.is_subset(board.goals()),
        GoalKind::Fill if board.exits().is_empty() => board.goals().is_subset(&state.filled),
        GoalKind::Fill => board.exits().contains(state.keeper),
        GoalKind::Sink => state.boxes.is_empty(),
    }
}

/// Whether a diagonal step from `from` passes through a place where the rules forbid it.
#[inline]
fn is_tight(board: &Board, state: &State, from: Square, direction: Direction) -> bool {
    let Some(parts) = direction.parts() else {
        return false;
    };
    if board.rules().squeezing() == Squeezing::Allowed {
        return false;
    }
    let is_obstacle = |part| {
        board.neighbour(from, part).is_none_or(|beside: Square| state.boxes.contains(beside))
    };
    let is_doorway = |square: Option<Square>| square.is_some_and(|it| board.doors().contains(it));
    parts.into_iter().all(is_obstacle)
        || is_doorway(Some(from))
        || is_doorway(board.neighbour(from, direction))
}
