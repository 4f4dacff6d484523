//! Every claim of the `NetHack` 4 document about chambers, as a picture.

mod composed;
mod drawn;
mod one_port;
mod rows;
mod small;
mod two_ports;
mod with_goals;

pub(crate) use drawn::Drawn;

/// A limit that every chamber drawn here stays below.
pub(crate) const PLENTY: usize = 5_000_000;
