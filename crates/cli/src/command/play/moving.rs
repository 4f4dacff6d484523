//! The player's moves and their effects.

use sokolab::game::{GameRefusal, PushPreference, Stride};
use sokolab::insight::hint::HintAnswer;
use sokolab::{Direction, Directions, Square, normalized, quantity, square_name};

use super::engine::{Engine, Question};
use super::level_list::Standing;
use super::model::{Chosen, Model, Purpose, Search, Tone, Watches};

impl<D: Engine> Model<D> {
    /// Goes in a direction.
    pub(super) fn go(&mut self, direction: Direction) {
        let has_it = self.game.board().rules().steps() == Directions::Eight;
        if direction.is_diagonal() && !has_it {
            return self.say("These rules have no diagonal steps.");
        }
        self.change(|model| model.game.go(direction).map(|_| ()));
    }

    /// What a click on a square does: it chooses a box, pushes the chosen box there, or walks.
    pub(super) fn click(&mut self, square: Square) {
        let chosen = self.chosen.as_ref().map(|it| it.square);
        if self.game.state().boxes.contains(square) {
            self.choose(Some(square).filter(|_| chosen != Some(square)));
            return self.tell_chosen();
        }
        let Some(chosen) = chosen else {
            return self.change(|model| model.game.walk_to(square).map(|_| ()));
        };
        let fewest = self.fewest;
        self.change(|model| {
            let moves = model.game.push_box(chosen, square, fewest)?;
            model.chosen = None;
            let name = square_name(model.game.board(), square);
            model.say(format!("Pushed to {name} in {}.", quantity(moves.len(), "move")));
            Ok(())
        });
    }

    /// Selects the box on a square, or none, and computes where it can be pushed.
    fn choose(&mut self, square: Option<Square>) {
        let chosen = square.and_then(|square| {
            let reach = self.game.reach(square, self.fewest).ok()?.squares();
            Some(Chosen { square, reach })
        });
        self.chosen = chosen;
    }

    fn tell_chosen(&mut self) {
        let Some(chosen) = &self.chosen else { return self.say("") };
        let name = square_name(self.game.board(), chosen.square);
        let squares = quantity(chosen.reach.len(), "square");
        self.say(format!("The box on {name} can be pushed to {squares}; click one."));
    }

    /// Changes whether clicks push by fewest pushes or by fewest moves.
    pub(super) fn toggle_fewest(&mut self) {
        self.fewest = match self.fewest {
            PushPreference::Pushes => PushPreference::Moves,
            PushPreference::Moves => PushPreference::Pushes,
        };
        self.say(match self.fewest {
            PushPreference::Pushes => "Clicks push by the fewest pushes.",
            PushPreference::Moves => "Clicks push by the fewest moves.",
        });
    }

    pub(super) fn undo(&mut self, stride: Stride) {
        if self.game.move_count() == 0 {
            return self.say("Nothing to undo.");
        }
        self.change(|model| {
            model.game.undo(stride);
            Ok(())
        });
    }

    pub(super) fn redo(&mut self, stride: Stride) {
        if self.game.next().is_none() {
            return self.say("Nothing to redo.");
        }
        self.change(|model| {
            model.game.redo(stride);
            Ok(())
        });
    }

    pub(super) fn restart(&mut self) {
        self.change(|model| {
            model.game.restart();
            model.say("Back at the start; redo leads to where you were.");
            Ok(())
        });
    }

    /// Makes redo take the next of the branches that begin here.
    pub(super) fn next_branch(&mut self) {
        let Some(next) = self.game.turn_to_next_branch() else {
            return self.say("No branch begins here.");
        };
        let branches = self.game.branches();
        let number = branches.iter().position(|&it| it == next).map_or(1, |it| it + 1);
        self.say(format!("Redo takes branch {number} of {} now.", branches.len()));
    }

    /// Bookmarks the current moment with a name, or with a number if none was typed.
    pub(super) fn set_bookmark(&mut self, typed: &str) {
        let marks = self.game.bookmarks();
        let is_free = |it: &usize| marks.find(&it.to_string()).is_none();
        // Among one more number than there are bookmarks, one is free.
        let number = (1..=marks.len() + 1).find(is_free).unwrap_or(1);
        let name = match typed.trim() {
            "" => number.to_string(),
            typed => typed.to_owned(),
        };
        match self.game.set_bookmark(&name) {
            Ok(()) => self.say(format!("Bookmark \"{name}\" is set; ' leads back here.")),
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Goes to the bookmark after the one at which the game is, round the end.
    pub(super) fn next_bookmark(&mut self) {
        let marks: Vec<(String, _)> =
            self.game.bookmarks().iter().map(|(name, it)| (name.to_owned(), it)).collect();
        let at = marks.iter().position(|it| it.1 == self.game.here()).map_or(0, |it| it + 1);
        let Some((name, moment)) = marks.get(at % marks.len().max(1)).cloned() else {
            return self.say("There is no bookmark; press m to set one.");
        };
        self.change(|model| {
            model.game.jump(moment);
            model.say(format!("Bookmark \"{name}\"."));
            Ok(())
        });
    }

    /// Goes back to the last state from which the game can be won.
    pub(super) fn undo_to_safety(&mut self) {
        let Some(lost) = &self.alarm else {
            return self.say("As far as known, nothing is lost here.");
        };
        let Some(safe) = lost.safe else {
            if lost.from_start {
                return self.say("The level has no solution from the start; it is not your fault.");
            }
            return self.say("No safe state is known yet; Z undoes pushes.");
        };
        let before = self.game.measures().pushes;
        self.change(|model| {
            model.game.jump(safe);
            let taken = quantity(before - model.game.measures().pushes, "push");
            model.tell(format!("Back where it can be won: {taken} taken back."), Tone::Good);
            Ok(())
        });
    }

    /// Performs an action that may change the state, and updates what depends on it.
    fn change(&mut self, action: impl FnOnce(&mut Model<D>) -> Result<(), GameRefusal>) {
        let before = self.game.state().clone();
        let message = std::mem::take(&mut self.message.text);
        if let Err(refused) = action(self) {
            return self.say(sentence(&refused.to_string()));
        }
        if *self.game.state() == before {
            if self.message.text.is_empty() {
                self.message.text = message;
            }
            return;
        }
        let pushed = self.game.state().boxes != before.boxes;
        // A hint stays valid and visible while the keeper only walks, but the moves to the end
        // start at its old square.
        let has_moves =
            matches!(&self.advice, Some(HintAnswer::Solvable(hint)) if hint.rest().is_some());
        if self.is_where_climbed() && self.advice.is_some() && !has_moves {
            if self.message.text.is_empty() {
                self.message.text = message;
            }
        } else {
            self.advice = None;
        }
        self.choose(self.chosen.as_ref().map(|it| it.square));
        if self.alarm.as_ref().is_some_and(|it| !self.game.has_passed(it.since)) {
            self.alarm = None;
        }
        if self.game.is_won() {
            self.win();
        } else if pushed {
            self.look_after_push();
        }
    }

    /// Checks in the background whether the last push has lost the game.
    fn look_after_push(&mut self) {
        let is_solving = self.search.is_some_and(|it| it.purpose == Purpose::Solve);
        if self.watches == Watches::Off || self.alarm.is_some() || is_solving {
            return;
        }
        let states = self.game.states_by_push();
        let history = states.into_iter().map(|it| it.1).collect();
        self.ask(Purpose::Alarm, Question::Alarm { history });
    }

    /// Asks the engine a question.
    pub(super) fn ask(&mut self, purpose: Purpose, question: Question) {
        self.ticket += 1;
        self.search = Some(Search { purpose, nodes: 0 });
        self.asked = Some(normalized(self.game.board(), self.game.state()));
        self.engine.ask(self.ticket, question);
    }

    /// Whether the keeper has walked since the ladder was climbed, but nothing was pushed.
    pub(super) fn is_where_climbed(&self) -> bool {
        let now = || normalized(self.game.board(), self.game.state());
        self.climbed.as_ref().is_some_and(|(state, _)| *state == now())
    }

    fn win(&mut self) {
        self.engine.cancel();
        self.search = None;
        self.alarm = None;
        let Some(solution) = self.game.solution() else { return };
        let level = self.game.level().clone();
        let noted = self.keeping.note(&level, &solution);
        let measures = solution.measures();
        let record = &mut self.levels.stage_mut(self.at).record;
        record.standing = Standing::Solved;
        let is_best = record.learn(solution);
        let (pushes, moves) = (measures.pushes, measures.moves);
        let (pushes, moves) = (quantity(pushes, "push"), quantity(moves, "move"));
        let praise = if is_best { ", better than anything known" } else { "" };
        let text = format!(
            "Solved: {pushes}, {moves}{praise}. w shows the best solution, Tab the next level."
        );
        self.tell(text, Tone::Good);
        if let Err(error) = noted {
            self.tell(
                format!("Solved, but the solution could not be stored: {error}"),
                Tone::Alarm,
            );
        }
    }
}

/// Text as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    let mut result: String = first.into_iter().flatten().chain(characters).collect();
    if !result.ends_with(['.', '!', '?']) {
        result.push('.');
    }
    result
}
