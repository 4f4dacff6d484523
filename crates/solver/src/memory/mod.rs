//! Where a search keeps its nodes. Everything here says how many bytes it takes.

pub(crate) mod hash;
mod node_store;
mod open_list;

pub(crate) use node_store::{Full, Link, NodeNumber, NodeStore};
pub(crate) use open_list::OpenList;
