//! The results of slices of resumable searches.

use crate::leg::Way;

/// How a slice of a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slice {
    /// The search has a solution, or nothing is left to try.
    Done,
    /// The work units are used up; the search can be resumed.
    Spent,
}

/// The result of a slice of a strategy.
#[derive(Debug)]
pub(crate) enum SliceResult {
    /// It found a solution.
    Found(Way),
    /// It proved that there is none.
    NoSolution,
    /// The work units are used up; the strategy can be resumed.
    Spent,
    /// Nothing is left to try, but nothing is proved.
    Over,
}

impl SliceResult {
    /// The result of a complete search, from how its slice ended and the solution it has.
    pub(crate) fn of(slice: Slice, way: Option<Way>) -> SliceResult {
        match (slice, way) {
            (_, Some(way)) => SliceResult::Found(way),
            (Slice::Done, None) => SliceResult::NoSolution,
            (Slice::Spent, None) => SliceResult::Spent,
        }
    }
}
