//! The referee: replays moves on the level as read and decides whether they solve it.
//!
//! It lives below the solver and cannot depend on it. Only it makes a [`Solution`].

use std::error::Error;
use std::fmt;

use crate::board::Board;
use crate::check::check;
use crate::direction::Direction;
use crate::findings::Findings;
use crate::level::Level;
use crate::moves::{Move, MoveKind, Moves};
use crate::rules::{Hindrance, Push, apply_push, is_won, try_push, try_step};
use crate::solution::{MeasureCounter, Solution};
use crate::square_name::place_name;
use crate::state::State;

/// How to treat a lower-case letter for a push or a capital for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterCase {
    /// Correct it; the verdict records the first one.
    Corrected,
    /// Refuse it.
    Strict,
}

/// The result of a successful verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The solution, with the case of all letters corrected.
    pub solution: Solution,
    /// Index of the first move whose letter had the wrong case.
    pub wrong_case: Option<usize>,
}

/// Why moves were refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The level cannot be played.
    Level(Findings),
    /// The move with this index, counted from 0, is not allowed.
    Move {
        /// The index of the move.
        index: usize,
        /// Column and row of the keeper before it, counted from 0.
        keeper: (usize, usize),
        /// The direction tried.
        direction: Direction,
        /// Why it is illegal.
        hindrance: Hindrance,
    },
    /// The letter of the move with this index has the wrong case.
    Case {
        /// The index of the move.
        index: usize,
        /// Column and row of the keeper before it, counted from 0.
        keeper: (usize, usize),
        /// What kind of move it is.
        really: MoveKind,
    },
    /// All moves are legal, but the level is not won after the last.
    NotSolved {
        /// Number of moves replayed.
        moves: usize,
        /// Column and row of the keeper after the last.
        keeper: (usize, usize),
    },
}

impl Refusal {
    /// A stable identifier of the reason.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Level(_) => "invalid_level",
            Refusal::Move { hindrance, .. } => match hindrance {
                Hindrance::Direction => "bad_letter",
                Hindrance::Wall => "wall",
                Hindrance::Hole => "hole",
                Hindrance::Squeeze => "squeeze",
                Hindrance::PushDirection
                | Hindrance::BoxAgainstWall
                | Hindrance::BoxAgainstBox
                | Hindrance::DeadField => "blocked_push",
            },
            Refusal::Case { .. } => "wrong_case",
            Refusal::NotSolved { .. } => "not_solved",
        }
    }

    /// Index of the offending move; the number of moves if all are legal but do not solve the
    /// level.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        match self {
            Refusal::Level(_) => None,
            Refusal::Move { index, .. } | Refusal::Case { index, .. } => Some(*index),
            Refusal::NotSolved { moves, .. } => Some(*moves),
        }
    }

    /// Column and row of the keeper at that point, counted from 0.
    #[must_use]
    pub fn keeper(&self) -> Option<(usize, usize)> {
        match self {
            Refusal::Level(_) => None,
            Refusal::Move { keeper, .. }
            | Refusal::Case { keeper, .. }
            | Refusal::NotSolved { keeper, .. } => Some(*keeper),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Level(findings) => match findings.first() {
                Some(first) => write!(formatter, "the level cannot be played: {first}"),
                None => formatter.write_str("the level cannot be played"),
            },
            // Programs count moves from 0, people from 1.
            Refusal::Move { index, keeper, direction, hindrance } => write!(
                formatter,
                "move {}, {direction} from {}: {hindrance}",
                index + 1,
                place_name(*keeper)
            ),
            Refusal::Case { index, really, .. } => {
                let (is, written) = match really {
                    MoveKind::Step => ("a step", "push"),
                    MoveKind::Push => ("a push", "step"),
                };
                write!(formatter, "move {} is {is}, but written as a {written}", index + 1)
            }
            Refusal::NotSolved { moves, .. } => {
                let (moves, are) = match moves {
                    0 => {
                        return formatter
                            .write_str("there are no moves, and the level is not solved");
                    }
                    1 => ("the only move".to_owned(), "is"),
                    _ => (format!("all {moves} moves"), "are"),
                };
                write!(formatter, "{moves} {are} legal, but the level is not solved")
            }
        }
    }
}

impl Error for Refusal {}

/// Replays `moves` on `level` and decides whether they solve it.
///
/// # Errors
/// The first reason why they do not.
pub fn verify(level: &Level, moves: &Moves, case: LetterCase) -> Result<Verified, Refusal> {
    let (board, state) = check(level).map_err(Refusal::Level)?;
    verify_on(&board, state, moves, case)
}

fn verify_on(
    board: &Board,
    mut state: State,
    moves: &Moves,
    case: LetterCase,
) -> Result<Verified, Refusal> {
    let mut tally = MeasureCounter::default();
    let mut wrong_case = None;
    let mut replayed = Vec::with_capacity(moves.len());
    for (index, &written) in moves.as_slice().iter().enumerate() {
        let keeper = state.keeper;
        let really =
            play(board, &mut state, written.direction, &mut tally).map_err(|hindrance| {
                let direction = written.direction;
                Refusal::Move { index, keeper: board.position(keeper), direction, hindrance }
            })?;
        replayed.push(Move { direction: written.direction, kind: really });
        if really != written.kind {
            if case == LetterCase::Strict {
                return Err(Refusal::Case { index, keeper: board.position(keeper), really });
            }
            wrong_case = wrong_case.or(Some(index));
        }
    }
    if !is_won(board, &state) {
        let keeper = board.position(state.keeper);
        return Err(Refusal::NotSolved { moves: moves.len(), keeper });
    }
    let solution = Solution::new(replayed.into_iter().collect(), tally.measures());
    Ok(Verified { solution, wrong_case })
}

/// Makes one move in `state`: a push if a box is in the way, otherwise a step. Returns which it
/// was.
///
/// # Errors
/// What hinders the move; `state` is unchanged.
pub fn make_move(
    board: &Board,
    state: &mut State,
    direction: Direction,
) -> Result<MoveKind, Hindrance> {
    play(board, state, direction, &mut MeasureCounter::default())
}

/// Like [`make_move`], and counts the move in `tally`.
#[inline]
pub(crate) fn play(
    board: &Board,
    state: &mut State,
    direction: Direction,
    tally: &mut MeasureCounter,
) -> Result<MoveKind, Hindrance> {
    let from = state.keeper;
    match board.neighbour(from, direction) {
        Some(beside) if state.boxes.contains(beside) => {
            let push = Push { from: beside, direction };
            let to = try_push(board, state, push)?;
            apply_push(board, state, push);
            tally.push(direction, beside, to);
            Ok(MoveKind::Push)
        }
        _ => {
            state.keeper = try_step(board, state, from, direction)?;
            tally.step(direction);
            Ok(MoveKind::Step)
        }
    }
}
