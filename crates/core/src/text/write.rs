//! Writing levels in any format.

use std::fmt;

use super::nethack_text::{BranchPlace, Dialect, Fresh};
use super::own_branch::recognised;
use super::{
    Format, Legend, boxoban, json_lines, nethack_des, nethack_lua, nethack_map, petersohn, slc, sok,
};
use crate::finding::Finding;
use crate::level::{Level, Notes};
use crate::picture::{Ground, Occupant};
use crate::rules::{Directions, GoalKind};

/// How to write.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The format.
    pub format: Format,
    /// The characters of `.sok` rows; `None` for XSB.
    pub legend: Option<Legend>,
    /// The version of `.des`; `None` for the one the level was read from, or else 3.6.
    pub dialect: Option<Dialect>,
    /// Whether `.sok` rows are run-length encoded.
    pub encoding: RowEncoding,
    /// Where in the branch of the game a level is to be, with what belongs there; `None` for a bare
    /// puzzle, or for everything that was read with it.
    pub branch: Option<BranchPlace>,
}

/// How `.sok` rows are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowEncoding {
    /// One line a row.
    #[default]
    Plain,
    /// Run-length encoded, all rows in one line.
    RunLength,
}

impl WriteOptions {
    /// The plainest way to write this format.
    #[must_use]
    pub fn new(format: Format) -> WriteOptions {
        let encoding = RowEncoding::Plain;
        WriteOptions { format, legend: None, dialect: None, encoding, branch: None }
    }
}

/// Why a level cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The level cannot be played, and the format needs a playable one.
    Level(Vec<Finding>),
    /// The format has no way to say something the level says.
    NoWay {
        /// The format's name.
        format: &'static str,
        /// What it has no way for.
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

/// Tells a level of our own branch, which can be written with all that belongs there.
pub(super) type Recognise = fn(&Level) -> Option<Fresh>;

/// Writes what comes before the first level of a collection.
pub fn write_header(header: &Notes, options: &WriteOptions, out: &mut String) {
    match options.format {
        Format::Sok => sok::write_header(header, out),
        Format::Slc => slc::write_header(header, out),
        _ => {}
    }
}

/// Writes what comes after the last level of a collection.
pub fn write_footer(options: &WriteOptions, out: &mut String) {
    if options.format == Format::Slc {
        slc::write_footer(out);
    }
}

/// Writes one level of a collection. `number` counts from 1.
///
/// # Errors
/// What the format has no way for; `out` is unchanged then.
pub fn write_level(
    level: &Level,
    number: usize,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), WriteError> {
    match options.format {
        Format::Sok => {
            let legend = options.legend.clone().unwrap_or_else(Legend::xsb);
            sok::write_level(level, &legend, options.encoding, out)
        }
        Format::Boxoban => boxoban::write_level(level, number, out),
        Format::Slc => slc::write_level(level, out),
        Format::NethackMap => nethack_map::write_level(level, out),
        Format::NethackDes => nethack_des::write_level(level, number, options, recognised, out),
        Format::NethackLua => {
            nethack_lua::write_level(level, number, options.branch, recognised, out)
        }
        Format::Petersohn => petersohn::write_level(level, out),
        Format::JsonLines => json_lines::write_level(level, out),
    }
}

/// Refuses what rows in XSB have no glyph for and the level's rules tell from plain floor.
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

/// Writes a whole collection.
///
/// # Errors
/// What the format has no way for.
pub fn write_collection(
    header: &Notes,
    levels: &[Level],
    options: &WriteOptions,
) -> Result<String, WriteError> {
    let mut out = String::new();
    write_header(header, options, &mut out);
    for (index, level) in levels.iter().enumerate() {
        write_level(level, index + 1, options, &mut out)?;
    }
    write_footer(options, &mut out);
    Ok(out)
}
