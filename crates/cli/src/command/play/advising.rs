//! Hints and the alarm: the player's questions and the answers of the background thread.

use sokolab::game::{Game, Stride};
use sokolab::insight::alarm::Alarm;
use sokolab::insight::hint::{Hint, HintAnswer, RemainingWork, Rung};
use sokolab::{GoalKind, Square, normalized, quantity, square_name};

use super::engine::{Engine, Message, Question, Reply};
use super::model::{Lost, Model, Purpose, Tone, Watches};
use super::moving::sentence;
use crate::screen::Player;

impl<D: Engine> Model<D> {
    /// Asks for a hint: the next rung of the ladder, or the first one in a new state.
    pub(super) fn climb(&mut self) {
        if self.game.is_won() {
            return self.say("The level is solved.");
        }
        if self.search.is_some_and(|it| it.purpose == Purpose::Hint) {
            return self.say("Still searching; Esc cancels.");
        }
        let rung = match &self.climbed {
            Some((_, rung)) if self.is_where_climbed() => rung.next().unwrap_or(Rung::Rest),
            _ => Rung::Solvable,
        };
        let state = self.game.state().clone();
        self.ask(Purpose::Hint, Question::Hint { state, rung });
        self.say("Looking for a solution…");
    }

    /// Starts a search for the best solution in the background.
    pub(super) fn solve(&mut self) {
        if self.game.is_won() {
            return self.say("The level is solved.");
        }
        let state = self.game.state().clone();
        self.ask(Purpose::Solve, Question::Solve { state });
        self.say("The solver is looking for the fewest pushes; keep playing, or stop it with Esc.");
    }

    /// Gives up whatever is looked for or chosen.
    pub(super) fn give_up(&mut self) {
        self.engine.cancel();
        self.ticket += 1;
        match self.search.take() {
            Some(search) if search.purpose != Purpose::Alarm => self.say("Stopped looking."),
            _ if self.chosen.is_some() => {
                self.chosen = None;
                self.say("");
            }
            _ => {
                self.advice = None;
                self.say("");
            }
        }
    }

    /// Switches the alarm on or off.
    pub(super) fn toggle_alarm(&mut self) {
        self.watches = match self.watches {
            Watches::On => Watches::Off,
            Watches::Off => Watches::On,
        };
        match self.watches {
            Watches::On => self.say("The alarm is on: every push is checked."),
            Watches::Off => {
                self.alarm = None;
                self.ticket += 1;
                self.say("The alarm is off.");
            }
        }
    }

    /// Shows the best solution if the player may see it, or the rest after the last hint.
    pub(super) fn watch(&mut self) {
        let look = (self.theme, self.palette);
        if let Some(HintAnswer::Solvable(hint)) = &self.advice
            && let Some(rest) = hint.rest()
            && !self.game.is_won()
        {
            let mut game = Game::new(self.game.level()).expect("it has been played already");
            let line = self.game.moves();
            let all = line.as_slice().iter().chain(rest.as_slice()).copied().collect();
            // If the keeper has walked, the rest begins on another square of the same region.
            if game.go_along(&all).is_ok() {
                let title = "The rest of a solution".to_owned();
                let mut player = Player::new(game, title, "solved".into(), Stride::Push, look);
                player.seek(line.len());
                self.player = Some(player);
                return;
            }
        }
        let stage = self.levels.stage(self.at);
        let is_allowed = stage.record.standing == super::level_list::Standing::Solved;
        let (Some(best), true) = (stage.record.best(), is_allowed) else {
            return self.say("Solve the level first, or ask for hints up to the last.");
        };
        let measures = best.measures();
        let (pushes, moves) = (measures.pushes, measures.moves);
        let end = format!("solved: {}, {}", quantity(pushes, "push"), quantity(moves, "move"));
        let mut game = Game::new(&stage.level).expect("it has been played already");
        if game.go_along(best.moves()).is_ok() {
            let title = "The best solution known".to_owned();
            self.player = Some(Player::new(game, title, end, Stride::Push, look));
        }
    }

    /// Processes an answer of the engine. Answers to earlier questions are ignored.
    pub(super) fn hear(&mut self, message: Message) {
        if message.ticket != self.ticket {
            return;
        }
        match message.reply {
            Reply::Progress(nodes) => {
                if let Some(search) = &mut self.search {
                    search.nodes = nodes;
                }
            }
            Reply::Answer { answer, rung } => self.hear_answer(answer, rung),
            Reply::Alarm(alarm) => self.hear_alarm(alarm),
            Reply::Spare(spare) => {
                let counts = self.game.board().rules().goal() == GoalKind::Fill;
                self.spare = spare.filter(|_| counts);
            }
            Reply::Failed(message) => self.tell(
                format!("An internal error ended the search; please report it: {message}"),
                Tone::Alarm,
            ),
            Reply::Done => self.search = None,
        }
    }

    fn hear_answer(&mut self, answer: HintAnswer, rung: Rung) {
        let state = normalized(self.game.board(), self.game.state());
        let is_here = self.asked.as_ref() == Some(&state);
        let is_solver = self.search.is_some_and(|it| it.purpose == Purpose::Solve);
        let tone = if matches!(answer, HintAnswer::Dead(_)) { Tone::Alarm } else { Tone::Advice };
        let said = self.said(&answer);
        if is_solver {
            let about = if is_here { "The solver says" } else { "Where you asked the solver" };
            return self.tell(format!("{about}: {said}"), tone);
        }
        if !is_here {
            return;
        }
        self.climbed = match answer {
            HintAnswer::Unknown(_) | HintAnswer::Failed(_) => None,
            HintAnswer::Solvable(_) | HintAnswer::Dead(_) => Some((state, rung)),
        };
        self.tell(said, tone);
        self.advice = Some(answer);
    }

    /// The text of an answer, and what the next hint would reveal.
    fn said(&self, answer: &HintAnswer) -> String {
        match answer {
            HintAnswer::Solvable(hint) => self.said_hint(hint),
            HintAnswer::Dead(dead) if self.game.measures().pushes == 0 => {
                format!("This level has no solution: {}.", dead.sentence)
            }
            HintAnswer::Dead(dead) => format!("This cannot be solved any more: {}.", dead.sentence),
            HintAnswer::Unknown(stop) => {
                format!("Not known yet: {stop}. Ask again, or press s to search longer.")
            }
            HintAnswer::Failed(error) => sentence(&error.message),
        }
    }

    fn said_hint(&self, hint: &Hint) -> String {
        let name = |square: Square| square_name(self.game.board(), square);
        match hint.left() {
            RemainingWork::Nothing => return "Solved: nothing is left to do.".to_owned(),
            RemainingWork::Walk if hint.rung() > Rung::Solvable => {
                return "Walk to the exit; no push is left.".to_owned();
            }
            RemainingWork::Walk | RemainingWork::Pushes => {}
        }
        let from = hint.box_square().map(name);
        let target = hint.target().map(name);
        match (from, target, hint.push(), hint.rest()) {
            (_, _, _, Some(rest)) => {
                let count = quantity(rest.len(), "move");
                format!(
                    "The rest takes {count}; press w to see it: {}",
                    shortened(&rest.to_string())
                )
            }
            (Some(from), Some(target), Some(next), _) => {
                let direction = next.push.direction;
                format!("Push the box on {from} {direction}, on its way to {target}.")
            }
            (Some(from), Some(target), None, _) => format!("The box on {from} goes to {target}."),
            (Some(from), None, _, _) => format!("Next comes the box on {from}."),
            (None, ..) if hint.is_fewest() => {
                "Still solvable, and the fewest pushes are known.".to_owned()
            }
            (None, ..) => "Still solvable.".to_owned(),
        }
    }

    fn hear_alarm(&mut self, alarm: Alarm) {
        let Alarm { dead, last_safe } = alarm;
        let states = self.game.states_by_push();
        // States are numbered by pushes; the keeper may still walk to the push that lost the game.
        let safe = last_safe.and_then(|it| it.safe).and_then(|safe| {
            let (moves, _) = states.get(safe + 1)?;
            self.game.moment_after(moves - 1)
        });
        let from_start = last_safe.is_some_and(|it| it.dead == 0);
        let back = match last_safe.and_then(|it| it.safe) {
            Some(safe) => {
                let pushes = states.len().saturating_sub(safe + 1);
                format!(" e takes {} back.", quantity(pushes, "push"))
            }
            None => String::new(),
        };
        let sentence = sentence(&dead.sentence);
        let earlier = self.alarm.as_ref().map(|it| it.since);
        let since = earlier.filter(|&it| self.game.has_passed(it)).unwrap_or(self.game.here());
        let lost =
            if from_start { "This level has no solution; it is not your fault." } else { "Lost." };
        self.tell(format!("{lost} {sentence}{back}"), Tone::Alarm);
        self.alarm = Some(Lost { since, dead, safe, from_start });
    }
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    const LENGTH_MAX: usize = 60;
    if text.len() <= LENGTH_MAX { text.to_owned() } else { format!("{}…", &text[..LENGTH_MAX]) }
}
