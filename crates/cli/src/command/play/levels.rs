//! Going from level to level.

use sokolab::game::Game;

use super::engine::Engine;
use super::level_list::{Recall, Standing};
use super::model::{Model, Tone};
use crate::boundary;

/// Maximum number of levels looked up in the library at the start; more would take too long.
const RECALLED_AT_ONCE: usize = 1_000;

/// Which way to look for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    On,
    Back,
}

impl<D: Engine> Model<D> {
    /// Looks up the levels in the library, and resumes the saved game.
    pub(super) fn open(&mut self) {
        for at in 0..self.levels.count().min(RECALLED_AT_ONCE) {
            self.recall(at);
        }
        self.turn_to(self.at);
    }

    /// Leaves the game, which can be resumed later.
    pub(super) fn leave(&mut self) {
        let is_over = self.game.is_won() || self.game.to_text().is_empty();
        let text = (!is_over).then(|| self.game.to_text());
        if let Err(error) = self.keeping.leave(self.game.level(), text.as_deref()) {
            self.tell(error, Tone::Alarm);
        }
    }

    /// Switches to another level, or resumes the same one.
    pub(super) fn turn_to(&mut self, at: usize) {
        boundary::inject_error(&self.levels.stage(at).place);
        self.recall(at);
        self.begin(at);
        let level = self.game.level();
        let kept = self.keeping.resume(level);
        match kept {
            Err(error) => self.tell(error, Tone::Alarm),
            Ok(None) => {}
            Ok(Some(text)) => match Game::from_text(level, &text) {
                Ok(game) => {
                    self.game = game;
                    self.say("Your saved game continues; press r to start over.");
                }
                Err(error) => self.say(format!("The game that was left cannot be read: {error}")),
            },
        }
    }

    /// Leaves this level for the one after or before it.
    pub(super) fn turn_page(&mut self, way: Way) {
        let next = match way {
            Way::On => Some(self.at + 1).filter(|&it| it < self.levels.count()),
            Way::Back => self.at.checked_sub(1),
        };
        match next {
            Some(at) => self.change_to(at),
            None => self.say("There is no further level in this direction."),
        }
    }

    /// Leaves this level for the next one that is not solved, round the end.
    pub(super) fn turn_to_unsolved(&mut self, way: Way) {
        let count = self.levels.count();
        for distance in 1..count {
            let at = match way {
                Way::On => (self.at + distance) % count,
                Way::Back => (self.at + count - distance) % count,
            };
            self.recall(at);
            if self.levels.stage(at).record.standing == Standing::Unsolved {
                return self.change_to(at);
            }
        }
        self.say("There is no other level that is not solved.");
    }

    /// Leaves this level for the one with a number.
    pub(super) fn turn_to_number(&mut self, number: &str) {
        let found = number.parse().ok().and_then(|number| self.levels.find(self.at, number));
        match found {
            Some(at) => self.change_to(at),
            None => self.say(format!("There is no level number {number} here.")),
        }
    }

    fn change_to(&mut self, at: usize) {
        self.leave();
        self.turn_to(at);
    }

    fn recall(&mut self, at: usize) {
        let stage = self.levels.stage_mut(at);
        if stage.recall == Recall::NotYet {
            stage.recall = Recall::Done;
            let recalled = self.keeping.recall(&stage.level, &mut stage.record);
            if let Err(error) = recalled {
                self.tell(error, Tone::Alarm);
            }
        }
    }
}
