//! Exact tables: the cost of a few boxes alone on a board, for all squares and keeper sides.
//!
//! A *placement* is a set of squares with a box each. For every placement and every *side* (the
//! connected part of the floor that the keeper is on) a table holds the fewest pushes that bring
//! all its boxes to goals. A retrograde breadth-first search computes all placements at once
//! instead of solving each by itself.
//!
//! [`PairTable`](crate::PairTable) defines what counts as solved under each rule set.

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

pub(crate) use build::REPORTED_PORTIONS;
pub(crate) use by_size::Tables;
pub(crate) use labels::Labeller;
pub(crate) use project::TablePlacement;
pub(crate) use ranking::{PLACEMENT_MAX, Ranking};
pub(crate) use sided::{Sided, SidedBuilder, SidedValues};
pub(crate) use space::{Ending, TableGraph};
pub(crate) use table::{DEAD, Table};

/// Counts work and asks the caller between two portions whether to continue.
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

    /// Reports a portion of work; `None` if the caller stops.
    pub(crate) fn step(&mut self, work: usize) -> Option<()> {
        self.done = (self.done + work).min(self.total);
        (self.keep_going)(self.done, self.total).then_some(())
    }
}
