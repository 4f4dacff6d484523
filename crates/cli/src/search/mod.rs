//! Searches on one level with the options of the command line, shared by the commands that search.

pub(crate) mod arguments;
pub(crate) mod certificate;
pub(crate) mod constraints;
pub(crate) mod improve;
pub(crate) mod judge;
pub(crate) mod limits;
pub(crate) mod parts;
pub(crate) mod settings;
pub(crate) mod solve;
pub(crate) mod text;
pub(crate) mod tiling;
pub(crate) mod watch;
