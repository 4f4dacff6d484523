//! A* put together from parts that the caller chooses: the solver of `petersohn`.
//!
//! A heuristic orders the nodes, checkers reject states that look lost, and the stone pusher takes
//! boxes straight to a sink. The search works on plain states, as the original does, and is there
//! to compare parts with each other; the other searches are stronger. A part that is unsound as
//! published backs no proof: once it has rejected a state, a search that runs dry is incomplete.

mod block_store;
mod expand;
mod record;
mod search;

pub use record::{SearchEvent, SearchRecorder};
pub(crate) use search::search;

#[cfg(test)]
mod tests;
