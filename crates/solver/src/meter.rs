//! The meter of a resumable search: a [`Meter`] that adds work slices and what the strategies of
//! one request share.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};

use sokolab_core::{Budget, Meter, Observer};

use crate::internal_error::InternalError;

/// The cost of the solution in hand, if there is one. The observer of a search may lower it while
/// the search runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownCost<'a>(Option<&'a Cell<Option<u32>>>);

impl<'a> KnownCost<'a> {
    /// No solution is in hand.
    pub(crate) const NONE: KnownCost<'static> = KnownCost(None);

    pub(crate) fn of(cost: &'a Cell<Option<u32>>) -> KnownCost<'a> {
        KnownCost(Some(cost))
    }

    /// The cost now.
    #[inline]
    pub(crate) fn get(self) -> Option<u32> {
        self.0.and_then(Cell::get)
    }
}

/// A [`Meter`] that also counts work units and ends slices of work.
#[derive(Debug)]
pub(crate) struct SearchMeter<'a> {
    meter: Meter<'a>,
    /// Work units so far (edges followed or children scored), and the count at which the current
    /// slice of a resumable search ends.
    pub(crate) units: u64,
    units_max: u64,
    /// The cost of the solution in hand: A* and bidirectional search look only for cheaper ones.
    pub(crate) known_cost: KnownCost<'a>,
    /// Internal errors of methods that failed while others went on.
    pub(crate) errors: Vec<InternalError>,
}

impl<'a> SearchMeter<'a> {
    pub(crate) fn new<'o: 'a>(budget: Budget, observer: &'a mut Observer<'o>) -> SearchMeter<'a> {
        SearchMeter {
            meter: Meter::new(budget, observer),
            units: 0,
            units_max: u64::MAX,
            known_cost: KnownCost::NONE,
            errors: Vec::new(),
        }
    }

    /// Begins a slice of `units` work units.
    pub(crate) fn begin_slice(&mut self, units: u64) {
        self.units_max = self.units.saturating_add(units);
    }

    /// The value of `units` at which the current slice ends.
    pub(crate) fn slice_end(&self) -> u64 {
        self.units_max
    }

    /// Whether the current slice is used up.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.units >= self.units_max
    }
}

impl<'a> Deref for SearchMeter<'a> {
    type Target = Meter<'a>;

    #[inline]
    fn deref(&self) -> &Meter<'a> {
        &self.meter
    }
}

impl DerefMut for SearchMeter<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.meter
    }
}
