//! Exit codes.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exit(u8);

/// Everything requested was done.
pub(crate) const DONE: Exit = Exit(0);
/// A negative answer: proved unsolvable, refused moves, lint findings, an invalid level.
pub(crate) const NEGATIVE: Exit = Exit(1);
/// Bad usage or unreadable input.
pub(crate) const USAGE: Exit = Exit(2);
/// A limit was hit before the answer was known.
pub(crate) const UNDECIDED: Exit = Exit(3);
/// An internal error: a fault of the program.
pub(crate) const FAILED: Exit = Exit(70);
/// Interrupted; finished results have been written.
pub(crate) const INTERRUPTED: Exit = Exit(130);

/// The meanings of the codes, for help and manual.
pub(crate) const STATUS: &str = "\
Exit status:
  0    success
  1    a negative answer: unsolvable, a refused solution, findings, an invalid level
  2    bad usage, or an input that cannot be read
  3    undecided: a limit was reached
  70   an internal error; please report it
  130  interrupted; finished results are written
For several levels, it is the first of 130, 70, 2, 3, 1 and 0 that applies to any of them.
";

/// The codes in ascending order of precedence.
const BY_GRAVITY: [Exit; 6] = [DONE, NEGATIVE, UNDECIDED, USAGE, FAILED, INTERRUPTED];

impl Exit {
    /// The code of two levels together: the one with the higher precedence.
    pub(crate) fn and(self, other: Exit) -> Exit {
        if other.gravity() > self.gravity() { other } else { self }
    }

    /// The number.
    pub(crate) fn code(self) -> i32 {
        i32::from(self.0)
    }

    /// The code after an interrupt.
    pub(crate) fn or_interrupted(self) -> Exit {
        self.and(INTERRUPTED)
    }

    fn gravity(self) -> Option<usize> {
        BY_GRAVITY.iter().position(|&it| it == self)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{DONE, FAILED, INTERRUPTED, NEGATIVE, UNDECIDED, USAGE};

    #[test]
    fn issue_16_a_file_that_cannot_be_read_is_graver_than_any_answer() {
        let order = [DONE, NEGATIVE, UNDECIDED, USAGE, FAILED, INTERRUPTED];
        for (index, graver) in order.into_iter().enumerate() {
            for other in &order[..=index] {
                assert_eq!((graver.and(*other), other.and(graver)), (graver, graver));
            }
        }
    }
}
