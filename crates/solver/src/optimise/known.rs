//! Windows that need not be searched again: nothing was found there, or they are too large.

use super::window::Found;
use crate::memory::hash::FixedMap;

/// Which windows were searched in vain, by what they hold and how they were searched, with the
/// nodes that were not enough; none if there is nothing to be found.
#[derive(Debug, Default)]
pub(crate) struct Known {
    windows: FixedMap<u64, Option<u64>>,
}

impl Known {
    /// What a search with so many nodes is known to come to.
    pub(crate) fn verdict(&self, window: u64, nodes: u64) -> Option<Found> {
        match self.windows.get(&window)? {
            None => Some(Found::Nothing),
            Some(spent) => (nodes <= *spent).then_some(Found::TooLarge),
        }
    }

    /// Notes that nothing better is to be found.
    pub(crate) fn note_nothing(&mut self, window: u64) {
        self.windows.insert(window, None);
    }

    /// Notes that so many nodes were not enough.
    pub(crate) fn note_too_large(&mut self, window: u64, nodes: u64) {
        self.windows.insert(window, Some(nodes));
    }
}
