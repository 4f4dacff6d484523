//! The error for levels that a format cannot express.

use std::fmt;

use crate::findings::Findings;
use crate::level::Level;
use crate::picture::{Ground, Occupant};
use crate::rule_set::{Directions, GoalKind};

/// Why a level cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The level is unplayable, but the format needs a playable one.
    Level(Findings),
    /// The format cannot express a part of the level.
    NoWay {
        /// The format's name.
        format: &'static str,
        /// What it cannot express.
        what: &'static str,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Level(findings) => match findings.first() {
                Some(first) => write!(formatter, "the level cannot be played: {first}"),
                None => formatter.write_str("the level cannot be played"),
            },
            WriteError::NoWay { format, what } => {
                write!(formatter, "the format {format} has no way to write {what}")
            }
        }
    }
}

impl std::error::Error for WriteError {}

/// Refuses places that have no glyph in XSB and matter under the level's rules.
pub(super) fn check_expressible(level: &Level, format: &'static str) -> Result<(), WriteError> {
    let has_holes = level.rules.goal() == GoalKind::Fill;
    let has_diagonals = level.rules.steps() == Directions::Eight;
    let what =
        level.picture.places().iter().find_map(|place| match (place.ground, place.occupant) {
            (Ground::Exit, _) if has_holes => Some("an exit"),
            (Ground::Door, _) if has_diagonals => Some("a doorway"),
            (Ground::DeadField, Occupant::Box | Occupant::Keeper) => {
                Some("something on a dead field")
            }
            _ => None,
        });
    what.map_or(Ok(()), |what| Err(WriteError::NoWay { format, what }))
}
