//! The watch over one question: its clock, its events and its cancellation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use sokolab_service::{Event, Watch};
use tokio::sync::mpsc::Sender;

use crate::event_stream::event_text;

/// Cancels a question when it is dropped, which happens when its connection is closed.
#[derive(Clone, Debug, Default)]
pub(crate) struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    pub(crate) fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Cancels when it goes.
#[derive(Debug)]
pub(crate) struct CancelOnDrop(pub(crate) CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The watch over one question.
pub(crate) struct JobWatch {
    begin: Instant,
    cancel: CancelFlag,
    /// Where events go, if anybody listens.
    events: Option<Sender<String>>,
}

impl JobWatch {
    pub(crate) fn new(cancel: CancelFlag, events: Option<Sender<String>>) -> JobWatch {
        JobWatch { begin: Instant::now(), cancel, events }
    }
}

impl Watch for JobWatch {
    fn seconds(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// A client that reads slowly misses reports on progress, but no level.
    fn tell(&self, event: Event) {
        let Some(events) = &self.events else { return };
        let text = event_text(event.name, &event.data.to_string());
        let is_gone = if event.name == "progress" {
            events.is_closed() || events.try_send(text).is_err() && events.is_closed()
        } else {
            events.blocking_send(text).is_err()
        };
        if is_gone {
            self.cancel.cancel();
        }
    }
}
