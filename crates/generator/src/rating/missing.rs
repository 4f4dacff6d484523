//! Why a measure is not there.

use std::fmt;

use sokolab_solver::StopReason;

/// Why a measure is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missing {
    /// The level has more states than may be looked at.
    TooManyStates(usize),
    /// There is no memory for all its states.
    Memory,
    /// A limit ended the work.
    Stopped(StopReason),
    /// The table of distances would be too large.
    TooLarge,
    /// Nobody measured it.
    NotMeasured,
}

impl Missing {
    /// The name used in results.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Missing::TooManyStates(_) => "too_many_states",
            Missing::Memory => "memory",
            Missing::Stopped(reason) => reason.name(),
            Missing::TooLarge => "too_large",
            Missing::NotMeasured => "not_measured",
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::TooManyStates(max) => write!(formatter, "more than {max} states"),
            Missing::Memory => formatter.write_str("not enough memory for all states"),
            Missing::Stopped(StopReason::Interrupted) => formatter.write_str("interrupted"),
            Missing::Stopped(reason) => write!(formatter, "the limit on {}", reason.name()),
            Missing::TooLarge => formatter.write_str("the board is too large"),
            Missing::NotMeasured => formatter.write_str("not measured"),
        }
    }
}
