//! The server: its port, its token, and the loop that takes connections.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::gate::Gate;
use crate::library::{OpenLibrary, Shelf};
use crate::limits::ServerLimits;
use crate::shared::Shared;
use crate::token::Token;
use crate::{api, connection, headers, page};

/// How often the server looks whether it has to stop.
const STOP_POLL: Duration = Duration::from_millis(50);

/// What to serve, and where.
#[derive(Clone)]
pub struct ServerOptions {
    /// The address to listen on; loopback unless others should reach it.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What clients may cost.
    pub limits: ServerLimits,
    /// Opens the user's library when the first question about it comes; `None` for no library.
    pub library: Option<Arc<OpenLibrary>>,
}

impl ServerOptions {
    /// A free port of this machine, for as many cores.
    #[must_use]
    pub fn local(cores: usize) -> ServerOptions {
        ServerOptions {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            limits: ServerLimits::for_cores(cores),
            library: None,
        }
    }
}

impl fmt::Debug for ServerOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ServerOptions")
            .field("address", &self.address)
            .field("port", &self.port)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// A server whose port is open.
#[derive(Debug)]
pub struct Server {
    listener: StdListener,
    shared: Shared,
}

impl Server {
    /// Opens the port and draws the token.
    ///
    /// # Errors
    /// If the port is taken, or the system has no randomness.
    pub fn bind(options: ServerOptions) -> io::Result<Server> {
        let listener = StdListener::bind(SocketAddr::new(options.address, options.port))?;
        listener.set_nonblocking(true)?;
        let gate = Gate::new(listener.local_addr()?, Token::random()?);
        let shelf = Shelf::new(options.library);
        Ok(Server { listener, shared: Shared::new(gate, options.limits, shelf) })
    }

    /// The address to open in a browser, with the token.
    #[must_use]
    pub fn page_address(&self) -> String {
        self.shared.gate.page_address()
    }

    /// Serves until `is_over`.
    ///
    /// # Errors
    /// If the system refuses what a server needs.
    pub fn run(self, is_over: impl Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(self.serve(is_over));
        // Jobs that still run are cancelled by the end of their connections.
        runtime.shutdown_timeout(Duration::from_millis(500));
        served
    }

    async fn serve(self, is_over: impl Fn() -> bool) -> io::Result<()> {
        let listener = TcpListener::from_std(self.listener)?;
        let places = Arc::new(Semaphore::new(self.shared.limits.connections_max));
        let header_time_max = self.shared.limits.request_time_max;
        let router = router(self.shared);
        while !is_over() {
            let Ok(accepted) = timeout(STOP_POLL, listener.accept()).await else { continue };
            let Ok((stream, _)) = accepted else {
                // Out of files, for instance: better to wait than to spin.
                sleep(STOP_POLL).await;
                continue;
            };
            // Without a free place the connection is closed at once.
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
            let router = router.clone();
            tokio::spawn(async move {
                connection::serve(stream, router, header_time_max).await;
                drop(place);
            });
        }
        Ok(())
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/api", get(api::list))
        .route("/api/{name}", post(api::ask))
        .route("/api/library/{name}", post(api::ask_library))
        .fallback(page::serve)
        .layer(from_fn(with_headers))
        .with_state(shared)
}

async fn with_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    headers::add(response.headers_mut());
    response
}
