//! Exit codes.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exit(u8);

/// Everything asked for was done.
pub(crate) const DONE: Exit = Exit(0);
/// A negative answer: proved unsolvable, refused moves, lint findings, an invalid level.
pub(crate) const NEGATIVE: Exit = Exit(1);
/// Bad usage or unreadable input.
pub(crate) const USAGE: Exit = Exit(2);
/// A limit was hit before the answer was known.
pub(crate) const UNDECIDED: Exit = Exit(3);
/// Interrupted; what was done is out.
pub(crate) const INTERRUPTED: Exit = Exit(130);

impl Exit {
    /// The graver of two codes over several levels.
    pub(crate) fn and(self, other: Exit) -> Exit {
        self.max(other)
    }

    /// The code after an interrupt.
    pub(crate) fn or_interrupted(self) -> Exit {
        self.max(INTERRUPTED)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.0)
    }
}
