//! The program on a terminal: keys and clicks in, screens out, and the terminal as it was found.
#![cfg(unix)]

mod hangup;
mod play;
mod replay;
mod tty;
