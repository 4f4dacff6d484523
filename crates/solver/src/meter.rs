//! The meter of a resumable search: a [`Meter`] with slices of work, and with what the strategies
//! of one request tell each other.

use std::ops::{Deref, DerefMut};

use sokolab_core::{Budget, Meter, Observer};

use crate::internal_error::InternalError;

/// A [`Meter`] that deals out work in slices.
#[derive(Debug)]
pub(crate) struct SearchMeter<'a> {
    meter: Meter<'a>,
    /// Edges followed or children scored so far, and how many there may be in this slice of a
    /// resumable search.
    pub(crate) units: u64,
    units_max: u64,
    /// What a solution in hand costs: exact searches look for cheaper ones only.
    pub(crate) known_cost: Option<u32>,
    /// The methods that failed by an internal error while others went on.
    pub(crate) errors: Vec<InternalError>,
}

impl<'a> SearchMeter<'a> {
    pub(crate) fn new<'o: 'a>(budget: Budget, observer: &'a mut Observer<'o>) -> SearchMeter<'a> {
        SearchMeter {
            meter: Meter::new(budget, observer),
            units: 0,
            units_max: u64::MAX,
            known_cost: None,
            errors: Vec::new(),
        }
    }

    /// Begins a slice of so many units.
    pub(crate) fn begin_slice(&mut self, units: u64) {
        self.units_max = self.units.saturating_add(units);
    }

    /// How many units there will be when the slice is spent.
    pub(crate) fn slice_end(&self) -> u64 {
        self.units_max
    }

    /// Whether the slice is spent.
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
