//! Saved games and bookmarks, as opaque texts.
//!
//! The moves of a game are valid for one drawing of a level only, so a game belongs to a drawing.

use rusqlite::{OptionalExtension, params};
use sokolab_core::Level;

use crate::drawing::drawing_of;
use crate::error::LibraryError;
use crate::library::Library;
use crate::prepared::Prepared;
use crate::record::find_or_add;

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The name of the bookmark; `None` for the last unfinished game.
    pub name: Option<String>,
    /// The text of the game, as it was passed in.
    pub text: String,
}

impl Library {
    /// Saves a game on a level, adding the level if it is new: under the name of a bookmark, or as
    /// the last unfinished game. An existing one is replaced.
    ///
    /// # Errors
    /// If the level cannot be stored, or if the library cannot be written.
    pub fn save_game(
        &mut self,
        level: &Level,
        bookmark: Option<&str>,
        text: &str,
    ) -> Result<(), LibraryError> {
        let prepared = Prepared::new(level)?;
        let drawing = drawing_of(level)?;
        let put = "INSERT INTO game (level, drawing, name, text) VALUES (?1, ?2, ?3, ?4) \
                   ON CONFLICT DO UPDATE SET text = excluded.text";
        self.write(|transaction| {
            let row = find_or_add(transaction, &prepared)?;
            let values = params![row.key, drawing, bookmark.unwrap_or(""), text];
            transaction.prepare_cached(put)?.execute(values)?;
            Ok(())
        })
    }

    /// The game with this name on this drawing of a level; `None` if there is none.
    ///
    /// # Errors
    /// If the level cannot be stored, or if the library cannot be read.
    pub fn game(
        &self,
        level: &Level,
        bookmark: Option<&str>,
    ) -> Result<Option<String>, LibraryError> {
        let name = bookmark.unwrap_or("");
        let (id, drawing) = (Prepared::new(level)?.id.to_string(), drawing_of(level)?);
        let find = format!("{GAMES} AND game.name = ?3");
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&find)?;
            Ok(statement.query_row([&id, &drawing, name], |row| row.get(1)).optional()?)
        })
    }

    /// All games on this drawing of a level: the last unfinished one, then bookmarks by name.
    ///
    /// # Errors
    /// If the level cannot be stored, or if the library cannot be read.
    pub fn games(&self, level: &Level) -> Result<Vec<SavedGame>, LibraryError> {
        let (id, drawing) = (Prepared::new(level)?.id.to_string(), drawing_of(level)?);
        let list = format!("{GAMES} ORDER BY game.name");
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&list)?;
            let games = statement.query_map([id, drawing], |row| {
                let name: String = row.get(0)?;
                Ok(SavedGame { name: Some(name).filter(|it| !it.is_empty()), text: row.get(1)? })
            })?;
            Ok(games.collect::<Result<_, _>>()?)
        })
    }

    /// Deletes a game, if there is one.
    ///
    /// # Errors
    /// If the level cannot be stored, or if the library cannot be written.
    pub fn forget_game(
        &mut self,
        level: &Level,
        bookmark: Option<&str>,
    ) -> Result<(), LibraryError> {
        let (id, drawing) = (Prepared::new(level)?.id.to_string(), drawing_of(level)?);
        let forget = "DELETE FROM game WHERE level = (SELECT key FROM level WHERE id = ?1) \
                      AND drawing = ?2 AND name = ?3";
        self.write(|transaction| {
            transaction.execute(forget, params![id, drawing, bookmark.unwrap_or("")])?;
            Ok(())
        })
    }
}

/// The games on one drawing of a level.
const GAMES: &str = "SELECT game.name, game.text FROM game JOIN level ON level.key = game.level \
                     WHERE level.id = ?1 AND game.drawing = ?2";
