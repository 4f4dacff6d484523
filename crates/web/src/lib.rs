//! Sokolab as WebAssembly: the questions of [`sokolab_service`] for a worker of a browser, or for
//! Node.
//!
//! WebAssembly has neither a clock nor threads, and a panic ends it. So the host provides the time,
//! searches run on one thread, and to cancel a question, or after a failure, the host discards the
//! instance and creates another.
//!
//! The interface consists of a few functions and a buffer (see `foreign.rs`); `js/engine.js` is the
//! host's side. Everything that can be tested without WebAssembly is in [`respond`].

#[cfg(target_arch = "wasm32")]
mod foreign;
mod respond;

pub use respond::{Host, long_questions, respond};
