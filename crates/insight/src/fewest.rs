//! Solutions that are proved to have the fewest pushes.
//!
//! An [`Assessed`] solution records whether it is proved push-optimal. The claim comes only from an
//! exact search for this very solution: [`search`] runs the solver and takes what it has proved,
//! and callers of [`Assessed::proved`] must have made such a search.

use std::ops::Deref;

use sokolab_core::Solution;
use sokolab_solver::{Objective, Observer, Outcome, Report, Request, solve};

/// A solution, and whether it is proved that none has fewer pushes.
#[derive(Clone, Debug)]
pub struct Assessed {
    solution: Solution,
    is_fewest: bool,
}

impl Assessed {
    /// A solution without a proof.
    #[must_use]
    pub const fn unproved(solution: Solution) -> Assessed {
        Assessed { solution, is_fewest: false }
    }

    /// A solution that an exact search has proved to have the fewest pushes. The caller vouches for
    /// the claim: the search must not skip any shorter solution.
    #[must_use]
    pub const fn proved(solution: Solution) -> Assessed {
        Assessed { solution, is_fewest: true }
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
/// Returns the solution, if one was found, with what is proved about it, and the report, which has
/// the reason if there is none.
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
