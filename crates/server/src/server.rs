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

/// How often the server checks whether to stop.
const STOP_POLL: Duration = Duration::from_millis(50);

/// What to serve, and where.
#[derive(Clone)]
pub struct ServerOptions {
    /// The address to listen on; loopback by default.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Limits on clients.
    pub limits: ServerLimits,
    /// Opens the user's library on the first question about it; `None` for no library.
    pub library: Option<Arc<OpenLibrary>>,
}

impl ServerOptions {
    /// A free port on loopback, with limits for this many cores.
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
    /// If the port is in use, or the system provides no randomness.
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
        let cancel = self.shared.cancel.clone();
        let served = runtime.block_on(self.serve(is_over));
        // The runtime waits for the jobs before it closes their connections.
        cancel.cancel();
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
                // For example, too many open files: wait instead of spinning.
                sleep(STOP_POLL).await;
                continue;
            };
            // Without a free slot, the connection is closed immediately.
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
