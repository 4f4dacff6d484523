//! Slices of resumable searches.

use crate::leg::Way;

/// How a slice of a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slice {
    /// With a solution, or with nothing left to try.
    Done,
    /// With its units; the search can be resumed.
    Spent,
}

/// What came of a slice of a strategy.
#[derive(Debug)]
pub(crate) enum SliceResult {
    /// A solution.
    Found(Way),
    /// A proof that there is none.
    NoSolution,
    /// Its units were spent; the strategy can be resumed.
    Spent,
    /// Nothing is left to try, which proves nothing.
    Over,
}

impl SliceResult {
    /// That of a complete search, given how its slice ended and the solution that it has.
    pub(crate) fn of(slice: Slice, way: Option<Way>) -> SliceResult {
        match (slice, way) {
            (_, Some(way)) => SliceResult::Found(way),
            (Slice::Done, None) => SliceResult::NoSolution,
            (Slice::Spent, None) => SliceResult::Spent,
        }
    }
}
