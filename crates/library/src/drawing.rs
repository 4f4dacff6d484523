//! The stored text of levels.

use sokolab_core::text::write_level;
use sokolab_core::text::{
    Format, ReadOptions, WriteOptions, level_rows, level_standing, read_text,
};
use sokolab_core::{Board, Level, State, check};

use crate::error::{NotStorable, TransactionError};

/// A playable level, with its board.
#[derive(Debug)]
pub(crate) struct Playable {
    pub(crate) level: Level,
    pub(crate) board: Board,
    pub(crate) start: State,
}

impl Playable {
    pub(crate) fn new(level: &Level) -> Result<Playable, NotStorable> {
        let (board, start) = check(level).map_err(NotStorable::Invalid)?;
        Ok(Playable { level: level.clone(), board, start })
    }

    /// Parses a stored level.
    pub(crate) fn stored(text: &str) -> Result<Playable, TransactionError> {
        let read = read_text(text.as_bytes(), ReadOptions::default());
        let [level] = <[Level; 1]>::try_from(read.levels)
            .map_err(|_| TransactionError::Stored("a stored text is not one level".to_owned()))?;
        let (board, start) = check(&level).map_err(|why| {
            TransactionError::Stored(format!("a stored level cannot be played: {why}"))
        })?;
        Ok(Playable { level, board, start })
    }
}

/// The text of a level: a JSON line without the solutions that came with it.
pub(crate) fn text_of(level: &Level) -> Result<String, NotStorable> {
    let bare = Level { snapshots: Vec::new(), ..level.clone() };
    let mut text = String::new();
    let options = WriteOptions::new(Format::JsonLines);
    write_level(&bare, 1, &options, &mut text)
        .map_err(|error| NotStorable::NotDrawable(error.to_string()))?;
    text.truncate(text.trim_end().len());
    Ok(text)
}

/// What distinguishes drawings of a level: the rows, and what they cannot show.
pub(crate) fn drawing_of(level: &Level) -> Result<String, NotStorable> {
    let rows = level_rows(level).map_err(|error| NotStorable::NotDrawable(error.to_string()))?;
    let standing = level_standing(level).map_or(String::new(), |it| format!("\n{it}"));
    Ok(format!("{}\n{}{standing}", level.rules.name(), rows.join("\n")))
}
