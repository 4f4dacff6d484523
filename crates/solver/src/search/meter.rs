//! What a search has spent, and whether it may spend more.

use std::sync::{Arc, OnceLock};

use crate::Observer;
use crate::internal_error::InternalError;
use crate::report::{Progress, StopReason};
use crate::request::Request;

/// Units of work between two questions to the observer: a few milliseconds.
const WORK_BETWEEN_QUESTIONS: u64 = 50_000;

/// Why the threads of a search end their work. The first to say so counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// One of them has come to a result.
    Result,
    /// The observer, or an error in it, has stopped the first thread.
    Limit(StopReason),
}

/// Counts nodes and work, and asks the observer now and then.
pub(crate) struct Meter<'a, 'o> {
    observer: &'a mut Observer<'o>,
    pub(crate) nodes: u64,
    pub(crate) nodes_max: u64,
    pub(crate) bytes_max: u64,
    work: u64,
    /// Edges followed or children scored so far, and how many there may be in this slice of a
    /// search that can be gone on with.
    pub(crate) units: u64,
    units_max: u64,
    /// What a solution in hand costs: exact searches look for cheaper ones only.
    pub(crate) known_cost: Option<u32>,
    /// Set when the work of all threads ends.
    pub(crate) end: Option<Arc<OnceLock<End>>>,
    /// What the next question tells.
    pub(crate) progress: Progress,
    /// The methods that failed by an internal error while others went on.
    pub(crate) errors: Vec<InternalError>,
}

impl<'a, 'o> Meter<'a, 'o> {
    pub(crate) fn new(request: &Request<'_>, observer: &'a mut Observer<'o>) -> Meter<'a, 'o> {
        Meter {
            observer,
            nodes: 0,
            nodes_max: request.nodes_max.unwrap_or(u64::MAX),
            bytes_max: request.memory_bytes_max,
            work: 0,
            units: 0,
            units_max: u64::MAX,
            known_cost: None,
            end: None,
            progress: Progress::default(),
            errors: Vec::new(),
        }
    }

    /// A meter that only the observer ends.
    pub(crate) fn unlimited(observer: &'a mut Observer<'o>) -> Meter<'a, 'o> {
        Meter {
            observer,
            nodes: 0,
            nodes_max: u64::MAX,
            bytes_max: u64::MAX,
            work: 0,
            units: 0,
            units_max: u64::MAX,
            known_cost: None,
            end: None,
            progress: Progress::default(),
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

    /// Counts one more node, if it may be spent.
    pub(crate) fn count_node(&mut self) -> Result<(), StopReason> {
        if self.nodes >= self.nodes_max {
            return Err(StopReason::Nodes);
        }
        self.nodes += 1;
        self.progress.nodes = self.nodes;
        Ok(())
    }

    /// Counts work, one unit for about a tenth of a microsecond, and asks the observer if enough
    /// has been done since the last time.
    #[inline]
    pub(crate) fn work(&mut self, units: u64) -> Result<(), StopReason> {
        self.work += units;
        if self.work < WORK_BETWEEN_QUESTIONS { Ok(()) } else { self.ask() }
    }

    /// Asks the observer whether to go on.
    #[cold]
    pub(crate) fn ask(&mut self) -> Result<(), StopReason> {
        self.work = 0;
        match self.end.as_ref().and_then(|end| end.get()) {
            Some(End::Limit(reason)) => return Err(*reason),
            // Nobody hears of it, for there is a result.
            Some(End::Result) => return Err(StopReason::Interrupted),
            None => {}
        }
        (self.observer)(&self.progress).map_or(Ok(()), Err)
    }
}

impl std::fmt::Debug for Meter<'_, '_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Meter").field("progress", &self.progress).finish_non_exhaustive()
    }
}
