//! `POST /api/NAME`: questions and answers.

use std::future::poll_fn;
use std::pin::pin;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde_json::json;
use sokolab_service::{Pace, QUESTIONS, Refusal, answer, question_info};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::cancel::CancelOnDrop;
use crate::event_stream::{EVENT_STREAM, EventSender, event_text, response};
use crate::gate::TurnedAway;
use crate::job_watch::JobWatch;
use crate::shared::Shared;

/// Events that wait for a client that reads slowly.
const EVENTS_WAITING: usize = 32;

/// How many times the limit a body may have that is read only to be refused.
const DRAINED_TIMES: usize = 4;

/// Lists the questions.
pub(crate) async fn list(
    State(shared): State<Shared>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    shared.gate.check_question(&headers).map_err(turn_away)?;
    Ok(json_response(StatusCode::OK, json!({ "questions": QUESTIONS }).to_string()))
}

/// Answers a question.
pub(crate) async fn ask(
    State(shared): State<Shared>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Response> {
    shared.gate.check_question(&headers).map_err(turn_away)?;
    let Some(info) = question_info(&name) else {
        let refusal = answer(&name, "", shared.limits.question, &sokolab_service::Unwatched);
        return Ok(answer_response(refusal));
    };
    let (question, turn) = admit(&shared, &headers, body, info.pace).await?;
    let wants_events = headers
        .get(header::ACCEPT)
        .and_then(|it| it.to_str().ok())
        .is_some_and(|it| it.contains(EVENT_STREAM));
    let job = Question { name: info.name, question, turn };
    Ok(if wants_events { job.answer_by_events(&shared) } else { job.answer_at_once(&shared).await })
}

/// Answers a question about the user's library.
pub(crate) async fn ask_library(
    State(shared): State<Shared>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Response> {
    shared.gate.check_question(&headers).map_err(turn_away)?;
    let (question, turn) = admit(&shared, &headers, body, Pace::Quick).await?;
    let (shelf, limits) = (shared.shelf, shared.limits.question);
    Ok(answer_on_thread(turn, move || shelf.answer(&name, &question, &limits)).await)
}

/// The answer to a client that may not ask.
fn turn_away(why: TurnedAway) -> Response {
    error(why.status(), why.code(), why.message())
}

/// Receives a question and waits for its turn.
async fn admit(
    shared: &Shared,
    headers: &HeaderMap,
    body: Body,
    pace: Pace,
) -> Result<(String, OwnedSemaphorePermit), Response> {
    let question = read_body(shared, headers, body).await?;
    let turn = shared.turn(pace).await.ok_or_else(busy)?;
    Ok((question, turn))
}

/// Answers on a thread that may block, and frees the slot when the answer is there.
async fn answer_on_thread(
    turn: OwnedSemaphorePermit,
    work: impl FnOnce() -> Result<String, Refusal> + Send + 'static,
) -> Response {
    let answered = spawn_blocking(move || {
        let answered = work();
        drop(turn);
        answered
    });
    match answered.await {
        Ok(answered) => answer_response(answered),
        Err(_) => error(StatusCode::INTERNAL_SERVER_ERROR, "failed", "the question failed"),
    }
}

fn busy() -> Response {
    let message = "too many questions at once: wait until others are answered";
    error(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
}

/// The body as text, or what to say about it.
async fn read_body(shared: &Shared, headers: &HeaderMap, body: Body) -> Result<String, Response> {
    let limits = &shared.limits;
    let too_large = || {
        let most = limits.body_bytes_max >> 20;
        let message = format!("a question has at most {most} MB");
        error(StatusCode::PAYLOAD_TOO_LARGE, "too_large", &message)
    };
    let length = headers.get(header::CONTENT_LENGTH).and_then(|it| it.to_str().ok());
    let length = length.and_then(|it| it.parse::<usize>().ok());
    if length.is_some_and(|it| it > limits.body_bytes_max) {
        // A client that is still sending does not read the answer.
        drop(
            timeout(limits.request_time_max, drain(body, DRAINED_TIMES * limits.body_bytes_max))
                .await,
        );
        return Err(too_large());
    }
    let read = timeout(limits.request_time_max, to_bytes(body, limits.body_bytes_max)).await;
    let bytes: Bytes = match read {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(too_large()),
        Err(_) => {
            let message = "the question did not arrive in time";
            return Err(error(StatusCode::REQUEST_TIMEOUT, "slow", message));
        }
    };
    String::from_utf8(bytes.into())
        .map_err(|_| error(StatusCode::BAD_REQUEST, "bad_question", "a question is JSON in UTF-8"))
}

/// Reads and discards a body of at most `bytes_max` bytes.
async fn drain(body: Body, bytes_max: usize) {
    let mut stream = pin!(body.into_data_stream());
    let mut left = bytes_max;
    while let Some(Ok(chunk)) = poll_fn(|context| stream.as_mut().poll_next(context)).await {
        left = left.saturating_sub(chunk.len());
        if left == 0 {
            return;
        }
    }
}

/// A question whose turn it is.
struct Question {
    name: &'static str,
    question: String,
    turn: OwnedSemaphorePermit,
}

impl Question {
    /// Answers with JSON when all is done.
    async fn answer_at_once(self, shared: &Shared) -> Response {
        let cancel = shared.cancel.child();
        // If the client goes away, this future is dropped, and the flag with it.
        let _cancel_on_drop = CancelOnDrop(cancel.clone());
        let limits = shared.limits.question;
        let Question { name, question, turn } = self;
        answer_on_thread(turn, move || {
            let watch = JobWatch::new(cancel, None);
            answer(name, &question, limits, &watch)
        })
        .await
    }

    /// Answers with events, the answer or the refusal being the last.
    fn answer_by_events(self, shared: &Shared) -> Response {
        let cancel = shared.cancel.child();
        let (sender, receiver) = channel(EVENTS_WAITING);
        let on_drop = CancelOnDrop(cancel.clone());
        let limits = shared.limits.question;
        let sender = EventSender::new(sender, shared.limits.request_time_max);
        spawn_blocking(move || {
            let watch = JobWatch::new(cancel, Some(sender.clone()));
            let last = match answer(self.name, &self.question, limits, &watch) {
                Ok(answer) => event_text("answer", &answer),
                Err(refusal) => event_text("refusal", &refusal.to_json()),
            };
            drop(self.turn);
            // If this fails, nobody is left to hear it.
            let _ = sender.send_in_time(last);
        });
        response(receiver, on_drop)
    }
}

fn answer_response(answered: Result<String, Refusal>) -> Response {
    match answered {
        Ok(answer) => json_response(StatusCode::OK, answer),
        Err(refusal) => {
            let status = match refusal.code {
                "unknown_question" => StatusCode::NOT_FOUND,
                "too_large" => StatusCode::PAYLOAD_TOO_LARGE,
                "failed" => StatusCode::INTERNAL_SERVER_ERROR,
                "bad_question" => StatusCode::BAD_REQUEST,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            };
            json_response(status, refusal.to_json())
        }
    }
}

fn error(status: StatusCode, code: &str, message: &str) -> Response {
    json_response(status, json!({ "error": { "code": code, "message": message } }).to_string())
}

fn json_response(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}
