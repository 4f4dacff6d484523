//! Counts explored states of single areas, with a limit of its own.

use sokolab_core::{Meter, Stop};

/// The number of states between two calls of the observer.
const POLL_INTERVAL: u64 = 1 << 12;

/// Why a search chamber by chamber stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The areas have too many states.
    TooManyStates,
    /// A limit of the meter was reached.
    Stopped(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        // Most of the memory is used by areas.
        if stop == Stop::Memory { Halt::TooManyStates } else { Halt::Stopped(stop) }
    }
}

/// Counts explored states of areas.
#[derive(Debug)]
pub(crate) struct StateCounter<'m, 'a> {
    pub(crate) meter: &'m mut Meter<'a>,
    pub(crate) most: u64,
}

impl StateCounter<'_, '_> {
    /// Counts one more state of an area whose states take this many bytes.
    pub(crate) fn count(&mut self, bytes: impl FnOnce() -> u64) -> Result<(), Halt> {
        let states = &mut self.meter.progress.lemma_nodes;
        if *states >= self.most {
            return Err(Halt::TooManyStates);
        }
        *states += 1;
        if states.is_multiple_of(POLL_INTERVAL) {
            if bytes() > self.meter.budget.memory_bytes_max {
                return Err(Halt::TooManyStates);
            }
            self.meter.ask()?;
        }
        Ok(())
    }
}
