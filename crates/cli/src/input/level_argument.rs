//! Level arguments: `file`, `-`, `file#7`, `file#3-10`, `file#3-`, or an embedded collection by its
//! name.

use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::input::embedded;
use crate::io::in_use;
use crate::io::standard_input;

/// A file of levels, and which of them are selected. Names need not be UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelArgument {
    path: PathBuf,
    /// The range of numbers; without an end, the last is [`usize::MAX`].
    pub(super) numbers: Option<RangeInclusive<usize>>,
}

/// Where the levels of an argument come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin<'a> {
    StandardInput,
    File(&'a Path),
    Embedded(&'static embedded::Collection),
}

/// Reads level arguments from the command line.
pub(crate) fn level_argument() -> impl TypedValueParser<Value = LevelArgument> {
    OsStringValueParser::new().try_map(|text: OsString| LevelArgument::new(&text))
}

impl LevelArgument {
    /// Reads an argument. A file whose name happens to end like a selection is taken as the file
    /// if it exists.
    ///
    /// # Errors
    /// If the selection is empty, with the reason as a sentence.
    pub(crate) fn new(text: &OsStr) -> Result<LevelArgument, String> {
        let whole = LevelArgument { path: text.into(), numbers: None };
        let Some((path, selection)) = split_at_last_number_sign(text) else {
            return Ok(whole);
        };
        if whole.path.exists() {
            return Ok(whole);
        }
        let Some((first, last)) = numbers_of(selection) else {
            let is_known = Path::new(path).exists() || embedded::find(Path::new(path)).is_some();
            let name = path.display();
            return if is_known {
                Err(format!(
                    "{selection:?} selects no levels: write {name}#7, {name}#3-10 or, for all from \
                     the third on, {name}#3-"
                ))
            } else {
                Ok(whole)
            };
        };
        if first == 0 {
            return Err("levels are counted from 1".to_owned());
        }
        if first > last {
            let name = path.display();
            return Err(format!("the range {selection} is reversed: write {name}#{last}-{first}"));
        }
        Ok(LevelArgument { path: path.into(), numbers: Some(first..=last) })
    }

    /// The name of the file as given.
    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Where the levels come from. A file in the current folder goes before an embedded collection.
    pub(crate) fn origin(&self) -> Origin<'_> {
        if self.path == Path::new("-") {
            return Origin::StandardInput;
        }
        match embedded::find(&self.path) {
            Some(collection) if !self.path.exists() => Origin::Embedded(collection),
            _ => Origin::File(&self.path),
        }
    }

    /// Its file, unless it is standard input or an embedded collection.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self.origin() {
            Origin::File(path) => Some(path),
            Origin::StandardInput | Origin::Embedded(_) => None,
        }
    }

    /// The numbers of the selected levels; `None` for all.
    pub(crate) fn numbers(&self) -> Option<&RangeInclusive<usize>> {
        self.numbers.as_ref()
    }

    /// If this selects a single level, selects all levels of the file instead and returns its
    /// number.
    pub(crate) fn take_single_number(&mut self) -> Option<usize> {
        let number =
            self.numbers.as_ref().filter(|it| it.start() == it.end()).map(|it| *it.start());
        if number.is_some() {
            self.numbers = None;
        }
        number
    }

    /// Whether all levels of the file are selected.
    pub(crate) fn is_whole(&self) -> bool {
        self.numbers.is_none()
    }

    /// The whole text, for files that are not levels.
    pub(crate) fn read_to_string(&self) -> anyhow::Result<String> {
        let bytes = match self.origin() {
            Origin::StandardInput => standard_input::read_to_end(standard_input::take()?),
            Origin::File(path) => {
                in_use::read(path)?;
                standard_input::open(path).and_then(standard_input::read_to_end)
            }
            Origin::Embedded(collection) => Ok(collection.text.as_bytes().to_vec()),
        };
        let bytes =
            bytes.map_err(|error| anyhow::anyhow!("cannot read {}: {error}", self.name()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn numbers_of(selection: &str) -> Option<(usize, usize)> {
    match selection.split_once('-') {
        Some((first, "")) => Some((first.parse().ok()?, usize::MAX)),
        Some((first, last)) => first.parse().ok().zip(last.parse().ok()),
        None => selection.parse().ok().map(|number: usize| (number, number)),
    }
}

#[cfg(unix)]
fn split_at_last_number_sign(text: &OsStr) -> Option<(&OsStr, &str)> {
    use std::os::unix::ffi::OsStrExt;
    let bytes = text.as_bytes();
    let at = bytes.iter().rposition(|byte| *byte == b'#')?;
    Some((OsStr::from_bytes(&bytes[..at]), str::from_utf8(&bytes[at + 1..]).ok()?))
}

#[cfg(not(unix))]
fn split_at_last_number_sign(text: &OsStr) -> Option<(&OsStr, &str)> {
    let (path, selection) = text.to_str()?.rsplit_once('#')?;
    Some((OsStr::new(path), selection))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::{LevelArgument, Origin};

    fn numbers(text: &str) -> Result<Option<(usize, usize)>, String> {
        let argument = LevelArgument::new(OsStr::new(text))?;
        Ok(argument.numbers.map(|it| (*it.start(), *it.end())))
    }

    #[test]
    fn selections_follow_a_number_sign() {
        assert_eq!(numbers("a.sok#7"), Ok(Some((7, 7))));
        assert_eq!(numbers("a.sok#3-10"), Ok(Some((3, 10))));
        assert_eq!(numbers("a.sok#16-"), Ok(Some((16, usize::MAX))));
        assert_eq!(numbers("a.sok"), Ok(None));
        assert_eq!(numbers("strange#name"), Ok(None));
    }

    #[test]
    fn issue_16_reversed_ranges_and_level_0_are_refused() {
        let reversed = numbers("a.sok#5-2").expect_err("no level is in it");
        assert_eq!(reversed, "the range 5-2 is reversed: write a.sok#2-5");
        for text in ["a.sok#0", "a.sok#0-3"] {
            assert_eq!(numbers(text), Err("levels are counted from 1".to_owned()));
        }
    }

    #[test]
    fn issue_16_a_selection_that_is_none_is_told_how_to_write_one() {
        for text in ["workshop#-3", "workshop#2-3-4", "workshop#1,2", "workshop#", "workshop#-"] {
            let error = numbers(text).expect_err("no selection");
            assert!(error.contains("write workshop#7, workshop#3-10 or"), "{error}");
            assert!(error.ends_with("workshop#3-"), "{error}");
        }
    }

    #[test]
    fn embedded_collections_have_names() {
        let origin = |text: &str| {
            let argument = LevelArgument::new(OsStr::new(text)).expect("no selection is wrong");
            matches!(argument.origin(), Origin::Embedded(_))
        };
        assert!(origin("workshop") && origin("workshop.sok#3") && origin("quarry#1-2"));
        assert!(!origin("-") && !origin("workshop.txt") && !origin("some/workshop"));
    }
}
