//! The model of the game: how keys, clicks, time and answers change it. It does not depend on the
//! terminal.

use std::time::Duration;

use sokolab::game::{Game, Moment, PushPreference};
use sokolab::insight::hint::{HintAnswer, Rung};
use sokolab::insight::verdict::Dead;
use sokolab::render::Theme;
use sokolab::{Square, SquareSet, State};

use super::engine::Engine;
use super::keeping::Keeping;
use super::level_list::LevelList;
use super::prompt::Prompt;
use crate::screen::{Palette, Player, ThemeChoice};

/// A game on one level of a list.
pub(super) struct Model<D> {
    pub(super) levels: LevelList,
    pub(super) at: usize,
    pub(super) game: Game,
    pub(super) engine: D,
    /// Where solved levels are remembered.
    pub(super) keeping: Box<dyn Keeping>,
    /// The number of the last question.
    pub(super) ticket: u64,
    /// The search in progress.
    pub(super) search: Option<Search>,
    /// The state in which the last question was asked, with the keeper anywhere in its region.
    pub(super) asked: Option<State>,
    /// How far the ladder was climbed, and in which state.
    pub(super) climbed: Option<(State, Rung)>,
    /// What a hint says about the state shown.
    pub(super) advice: Option<HintAnswer>,
    pub(super) alarm: Option<Lost>,
    /// The number of boxes that may still be lost, if known.
    pub(super) spare: Option<usize>,
    pub(super) watches: Watches,
    pub(super) message: Message,
    /// The box that was clicked.
    pub(super) chosen: Option<Chosen>,
    pub(super) fewest: PushPreference,
    pub(super) overlay: Overlay,
    /// The dead squares of the level, once they have been requested.
    pub(super) dead_squares: Option<SquareSet>,
    pub(super) elapsed: Duration,
    pub(super) prompt: Option<Prompt>,
    pub(super) player: Option<Player>,
    pub(super) help: Help,
    pub(super) choice: ThemeChoice,
    pub(super) theme: Theme,
    pub(super) palette: Palette,
    /// Columns and rows of the screen.
    pub(super) size: (u16, u16),
}

/// A search in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Search {
    pub(super) purpose: Purpose,
    /// States explored so far.
    pub(super) nodes: u64,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Hint,
    Alarm,
    Solve,
}

/// A game that is lost.
#[derive(Clone, Debug)]
pub(super) struct Lost {
    /// The moment from which on the game is known to be lost.
    pub(super) since: Moment,
    pub(super) dead: Dead,
    /// The last moment from which the game can still be won, if that is known.
    pub(super) safe: Option<Moment>,
    /// Whether not even the start can be solved.
    pub(super) from_start: bool,
}

/// A box that was clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) square: Square,
    /// Where it can be pushed from the current state while the other boxes stay.
    pub(super) reach: SquareSet,
}

/// Whether pushes are watched for mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watches {
    On,
    Off,
}

/// What is drawn over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    None,
    DeadSquares,
    Region,
}

/// Whether the page with all keys is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Help {
    Hidden,
    Shown,
}

/// A message for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) text: String,
    pub(super) tone: Tone,
}

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Good,
    Advice,
    Alarm,
}

/// The appearance of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    pub(super) choice: ThemeChoice,
    pub(super) palette: Palette,
}

impl<D: Engine> Model<D> {
    /// A game on level number `at` of a list, counted from 0.
    pub(super) fn new(
        levels: LevelList,
        at: usize,
        engine: D,
        keeping: Box<dyn Keeping>,
        looks: Looks,
    ) -> Model<D> {
        let level = &levels.stage(at).level;
        let game = Game::new(level).expect("a list of levels has playable levels only");
        let Looks { choice, palette } = looks;
        let theme = choice.theme(level.rules);
        let mut model = Model {
            levels,
            at,
            game,
            engine,
            keeping,
            ticket: 0,
            search: None,
            asked: None,
            climbed: None,
            advice: None,
            alarm: None,
            spare: None,
            watches: Watches::On,
            message: Message { text: String::new(), tone: Tone::Plain },
            chosen: None,
            fewest: PushPreference::Pushes,
            overlay: Overlay::None,
            dead_squares: None,
            elapsed: Duration::ZERO,
            prompt: None,
            player: None,
            help: Help::Hidden,
            choice,
            theme,
            palette,
            size: (80, 24),
        };
        model.begin(at);
        model
    }

    /// Begins to play another level.
    pub(super) fn begin(&mut self, at: usize) {
        let stage = self.levels.stage(at);
        self.game = Game::new(&stage.level).expect("a list of levels has playable levels only");
        if self.choice == ThemeChoice::Auto && self.at != at {
            self.theme = self.choice.theme(stage.level.rules);
        }
        self.at = at;
        self.search = None;
        self.climbed = None;
        self.advice = None;
        self.alarm = None;
        self.spare = None;
        self.chosen = None;
        self.dead_squares = None;
        self.overlay = Overlay::None;
        self.elapsed = Duration::ZERO;
        self.ticket += 1;
        let known = stage.record.known().to_vec();
        self.engine.open(self.game.board(), self.game.start(), known);
        self.say("");
    }

    /// Shows a plain message in place of the last one.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.tell(text, Tone::Plain);
    }

    /// Shows a message in the words of the rule set.
    pub(super) fn tell(&mut self, text: impl Into<String>, tone: Tone) {
        let text = self.game.level().rules.translate(&text.into());
        self.message = Message { text, tone };
    }
}
