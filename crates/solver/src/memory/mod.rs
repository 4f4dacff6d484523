//! Where a search keeps its nodes. Everything here says how many bytes it takes.

mod bound_table;
pub(crate) mod hash;
mod meet_table;
mod node_store;
mod open_list;

pub(crate) use bound_table::{BoundTable, DEAD, Memo, Name, Status};
pub(crate) use meet_table::{MeetTable, Side};
pub(crate) use node_store::{Full, Link, NodeNumber, NodeStore};
pub(crate) use open_list::OpenList;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock; a thread that panicked with it has left nothing half done that matters here.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
