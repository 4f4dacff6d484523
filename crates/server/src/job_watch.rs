//! The watch over one question: its clock, its events and its cancellation.

use std::time::Instant;

use sokolab_service::{Event, Watch};
use tokio::sync::mpsc::Sender;

use crate::cancel::CancelFlag;
use crate::event_stream::event_text;

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
