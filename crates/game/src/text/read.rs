//! Reads a game from text.

use sokolab_core::{Direction, Level};

use super::mistake::{GameTextError, GameTextMistake};
use crate::bookmark::BookmarkError;
use crate::game::Game;
use crate::history::Moment;
use crate::limits::{BOOKMARK_NAME_MAX, TEXT_BYTES_MAX};

impl Game {
    /// Reads the game on `level` that [`Game::to_text`] wrote, or any LURD text. The board decides
    /// what is a push and what is a step, not the case of the letters.
    ///
    /// # Errors
    /// What is wrong with the level, or the first mistake in the text.
    pub fn from_text(level: &Level, text: &str) -> Result<Game, GameTextError> {
        let game = Game::new(level).map_err(GameTextError::Level)?;
        if text.len() > TEXT_BYTES_MAX {
            return Err(GameTextError::Text { at: 0, mistake: GameTextMistake::TooLong });
        }
        let mut reader = Reader { game, open: Vec::new(), shown: None, name: None };
        for (at, character) in text.chars().enumerate() {
            let read = reader.character(at, character);
            read.map_err(|mistake| GameTextError::Text { at, mistake })?;
        }
        reader.finish().map_err(|(at, mistake)| GameTextError::Text { at, mistake })
    }
}

struct Reader {
    game: Game,
    /// Where the open branches begin, in the text and in the game.
    open: Vec<(usize, Moment)>,
    /// The moment with the mark.
    shown: Option<Moment>,
    /// The name being read, and where it begins.
    name: Option<(usize, String)>,
}

impl Reader {
    fn character(&mut self, at: usize, character: char) -> Result<(), GameTextMistake> {
        if let Some((_, name)) = &mut self.name {
            if character != '}' {
                name.push(character);
                let is_long = name.len() > 4 * (BOOKMARK_NAME_MAX + 2);
                let too_long = BookmarkError::TooLong;
                return if is_long { Err(GameTextMistake::Bookmark(too_long)) } else { Ok(()) };
            }
            return self.end_name();
        }
        match character {
            '(' => self.open.push((at, self.game.here())),
            ')' => {
                let (_, moment) = self.open.pop().ok_or(GameTextMistake::NotOpened)?;
                self.game.go_back_to(moment);
            }
            '{' => self.name = Some((at, String::new())),
            '!' if self.shown.is_some() => return Err(GameTextMistake::SecondMark),
            '!' => self.shown = Some(self.game.here()),
            _ if character.is_whitespace() => {}
            _ => {
                let direction = Direction::from_letter(character.to_ascii_lowercase());
                let direction = direction.ok_or(GameTextMistake::Character(character))?;
                self.game.go(direction).map_err(GameTextMistake::Move)?;
            }
        }
        Ok(())
    }

    fn end_name(&mut self) -> Result<(), GameTextMistake> {
        let (_, name) = self.name.take().unwrap_or_default();
        if self.game.bookmarks().find(&name).is_some() {
            return Err(GameTextMistake::SecondName);
        }
        self.game.set_bookmark(&name).map_err(GameTextMistake::Bookmark)
    }

    fn finish(mut self) -> Result<Game, (usize, GameTextMistake)> {
        let unclosed = self.name.map(|it| it.0).or(self.open.last().map(|it| it.0));
        if let Some(at) = unclosed {
            return Err((at, GameTextMistake::NotClosed));
        }
        if let Some(moment) = self.shown {
            self.game.jump(moment);
        }
        Ok(self.game)
    }
}
