//! The data structures in which searches keep their nodes. Each reports the memory it takes.

mod bound_table;
pub(crate) mod hash;
mod node_store;
mod open_list;

pub(crate) use bound_table::{BoundEntry, BoundTable, DEAD, StateName, Status};
pub(crate) use node_store::{Full, Link, NodeNumber, NodeStore};
pub(crate) use open_list::OpenList;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock. Ignores poisoning: the data stay consistent if a thread panics while it holds one.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
