//! What a search has spent, and whether it may spend more.

use crate::Observer;
use crate::report::{Progress, StopReason};
use crate::request::Request;

/// Units of work between two questions to the observer: a few milliseconds.
const WORK_BETWEEN_QUESTIONS: u64 = 50_000;

/// Counts nodes and work, and asks the observer now and then.
pub(crate) struct Meter<'a, 'o> {
    observer: &'a mut Observer<'o>,
    pub(crate) nodes: u64,
    pub(crate) nodes_max: u64,
    pub(crate) bytes_max: u64,
    work: u64,
    /// What the next question tells.
    pub(crate) progress: Progress,
}

impl<'a, 'o> Meter<'a, 'o> {
    pub(crate) fn new(request: &Request<'_>, observer: &'a mut Observer<'o>) -> Meter<'a, 'o> {
        Meter {
            observer,
            nodes: 0,
            nodes_max: request.nodes_max.unwrap_or(u64::MAX),
            bytes_max: request.memory_bytes_max,
            work: 0,
            progress: Progress::default(),
        }
    }

    /// A meter that only the observer ends.
    pub(crate) fn unlimited(observer: &'a mut Observer<'o>) -> Meter<'a, 'o> {
        let (nodes_max, bytes_max) = (u64::MAX, u64::MAX);
        let progress = Progress::default();
        Meter { observer, nodes: 0, nodes_max, bytes_max, work: 0, progress }
    }

    /// Lets no more than `nodes` be spent from now on; gives the limit that held before.
    pub(crate) fn limit_to(&mut self, nodes: u64) -> u64 {
        let before = self.nodes_max;
        self.nodes_max = before.min(self.nodes.saturating_add(nodes));
        before
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
        (self.observer)(&self.progress).map_or(Ok(()), Err)
    }
}

impl std::fmt::Debug for Meter<'_, '_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Meter").field("progress", &self.progress).finish_non_exhaustive()
    }
}
