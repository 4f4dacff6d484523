//! Sokolab as WebAssembly: the questions of [`sokolab_service`] for a worker of a browser, or for
//! Node.
//!
//! WebAssembly has neither a clock nor threads, and a panic ends it. So the host tells the time,
//! searches run on one thread, and a host that wants to cancel a question, or sees it fail, throws
//! the instance away and makes another.
//!
//! The interface is four functions and a buffer (see `foreign.rs`); `js/engine.js` is its other
//! side. Everything that can be tested without WebAssembly is in [`respond`].

#[cfg(target_arch = "wasm32")]
mod foreign;
mod respond;

pub use respond::{Host, long_questions, respond};
