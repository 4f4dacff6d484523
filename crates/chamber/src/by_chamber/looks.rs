//! Looks at the states of single areas, counted against a limit of their own.

use sokolab_core::{Meter, Stop};

/// Looks between two questions to the observer.
const POLL_INTERVAL: u64 = 1 << 12;

/// Why a search chamber by chamber ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The areas have too many states.
    TooManyStates,
    /// A limit of the meter.
    Stopped(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        // Areas are most of what takes memory.
        if stop == Stop::Memory { Halt::TooManyStates } else { Halt::Stopped(stop) }
    }
}

/// Counts looks at states of areas.
#[derive(Debug)]
pub(crate) struct Looks<'m, 'a> {
    pub(crate) meter: &'m mut Meter<'a>,
    pub(crate) most: u64,
}

impl Looks<'_, '_> {
    /// Counts one more look, at an area whose states take so many bytes.
    pub(crate) fn count(&mut self, bytes: impl FnOnce() -> u64) -> Result<(), Halt> {
        let looks = &mut self.meter.progress.lemma_nodes;
        if *looks >= self.most {
            return Err(Halt::TooManyStates);
        }
        *looks += 1;
        if looks.is_multiple_of(POLL_INTERVAL) {
            if bytes() > self.meter.budget.memory_bytes_max {
                return Err(Halt::TooManyStates);
            }
            self.meter.ask()?;
        }
        Ok(())
    }
}
