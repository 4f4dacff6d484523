//! `--turn`: levels turned before they are written.

use clap::ValueEnum;
use sokolab::Level;
use sokolab::analysis::{NoDiagonalTwin, Orientation, diagonal_twin, turned_level};

/// How far levels are turned, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Degrees {
    /// The diagonal twin.
    #[value(name = "45")]
    Eighth,
    /// A quarter of a turn.
    #[value(name = "90")]
    Quarter,
    /// Upside down.
    #[value(name = "180")]
    Half,
    /// Three quarters of a turn.
    #[value(name = "270")]
    ThreeQuarters,
}

impl Degrees {
    /// The rotated level.
    pub(super) fn turned(self, level: &Level) -> Result<Level, NoDiagonalTwin> {
        // First rows and columns are swapped, then columns are mirrored, then rows.
        match self {
            Degrees::Eighth => diagonal_twin(level),
            Degrees::Quarter => Ok(turned_level(level, Orientation::ALL[3])),
            Degrees::Half => Ok(turned_level(level, Orientation::ALL[6])),
            Degrees::ThreeQuarters => Ok(turned_level(level, Orientation::ALL[5])),
        }
    }
}
