//! Messages on standard error.
//!
//! A message that cannot be written is dropped: the work continues, and the exit code reports its
//! outcome. The standard printing macros would panic on a full disk or a closed terminal.

use std::fmt::Arguments;
use std::io::Write;

/// Writes a line to standard error.
macro_rules! line {
    ($($part:tt)*) => {
        $crate::io::message::write(format_args!("{}\n", format_args!($($part)*)))
    };
}

pub(crate) use line;

/// Writes text to standard error.
pub(crate) fn write(text: Arguments<'_>) {
    drop(anstream::stderr().lock().write_all(text.to_string().as_bytes()));
}
