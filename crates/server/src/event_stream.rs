//! Server-sent events: progress, then the answer.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::time::timeout;

use crate::cancel::CancelOnDrop;

/// The media type of events.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// An event as text. JSON has no line breaks, so its data is one line.
pub(crate) fn event_text(name: &str, data: &str) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

/// Sends the events of a question, from the thread that answers it.
#[derive(Clone)]
pub(crate) struct EventSender {
    events: Sender<String>,
    /// How long it waits for a client that does not read.
    patience: Duration,
}

impl EventSender {
    pub(crate) fn new(events: Sender<String>, patience: Duration) -> EventSender {
        EventSender { events, patience }
    }

    /// Sends an event that may be missed; returns whether the client is still there.
    pub(crate) fn send_if_free(&self, text: String) -> bool {
        self.events.try_send(text).is_ok() || !self.events.is_closed()
    }

    /// Sends an event as soon as there is room for it; returns whether there was in time.
    pub(crate) fn send_in_time(&self, text: String) -> bool {
        let sent = timeout(self.patience, self.events.send(text));
        Handle::current().block_on(sent).is_ok_and(|it| it.is_ok())
    }
}

/// The events of a question. When the stream is dropped, the question is cancelled.
struct EventStream {
    events: Receiver<String>,
    _cancel: CancelOnDrop,
}

impl Stream for EventStream {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|it| it.map(|text| Ok(Bytes::from(text))))
    }
}

/// The response that sends events as they come.
pub(crate) fn response(events: Receiver<String>, cancel: CancelOnDrop) -> Response {
    let body = Body::from_stream(EventStream { events, _cancel: cancel });
    ([(header::CONTENT_TYPE, EVENT_STREAM)], body).into_response()
}
