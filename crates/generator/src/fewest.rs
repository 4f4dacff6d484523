//! What may be called the fewest pushes.
//!
//! A solution that leaves this crate says whether it is proved that none has fewer pushes. The
//! claim comes from an exact search for this very solution and from nowhere else: the fields here
//! are private, and they become true in two places only, [`search`], which asks the solver and
//! takes what it has proved, and `Line::from_graph`, which takes the answers of the searches
//! over every state of a small board.

use std::ops::Deref;

use sokolab_core::{Board, LetterCase, Level, Moves, Solution, State, verify};
use sokolab_solver::field::Field;
use sokolab_solver::{Objective, Observer, Outcome, Report, Request, moves_of, solve};

use crate::graph::{WinningPushes, on_board};

/// A solution, and whether it is proved that none has fewer pushes.
#[derive(Clone, Debug)]
pub struct Assessed {
    solution: Solution,
    is_fewest: bool,
}

impl Assessed {
    /// A solution of which nothing is proved.
    #[must_use]
    pub const fn unproved(solution: Solution) -> Assessed {
        Assessed { solution, is_fewest: false }
    }

    /// Whether an exact search has proved that no solution has fewer pushes.
    #[must_use]
    pub const fn is_fewest(&self) -> bool {
        self.is_fewest
    }

    /// The solution.
    #[must_use]
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The solution without the claim.
    #[must_use]
    pub fn into_solution(self) -> Solution {
        self.solution
    }
}

impl Deref for Assessed {
    type Target = Solution;

    fn deref(&self) -> &Solution {
        &self.solution
    }
}

/// Solves the level of `request` for the fewest pushes, within its limits.
///
/// The first part of the answer is the solution, if one was found, with what is proved of it; the
/// second is the report, from which the reason can be read if there is none.
#[must_use]
pub fn search(request: &Request<'_>, observer: &mut Observer<'_>) -> (Option<Assessed>, Report) {
    let request = Request { objective: Objective::Pushes, ..*request };
    let report = solve(&request, observer);
    let assessed = match &report.outcome {
        Outcome::Solved { solution, optimal, .. } => {
            Some(Assessed { solution: solution.clone(), is_fewest: *optimal })
        }
        _ => None,
    };
    (assessed, report)
}

/// Moves that a generator claims to win, before the level has its final picture.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    moves: Moves,
    is_fewest: bool,
}

impl Line {
    /// Pushes on `field`, laid out from `board`, as moves from `start` on the board of the level
    /// that was made.
    pub(crate) fn from_graph<const N: usize>(
        (board, field): (&Board, &Field<N>),
        pushes: &WinningPushes,
        (level_board, start): (&Board, &State),
    ) -> Line {
        let is_fewest = pushes.is_fewest();
        let pushes = on_board(board, field, pushes);
        Line { moves: moves_of(level_board, start, pushes), is_fewest }
    }

    /// The moves.
    pub(crate) const fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The solution of `level`, which must be the same puzzle in another frame.
    ///
    /// # Panics
    /// If the moves do not solve the level: the generator that made them is wrong then.
    pub(crate) fn on(self, level: &Level) -> Assessed {
        let verdict = verify(level, &self.moves, LetterCase::Strict);
        let verdict = verdict.expect("the referee accepts what a generator made");
        Assessed { solution: verdict.solution, is_fewest: self.is_fewest }
    }
}

impl From<Assessed> for Line {
    fn from(assessed: Assessed) -> Line {
        Line { moves: assessed.solution.moves().clone(), is_fewest: assessed.is_fewest }
    }
}
