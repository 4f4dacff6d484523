//! The page and its files.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::files::{INDEX, PageFile};
use crate::gate::TurnedAway;
use crate::shared::Shared;

/// Serves a file of the page. The page itself requires the token.
pub(crate) async fn serve(
    State(shared): State<Shared>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if let Err(why) = shared.gate.check_source(&headers) {
        return turned_away(why);
    }
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => INDEX,
        path => path,
    };
    let Some(file) = PageFile::find(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    if file.path != INDEX {
        return ([(header::CONTENT_TYPE, file.media_type())], file.text()).into_response();
    }
    let kind = (header::CONTENT_TYPE, file.media_type().to_owned());
    if shared.gate.is_query_valid(uri.query()) {
        return ([kind, (header::SET_COOKIE, shared.gate.cookie())], file.text()).into_response();
    }
    match shared.gate.check_token(&headers) {
        Ok(()) => ([kind], file.text()).into_response(),
        Err(why) => turned_away(why),
    }
}

/// Refuses a client, with the reason in plain text.
fn turned_away(why: TurnedAway) -> Response {
    (why.status(), Body::from(format!("{}\n", why.message()))).into_response()
}
