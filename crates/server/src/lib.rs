//! Sokolab in a browser: the page and the service behind it, over HTTP on this machine.
//!
//! [`Server::bind`] opens the port and generates a random token; [`Server::run`] serves until it is
//! stopped. The files of the page are embedded in the program. `POST /api/NAME` takes a question of
//! [`sokolab_service`] and answers with JSON or, if the client accepts `text/event-stream`, with
//! events. A closed connection cancels its question.
//!
//! Only the user who started the server can use it: every question needs the token, and pages of
//! other origins and host names that merely resolve to this machine are refused (see the module
//! `gate`).

mod api;
mod cancel;
mod connection;
mod event_stream;
mod files;
mod gate;
mod headers;
mod job_watch;
mod library;
mod limits;
mod page;
mod server;
mod shared;
mod token;

pub use library::OpenLibrary;
pub use limits::ServerLimits;
pub use server::{Server, ServerOptions};
