//! Cancels a question whose client has disconnected, and all questions when the server ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Signals that a question is cancelled. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub(crate) struct CancelFlag {
    own: Arc<AtomicBool>,
    /// The flag that cancels this one as well.
    above: Option<Arc<AtomicBool>>,
}

impl CancelFlag {
    /// A flag that is cancelled with this one.
    pub(crate) fn child(&self) -> CancelFlag {
        CancelFlag { own: Arc::default(), above: Some(Arc::clone(&self.own)) }
    }

    pub(crate) fn cancel(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        let is_set = |it: &Arc<AtomicBool>| it.load(Ordering::Relaxed);
        is_set(&self.own) || self.above.as_ref().is_some_and(is_set)
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

#[cfg(test)]
mod tests {
    use super::CancelFlag;

    #[test]
    fn a_flag_is_cancelled_by_itself_and_with_the_one_above() {
        let server = CancelFlag::default();
        let (one, other) = (server.child(), server.child());
        one.clone().cancel();
        assert_eq!([&server, &one, &other].map(CancelFlag::is_cancelled), [false, true, false]);
        server.cancel();
        assert!(other.is_cancelled());
    }
}
