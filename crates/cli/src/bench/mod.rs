//! What `soko bench` is made of: suites, rows of results, their file, and what is made of them.

mod compare;
mod known;
mod record;
mod row;
mod suite;
mod summary;

pub(crate) use compare::compare;
pub(crate) use known::{Known, Verdict};
pub(crate) use record::{Record, Rows};
pub(crate) use row::Row;
pub(crate) use suite::expand;
pub(crate) use summary::{summarize, table};
