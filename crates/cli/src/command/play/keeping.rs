//! Records which levels were solved, and how well.

use sokolab::{Level, Solution};
use sokolab_library::{Library, Origin};

use super::level_list::{Record, Standing};

/// Remembers what was played.
pub(super) trait Keeping {
    /// Adds to a record what is known about a level.
    ///
    /// # Errors
    /// A sentence about what went wrong.
    fn recall(&mut self, level: &Level, record: &mut Record) -> Result<(), String>;

    /// Notes that the player has solved a level.
    ///
    /// # Errors
    /// A sentence about what went wrong.
    fn note(&mut self, level: &Level, solution: &Solution) -> Result<(), String>;

    /// The game on a level that was left last, as text.
    ///
    /// # Errors
    /// A sentence about what went wrong.
    fn resume(&mut self, level: &Level) -> Result<Option<String>, String>;

    /// Saves an unfinished game as text; `None` if there is nothing to save.
    ///
    /// # Errors
    /// A sentence about what went wrong.
    fn leave(&mut self, level: &Level, game: Option<&str>) -> Result<(), String>;
}

/// Remembers nothing.
#[derive(Debug)]
pub(super) struct NoKeeping;

impl Keeping for NoKeeping {
    fn recall(&mut self, _: &Level, _: &mut Record) -> Result<(), String> {
        Ok(())
    }

    fn note(&mut self, _: &Level, _: &Solution) -> Result<(), String> {
        Ok(())
    }

    fn resume(&mut self, _: &Level) -> Result<Option<String>, String> {
        Ok(None)
    }

    fn leave(&mut self, _: &Level, _: Option<&str>) -> Result<(), String> {
        Ok(())
    }
}

impl Keeping for Library {
    fn recall(&mut self, level: &Level, record: &mut Record) -> Result<(), String> {
        let Some(known) = self.known(level).map_err(|error| error.to_string())? else {
            return Ok(());
        };
        if known.wins > 0 {
            record.standing = Standing::Solved;
        }
        for it in known.solutions {
            record.learn(it.solution);
        }
        Ok(())
    }

    fn note(&mut self, level: &Level, solution: &Solution) -> Result<(), String> {
        let recorded = self.record(level, solution, Origin::Played, None);
        recorded.map(|_| ()).map_err(|error| error.to_string())
    }
    fn resume(&mut self, level: &Level) -> Result<Option<String>, String> {
        let game = self.game(level, None).map_err(|error| error.to_string())?;
        Ok(game)
    }

    fn leave(&mut self, level: &Level, game: Option<&str>) -> Result<(), String> {
        let left = match game {
            Some(text) => self.save_game(level, None, text),
            None => self.forget_game(level, None),
        };
        left.map_err(|error| error.to_string())
    }
}
