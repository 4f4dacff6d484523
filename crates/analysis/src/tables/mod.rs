//! Exact tables: what a few boxes cost that are alone on a board, for every place and keeper side.
//!
//! A *placement* is a set of squares with a box each. For every placement and every *side* (a part
//! of the floor on which the keeper stands, as the boxes split it) a table holds the fewest pushes
//! that bring all its boxes to goals. It is found by retrograde breadth-first search over all
//! placements at once, so no placement is ever solved by itself.
//!
//! What counts as solved under each rule set is told at [`PairTable`](crate::PairTable).

mod build;
mod by_size;
mod labels;
mod project;
mod ranking;
mod sided;
mod space;
mod table;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use by_size::Tables;
pub(crate) use labels::Labeller;
pub(crate) use project::Whole;
pub(crate) use ranking::{PLACEMENT_MAX, Ranking};
pub(crate) use sided::{Sided, SidedBuilder, SidedValues};
pub(crate) use space::{Ending, Space};
pub(crate) use table::{DEAD, Table};

/// Counts work and asks the caller between two portions whether to go on.
pub(crate) struct Progress<'a> {
    done: usize,
    total: usize,
    keep_going: &'a mut dyn FnMut(usize, usize) -> bool,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(
        total: usize,
        keep_going: &'a mut dyn FnMut(usize, usize) -> bool,
    ) -> Progress<'a> {
        Progress { done: 0, total, keep_going }
    }

    /// Reports a portion of work; `None` if the caller wants to stop.
    pub(crate) fn step(&mut self, work: usize) -> Option<()> {
        self.done = (self.done + work).min(self.total);
        (self.keep_going)(self.done, self.total).then_some(())
    }
}
