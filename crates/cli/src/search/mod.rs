//! Searches on one level as the command line asks for them, shared by the commands that search.

pub(crate) mod constraints;
pub(crate) mod cpu_time;
pub(crate) mod improve;
pub(crate) mod limits;
pub(crate) mod solve;
