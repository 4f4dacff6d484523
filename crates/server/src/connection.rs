//! One connection: headers and idle time are limited, so that slow clients cannot hold connection
//! slots forever.

use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;

/// Serves one connection until it is closed.
pub(crate) async fn serve(stream: TcpStream, router: Router, header_time_max: Duration) {
    let service = TowerToHyperService::new(router);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_time_max)
        .serve_connection(TokioIo::new(stream), service);
    // A client that disconnects or violates the protocol affects only itself.
    drop(connection.await);
}
