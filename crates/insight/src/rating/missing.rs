//! Why a measure is missing.

use std::fmt;

use sokolab_solver::Stop;

/// Why a measure is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missing {
    /// The level has more states than this limit.
    TooManyStates(usize),
    /// A limit ended the exploration after this many states.
    StoppedAt(usize, Stop),
    /// There is not enough memory for all its states.
    Memory,
    /// A limit ended the work.
    Stopped(Stop),
    /// The table of distances would be too large.
    TooLarge,
    /// There are more pairs of squares than this limit.
    TooManyPairs(usize),
    /// A chamber has too many states.
    ChamberTooLarge,
    /// A solution need not use every box, so the bound proves nothing.
    SpareBoxes,
    /// It was not requested.
    NotMeasured,
}

impl Missing {
    /// Whether a limit ended the work, rather than a property of the level.
    #[must_use]
    pub const fn is_stopped(self) -> bool {
        matches!(self, Missing::Stopped(_) | Missing::StoppedAt(..))
    }

    /// The name used in results.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Missing::TooManyStates(_) => "too_many_states",
            Missing::Memory => "memory",
            Missing::Stopped(reason) | Missing::StoppedAt(_, reason) => reason.name(),
            Missing::TooLarge => "too_large",
            Missing::TooManyPairs(_) => "too_many_pairs",
            Missing::ChamberTooLarge => "chamber_too_large",
            Missing::SpareBoxes => "spare_boxes",
            Missing::NotMeasured => "not_measured",
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::TooManyStates(max) => write!(formatter, "more than {max} states"),
            Missing::Memory => formatter.write_str("not enough memory for all states"),
            Missing::StoppedAt(states, reason) => {
                write!(formatter, "{reason} after more than {states} states")
            }
            Missing::Stopped(reason) => write!(formatter, "{reason}"),
            Missing::TooLarge => formatter.write_str("the board is too large"),
            Missing::TooManyPairs(max) => write!(formatter, "more than {max} pairs of squares"),
            Missing::ChamberTooLarge => formatter.write_str("a chamber is too large"),
            Missing::SpareBoxes => formatter.write_str("not every box is needed"),
            Missing::NotMeasured => formatter.write_str("not measured"),
        }
    }
}
