//! Words to the user on standard error, which may be gone.
//!
//! The macros of the standard library panic if standard error cannot be written to: its terminal
//! was closed, its reader has ended, its disk is full. There is nobody left to tell, and the work
//! itself goes on or ends as it would otherwise.

use std::fmt;
use std::io::Write;

/// Prints text, in colour where the terminal can.
pub(crate) fn print(text: fmt::Arguments<'_>) {
    drop(anstream::stderr().lock().write_fmt(text));
}

/// Prints a line on standard error, as `eprintln!` does, unless it is gone.
macro_rules! say {
    ($($argument:tt)*) => {
        $crate::io::standard_error::print(format_args!("{}\n", format_args!($($argument)*)))
    };
}

pub(crate) use say;
