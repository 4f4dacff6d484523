//! A* assembled from components that the caller chooses, after petersohn's solver.
//!
//! A heuristic orders the nodes, checkers reject states that look lost, and the stone pusher pushes
//! boxes straight to a sink. The search works on plain states, as the original does, and exists to
//! compare components with each other; the other searches are stronger. A component that is unsound
//! as published backs no proof: once it has rejected a state, a search that runs out of nodes is
//! reported as incomplete.

mod block_store;
mod expand;
mod record;
mod search;

pub use record::{SearchEvent, SearchRecorder};
pub(crate) use search::search;

#[cfg(test)]
mod tests;
