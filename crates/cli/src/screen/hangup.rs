//! Whether the terminal is still there.
//!
//! A window that is closed, or a connection that breaks, leaves a terminal from which every read is
//! an error or nothing at all. A program that continues to read keeps a core busy for nothing.

use std::io;

/// The standard streams that are the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Streams {
    /// Input and output.
    Both,
    /// Output only; keys come from the controlling terminal.
    Output,
}

/// Whether one of the streams has hung up.
#[cfg(unix)]
pub(super) fn is_gone(streams: Streams) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let (input, output) = (io::stdin(), io::stdout());
    let asked = PollFlags::empty();
    let mut ends = [PollFd::new(&output, asked), PollFd::new(&input, asked)];
    let ends = match streams {
        Streams::Both => &mut ends[..],
        Streams::Output => &mut ends[..1],
    };
    // A hang-up is reported even if it is not requested.
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    let told = poll(ends, Some(&Timespec::default()));
    told.is_ok() && ends.iter().any(|it| it.revents().intersects(gone))
}

/// Elsewhere the system ends a program whose window is closed.
#[cfg(not(unix))]
pub(super) fn is_gone(_: Streams) -> bool {
    false
}
