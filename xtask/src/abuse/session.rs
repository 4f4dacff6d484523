//! A pseudo-terminal for a run, with a simulated user who types, looks, and may go away.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::fcntl::{FcntlArg, FdFlag, OFlag, fcntl};
use nix::pty::{Winsize, openpty};

/// What happens on a terminal.
#[derive(Clone, Debug)]
pub(super) struct Session {
    pub(super) columns: u16,
    pub(super) rows: u16,
    /// Typed after the first output, some bytes at a time.
    pub(super) keys: Vec<u8>,
    pub(super) end: SessionEnd,
}

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionEnd {
    /// The terminal stays until the program ends.
    Program,
    /// The terminal vanishes so long after the first output, with standard error on it.
    HangUp(Duration),
}

/// The side of the program.
#[derive(Debug)]
pub(super) struct Terminal {
    master: File,
    slave: OwnedFd,
}

/// Bytes typed at once.
const TYPED_AT_ONCE: usize = 64;

/// The pause between the actions of the simulated user.
const PAUSE: Duration = Duration::from_millis(2);

impl Terminal {
    pub(super) fn open(session: &Session) -> Result<Terminal> {
        let (ws_col, ws_row) = (session.columns, session.rows);
        let size = Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(Some(&size), None).context("there is no pseudo-terminal")?;
        fcntl(&pair.master, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        // A program that inherits the other side would never see it vanish.
        for side in [&pair.master, &pair.slave] {
            fcntl(side, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
        }
        Ok(Terminal { master: pair.master.into(), slave: pair.slave })
    }

    /// A stream of the program.
    pub(super) fn stream(&self) -> Result<Stdio> {
        Ok(self.slave.try_clone()?.into())
    }

    /// Begins the session; it ends with the program or by hanging up.
    pub(super) fn begin(self, session: Session) {
        let Terminal { mut master, slave } = self;
        // From now on only the program holds its side, so its end can be seen.
        drop(slave);
        thread::spawn(move || session.hold(&mut master));
    }
}

impl Session {
    fn hold(&self, master: &mut File) {
        let mut drawn_at: Option<Instant> = None;
        let mut keys = self.keys.chunks(TYPED_AT_ONCE);
        let mut screen = vec![0; 1 << 16];
        loop {
            match master.read(&mut screen) {
                Ok(0) => return,
                Ok(_) => drawn_at = drawn_at.or_else(|| Some(Instant::now())),
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
                // The program has closed its side.
                Err(_) => return,
            }
            let Some(drawn_at) = drawn_at else { continue };
            if let Some(piece) = keys.next() {
                // A program that does not read its keys loses them.
                let _ = master.write(piece);
            }
            if matches!(self.end, SessionEnd::HangUp(after) if drawn_at.elapsed() >= after) {
                return;
            }
        }
    }
}
