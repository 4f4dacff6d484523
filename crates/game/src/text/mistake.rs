//! Errors in the text of a game.

use std::error::Error;
use std::fmt;

use sokolab_core::Findings;

use crate::bookmark::BookmarkError;
use crate::limits::TEXT_BYTES_MAX;
use crate::refused::GameRefusal;

/// Why the text of a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameTextError {
    /// The level is unplayable.
    Level(Findings),
    /// There is a mistake at a character of the text.
    Text {
        /// The index of the character, from 0.
        at: usize,
        /// What is wrong.
        mistake: GameTextMistake,
    },
}

/// The kind of mistake at one place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameTextMistake {
    /// The text is too long.
    TooLong,
    /// The character is neither a move nor a mark.
    Character(char),
    /// The move is illegal.
    Move(GameRefusal),
    /// A closing parenthesis has no opening one.
    NotOpened,
    /// A branch or a name is not closed before the text ends.
    NotClosed,
    /// There are two marks for the current moment.
    SecondMark,
    /// Two bookmarks have the same name.
    SecondName,
    /// The name of the bookmark is not allowed.
    Bookmark(BookmarkError),
}

impl fmt::Display for GameTextMistake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameTextMistake::TooLong => {
                write!(formatter, "the text of a game has at most {TEXT_BYTES_MAX} bytes")
            }
            GameTextMistake::Character(it) => {
                write!(formatter, "{it:?} is neither a move (lurd, qezc) nor a mark")
            }
            GameTextMistake::Move(refused) => refused.fmt(formatter),
            GameTextMistake::NotOpened => formatter.write_str("a branch ends that did not begin"),
            GameTextMistake::NotClosed => formatter.write_str("a branch or name does not end"),
            GameTextMistake::SecondMark => {
                formatter.write_str("a second '!' marks the moment shown")
            }
            GameTextMistake::SecondName => formatter.write_str("two bookmarks have one name"),
            GameTextMistake::Bookmark(error) => error.fmt(formatter),
        }
    }
}

impl fmt::Display for GameTextError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameTextError::Level(findings) => match findings.first() {
                Some(first) => write!(formatter, "the level cannot be played: {first}"),
                None => formatter.write_str("the level cannot be played"),
            },
            // Programs count characters from 0, people from 1.
            GameTextError::Text { at, mistake } => {
                write!(formatter, "character {} of the game: {mistake}", at + 1)
            }
        }
    }
}

impl Error for GameTextError {}
