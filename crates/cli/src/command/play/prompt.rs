//! A prompt for a line of text.

use ratatui::crossterm::event::KeyCode;

/// The most characters that can be typed.
const TYPED_MAX: usize = 60;

/// What is asked, and what has been typed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prompt {
    pub(super) asks: Asks,
    pub(super) typed: String,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// The name of a bookmark.
    Bookmark,
    /// The number of a level.
    Level,
}

/// What becomes of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    More,
    Ready,
    GivenUp,
}

impl Prompt {
    pub(super) fn new(asks: Asks) -> Prompt {
        Prompt { asks, typed: String::new() }
    }

    /// Takes a key.
    pub(super) fn key(&mut self, code: KeyCode) -> Typed {
        match code {
            KeyCode::Enter => return Typed::Ready,
            KeyCode::Esc => return Typed::GivenUp,
            KeyCode::Backspace => _ = self.typed.pop(),
            KeyCode::Char(it) if self.typed.chars().count() < TYPED_MAX && self.allows(it) => {
                self.typed.push(it);
            }
            _ => {}
        }
        Typed::More
    }

    fn allows(&self, character: char) -> bool {
        match self.asks {
            Asks::Level => character.is_ascii_digit(),
            Asks::Bookmark => !character.is_control() && !matches!(character, '{' | '}'),
        }
    }

    /// The line as it is shown.
    pub(super) fn line(&self) -> String {
        let question = match self.asks {
            Asks::Bookmark => "Name of the bookmark",
            Asks::Level => "Number of the level",
        };
        format!("{question}: {}_", self.typed)
    }
}
