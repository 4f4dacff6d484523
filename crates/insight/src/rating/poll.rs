//! Polls the observer during work over many states.

use sokolab_solver::{Observer, Progress};

use super::missing::Missing;

/// Units between two polls: about a millisecond.
const UNITS_BETWEEN_QUESTIONS: u64 = 100_000;

/// Counts work, and polls the observer when enough has accumulated since the last poll.
pub(super) struct Poll<'a, 'o> {
    observer: &'a mut Observer<'o>,
    work: u64,
}

impl<'a, 'o> Poll<'a, 'o> {
    pub(super) fn new(observer: &'a mut Observer<'o>) -> Poll<'a, 'o> {
        Poll { observer, work: 0 }
    }

    /// Counts work in units of about ten nanoseconds.
    ///
    /// # Errors
    /// If the observer stops it.
    pub(super) fn work(&mut self, units: u64) -> Result<(), Missing> {
        self.work += units;
        if self.work < UNITS_BETWEEN_QUESTIONS {
            return Ok(());
        }
        self.work = 0;
        (self.observer)(&Progress::default()).map_or(Ok(()), |it| Err(Missing::Stopped(it)))
    }
}
