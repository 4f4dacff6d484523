//! Bookmarks: names that the player gives to moments.

use std::error::Error;
use std::fmt;

use crate::history::Moment;
use crate::limits::{BOOKMARK_NAME_MAX, BOOKMARKS_MAX};

/// Why a bookmark cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookmarkError {
    /// The name is empty.
    Empty,
    /// The name is too long.
    TooLong,
    /// The name has a character that the text format of a game cannot represent.
    Character(char),
    /// There are too many bookmarks.
    TooMany,
}

impl fmt::Display for BookmarkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookmarkError::Empty => formatter.write_str("a bookmark needs a name"),
            BookmarkError::TooLong => {
                write!(formatter, "a bookmark's name has at most {BOOKMARK_NAME_MAX} characters")
            }
            BookmarkError::Character(it) => {
                write!(formatter, "a bookmark's name cannot have the character {it:?}")
            }
            BookmarkError::TooMany => {
                write!(formatter, "a game has at most {BOOKMARKS_MAX} bookmarks")
            }
        }
    }
}

impl Error for BookmarkError {}

/// The bookmarks of a game, in the order in which they were set. Each name occurs once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bookmarks(Vec<(String, Moment)>);

impl Bookmarks {
    /// The bookmarks.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, Moment)> {
        self.0.iter().map(|(name, moment)| (name.as_str(), *moment))
    }

    /// The moment with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Moment> {
        self.iter().find(|it| it.0 == name.trim()).map(|it| it.1)
    }

    /// The names of `moment`.
    pub fn names(&self, moment: Moment) -> impl Iterator<Item = &str> {
        self.iter().filter(move |it| it.1 == moment).map(|it| it.0)
    }

    /// Number of bookmarks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names `moment`. Another moment with the name loses it.
    pub(crate) fn set(&mut self, name: &str, moment: Moment) -> Result<(), BookmarkError> {
        let name = checked(name)?;
        self.remove(name);
        if self.0.len() >= BOOKMARKS_MAX {
            return Err(BookmarkError::TooMany);
        }
        self.0.push((name.to_owned(), moment));
        Ok(())
    }

    /// Removes a name; returns the moment that had it.
    pub(crate) fn remove(&mut self, name: &str) -> Option<Moment> {
        let at = self.0.iter().position(|it| it.0 == name.trim())?;
        Some(self.0.remove(at).1)
    }
}

/// The name without surrounding blanks, if the text format of a game can represent it.
fn checked(name: &str) -> Result<&str, BookmarkError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(BookmarkError::Empty);
    }
    if name.chars().count() > BOOKMARK_NAME_MAX {
        return Err(BookmarkError::TooLong);
    }
    match name.chars().find(|it| it.is_control() || matches!(it, '{' | '}')) {
        Some(it) => Err(BookmarkError::Character(it)),
        None => Ok(name),
    }
}
