//! Tests of the server by a client that sends exactly what it is told.

mod client;
mod library;
mod security;
mod themes;
