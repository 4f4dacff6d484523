//! Tests of the server by a client that sends exactly the given bytes.

mod client;
mod library;
mod security;
mod themes;
