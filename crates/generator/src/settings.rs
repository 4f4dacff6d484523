//! Shared parts of the generators' settings: sizes, and what can be wrong with them.

use std::fmt;
use std::ops::RangeInclusive;

/// Why settings cannot produce levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadSettings {
    /// A range is empty or out of bounds.
    Range(&'static str),
    /// The area is too small: columns and rows.
    TooSmall(usize, usize),
    /// The area is too large: columns and rows.
    TooLarge(usize, usize),
    /// This many boxes do not fit into this many squares.
    TooManyBoxes(usize, usize),
    /// Templates are wanted, but there are none.
    NoTemplate,
    /// A shape does not fit into the area.
    ShapeTooLarge(&'static str),
    /// The generator does not support such rules.
    Rules(&'static str),
}

impl fmt::Display for BadSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSettings::Range(what) => write!(formatter, "there is no {what} in that range"),
            BadSettings::TooSmall(width, height) => write!(
                formatter,
                "{width} by {height} is too small: walls take two of each, and a push needs three"
            ),
            BadSettings::TooLarge(width, height) => write!(
                formatter,
                "{width} by {height} is too large: an area has at most {PLACES_MAX} places"
            ),
            BadSettings::TooManyBoxes(boxes, squares) => write!(
                formatter,
                "{boxes} boxes, their goals and the keeper do not fit into {squares} squares"
            ),
            BadSettings::NoTemplate => formatter.write_str("there is no template to place"),
            BadSettings::ShapeTooLarge(what) => {
                write!(formatter, "{what} does not fit into the area inside its border")
            }
            BadSettings::Rules(why) => formatter.write_str(why),
        }
    }
}

impl std::error::Error for BadSettings {}

/// Maximum number of places in an area: what the widest field holds.
pub(crate) const PLACES_MAX: usize = 8_000;

/// Checks the size of an area and the number of boxes in it.
pub(crate) fn whole_area(
    width: &RangeInclusive<usize>,
    height: &RangeInclusive<usize>,
    boxes: &RangeInclusive<usize>,
) -> Result<(), BadSettings> {
    for (range, what) in [(width, "width"), (height, "height"), (boxes, "number of boxes")] {
        if range.is_empty() {
            return Err(BadSettings::Range(what));
        }
    }
    if *boxes.start() == 0 {
        return Err(BadSettings::Range("number of boxes above 0"));
    }
    let (columns, rows) = (*width.start(), *height.start());
    if columns < 3 || rows < 3 || columns.max(rows) < 5 {
        return Err(BadSettings::TooSmall(columns, rows));
    }
    let (columns_max, rows_max) = (*width.end(), *height.end());
    if columns_max.saturating_mul(rows_max) > PLACES_MAX {
        return Err(BadSettings::TooLarge(columns_max, rows_max));
    }
    let squares = (columns - 2) * (rows - 2);
    if boxes.end().saturating_mul(2) > squares {
        return Err(BadSettings::TooManyBoxes(*boxes.end(), squares));
    }
    Ok(())
}

/// A range as written on the command line.
pub(crate) fn range_text(range: &RangeInclusive<usize>) -> String {
    if range.start() == range.end() {
        range.start().to_string()
    } else {
        format!("{}-{}", range.start(), range.end())
    }
}

/// Instantiates code for the smallest field width that holds this many words, or returns
/// `$otherwise`, an error.
macro_rules! by_words {
    ($words:expr, $width:ident => $code:block, $otherwise:expr) => {
        match $words {
            0..=1 => {
                const $width: usize = 1;
                $code
            }
            2 => {
                const $width: usize = 2;
                $code
            }
            3..=4 => {
                const $width: usize = 4;
                $code
            }
            5..=8 => {
                const $width: usize = 8;
                $code
            }
            9..=32 => {
                const $width: usize = 32;
                $code
            }
            33..=128 => {
                const $width: usize = 128;
                $code
            }
            _ => Err($otherwise),
        }
    };
}
pub(crate) use by_words;
