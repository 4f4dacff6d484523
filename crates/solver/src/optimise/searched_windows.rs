//! Remembers windows that need not be searched again: nothing was found there, or they are too
//! large.

use super::window::WindowOutcome;
use crate::memory::hash::FixedMap;

/// Windows that were searched in vain, by a hash of their states and of how they were searched. The
/// value is the number of nodes that did not suffice, or `None` if nothing better exists.
#[derive(Debug, Default)]
pub(crate) struct SearchedWindows {
    windows: FixedMap<u64, Option<u64>>,
}

impl SearchedWindows {
    /// The known result of a search with `nodes` nodes, if there is one.
    pub(crate) fn verdict(&self, window: u64, nodes: u64) -> Option<WindowOutcome> {
        match self.windows.get(&window)? {
            None => Some(WindowOutcome::Nothing),
            Some(spent) => (nodes <= *spent).then_some(WindowOutcome::TooLarge),
        }
    }

    /// Records that there is nothing better in a window.
    pub(crate) fn note_nothing(&mut self, window: u64) {
        self.windows.insert(window, None);
    }

    /// Records that `nodes` nodes did not suffice for a window.
    pub(crate) fn note_too_large(&mut self, window: u64, nodes: u64) {
        self.windows.insert(window, Some(nodes));
    }
}
