//! The watch over one question: its clock, its events and its cancellation.

use std::time::Instant;

use sokolab_service::{Event, Watch};

use crate::cancel::CancelFlag;
use crate::event_stream::{EventSender, event_text};

/// The watch over one question.
pub(crate) struct JobWatch {
    begin: Instant,
    cancel: CancelFlag,
    /// Where events go, if anybody listens.
    events: Option<EventSender>,
}

impl JobWatch {
    pub(crate) fn new(cancel: CancelFlag, events: Option<EventSender>) -> JobWatch {
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

    /// A client that reads slowly misses reports on progress, but no level. One that reads nothing
    /// for too long counts as gone.
    fn tell(&self, event: Event) {
        let Some(events) = &self.events else { return };
        let text = event_text(event.name, &event.data.to_string());
        let is_there = if event.name == "progress" {
            events.send_if_free(text)
        } else {
            events.send_in_time(text)
        };
        if !is_there {
            self.cancel.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use serde_json::json;
    use sokolab_service::{Event, Watch};
    use tokio::sync::mpsc::channel;
    use tokio::task::spawn_blocking;

    use super::JobWatch;
    use crate::cancel::CancelFlag;
    use crate::event_stream::EventSender;

    #[test]
    fn a_client_that_reads_nothing_loses_its_question() {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let (sender, receiver) = channel(1);
            let cancel = CancelFlag::default();
            let sender = EventSender::new(sender, Duration::from_millis(50));
            let watch = JobWatch::new(cancel.clone(), Some(sender));
            let event = |name| Event { name, data: json!({}) };
            let begin = Instant::now();
            let told = spawn_blocking(move || {
                watch.tell(event("level"));
                watch.tell(event("progress"));
                let is_patient = !watch.is_cancelled();
                watch.tell(event("level"));
                is_patient
            });
            assert!(told.await.expect("it does not fail"), "a full stream misses progress only");
            assert!(cancel.is_cancelled() && begin.elapsed() < Duration::from_secs(10));
            drop(receiver);
        });
    }
}
