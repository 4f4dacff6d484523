//! Cancels a question whose client has disconnected.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Signals that a question is cancelled. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub(crate) struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    pub(crate) fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Cancels a question when it is dropped, which happens when its connection is closed.
#[derive(Debug)]
pub(crate) struct CancelOnDrop(pub(crate) CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
