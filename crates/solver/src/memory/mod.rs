//! Where a search keeps its states. Everything here says how many bytes it takes.

mod state_store;

pub(crate) use state_store::{Full, Inserted, StateStore};
