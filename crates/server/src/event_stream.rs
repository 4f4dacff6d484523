//! Server-sent events: progress, then the answer.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use tokio::sync::mpsc::Receiver;

use crate::cancel::CancelOnDrop;

/// The media type of events.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// An event as text. JSON has no line breaks, so its data is one line.
pub(crate) fn event_text(name: &str, data: &str) -> String {
    format!("event: {name}\ndata: {data}\n\n")
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
