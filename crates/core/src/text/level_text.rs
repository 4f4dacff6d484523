//! One level as a string: `text.parse::<Level>()` and `level.to_string()`.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::json_lines::tight_rows;
use super::legend::Legend;
use super::reader::{ReadOptions, read_text};
use crate::finding::{Finding, Severity};
use crate::findings::Findings;
use crate::level::Level;

/// Why a text is not one level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseLevelError {
    /// The text has errors.
    Invalid(Findings),
    /// The text holds this many levels.
    SeveralLevels(usize),
}

impl fmt::Display for ParseLevelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseLevelError::Invalid(findings) => findings.fmt(formatter),
            ParseLevelError::SeveralLevels(count) => {
                write!(formatter, "the text holds {count} levels instead of one")
            }
        }
    }
}

impl Error for ParseLevelError {}

/// Parses one level; the format is detected.
///
/// The level may still be unplayable; [`check`](crate::check) decides.
///
/// ```
/// use sokolab_core::Level;
///
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// assert_eq!(level.to_string(), "#####\n#@$.#\n#####");
/// # Ok::<(), sokolab_core::ParseLevelError>(())
/// ```
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let read = read_text(text.as_bytes(), ReadOptions::default());
        let count = read.levels.len();
        if count > 1 {
            return Err(ParseLevelError::SeveralLevels(count));
        }
        let level = read.levels.into_iter().next();
        let of_level = level.iter().flat_map(|it| &it.findings);
        let is_error = |it: &&Finding| it.kind.severity() == Severity::Error;
        let errors: Vec<Finding> =
            read.findings.iter().chain(of_level).filter(is_error).cloned().collect();
        level.filter(|_| errors.is_empty()).ok_or_else(|| ParseLevelError::Invalid(errors.into()))
    }
}

/// Draws the rows without a final newline: a map if there are holes, otherwise XSB. Places without
/// a character in XSB are drawn as plain floor.
impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = tight_rows(self).unwrap_or_else(|_| Legend::xsb().rows(&self.picture));
        formatter.write_str(&rows.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::ParseLevelError;
    use crate::level::Level;

    #[track_caller]
    fn check_round_trip(rows: &str) {
        let level: Level = rows.parse().expect("one level");
        assert_eq!(level.to_string(), rows);
    }

    #[test]
    fn a_level_is_read_from_its_own_drawing() {
        check_round_trip("#####\n#@$.#\n#####");
        check_round_trip("------\n|@0^<|\n------");
    }

    #[test]
    fn errors_in_the_text_are_told() {
        let error = "#####\n#@?.#\n#####".parse::<Level>().expect_err("a bad character");
        assert_eq!(error.to_string(), "line 2, column 3: unknown character '?' in a row");
        assert_eq!("".parse::<Level>().expect_err("no level").to_string(), "no level found");
    }

    #[test]
    fn several_levels_are_not_one() {
        let level = "#####\n#@$.#\n#####\n";
        let both = format!("{level}\n{level}");
        assert_eq!(both.parse::<Level>(), Err(ParseLevelError::SeveralLevels(2)));
    }
}
