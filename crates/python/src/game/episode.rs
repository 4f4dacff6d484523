//! One play of a level.

use std::sync::Arc;

use sokolab::generator::Chance;
use sokolab::{Square, State, is_won};

use super::actions::Actions;
use super::observation::Screen;
use super::prepared_level::PreparedLevel;
use super::rewards::{Event, Rewards};

/// The settings that all episodes of a set of games share.
#[derive(Clone, Debug)]
pub(crate) struct Conduct {
    pub(crate) actions: Actions,
    pub(crate) rewards: Rewards,
    /// The number of actions after which an episode is truncated.
    pub(crate) steps_max: Option<u32>,
    /// Whether a state that is proved lost ends an episode.
    pub(crate) ends_when_lost: bool,
    /// Whether every step updates the action masks, while the board is in cache.
    pub(crate) has_masks: bool,
}

/// A game: its level, its state and its random generator.
#[derive(Clone, Debug)]
pub(crate) struct Episode {
    pub(crate) level: Arc<PreparedLevel>,
    pub(crate) state: State,
    pub(crate) chance: Chance,
    /// Episodes begun since the last seed.
    pub(crate) turn: u64,
    pub(crate) steps: u32,
    pub(crate) pushes: u32,
    /// Whether the level is provably lost.
    pub(crate) is_lost: bool,
    /// A lower bound on the pushes to a win; -1 if there is no win.
    pub(crate) distance: i64,
    pub(crate) is_won: bool,
    pub(crate) is_over: bool,
}

/// The result of an action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Result {
    pub(crate) reward: f64,
    pub(crate) terminated: bool,
    pub(crate) truncated: bool,
}

impl Episode {
    /// A play of a level from its start.
    pub(crate) fn new(level: Arc<PreparedLevel>, chance: Chance) -> Episode {
        let state = level.start.clone();
        let mut episode = Episode {
            level,
            state,
            chance,
            turn: 0,
            steps: 0,
            pushes: 0,
            is_lost: false,
            distance: 0,
            is_won: false,
            is_over: false,
        };
        episode.take_stock();
        episode
    }

    /// Begins a level.
    pub(crate) fn begin(&mut self, level: Arc<PreparedLevel>, out: &mut [u8]) {
        out.copy_from_slice(&level.first);
        self.state.clone_from(&level.start);
        self.level = level;
        self.turn += 1;
        (self.steps, self.pushes) = (0, 0);
        (self.is_won, self.is_over) = (false, false);
        self.take_stock();
    }

    /// Updates the labels of the state.
    fn take_stock(&mut self) {
        let Some(facts) = &self.level.facts else { return };
        let bound = facts.pushes_left(&self.level.board, &self.state);
        self.is_lost = bound.is_none() || facts.is_dead(&self.level.board, &self.state);
        self.distance = bound.map_or(-1, |it| i64::try_from(it).unwrap_or(i64::MAX));
    }

    /// Plays an action and draws what it changes.
    #[inline]
    pub(crate) fn step(
        &mut self,
        action: usize,
        conduct: &Conduct,
        screen: &Screen,
        out: &mut [u8],
    ) -> Result {
        let board = &self.level.board;
        let keeper = self.state.keeper;
        let mut event = conduct.actions.play(board, &mut self.state, action);
        // An action without effect wins only if the level starts won.
        event.is_won |= self.level.starts_won && is_won(board, &self.state);
        self.steps += 1;
        if event.moves > 0 {
            self.show(keeper, event, action, conduct, screen, out);
        }
        let mut reward = conduct.rewards.of(event);
        if event.pushes > 0 {
            self.pushes += event.pushes;
            if self.level.facts.is_some() {
                reward += self.reconsider(&conduct.rewards);
            }
        }
        self.is_won = event.is_won;
        let terminated = event.is_won || (conduct.ends_when_lost && self.is_lost);
        let truncated = !terminated && conduct.steps_max.is_some_and(|most| self.steps >= most);
        self.is_over = terminated || truncated;
        Result { reward, terminated, truncated }
    }

    /// Writes the action mask, if masks are enabled.
    #[inline]
    pub(crate) fn write_mask(&self, conduct: &Conduct, mask: Option<&mut [i8]>) {
        if let Some(mask) = mask {
            conduct.actions.mask(&self.level.board, &self.state, mask);
        }
    }

    /// Updates deadlock and distance after a push, and returns their reward.
    fn reconsider(&mut self, rewards: &Rewards) -> f64 {
        let (was_lost, before) = (self.is_lost, self.distance);
        self.take_stock();
        let mut reward = 0.0;
        if self.is_lost && !was_lost {
            reward += rewards.deadlock;
        }
        if before >= 0 && self.distance >= 0 {
            reward += rewards.approach * (before - self.distance) as f64;
        }
        reward
    }

    /// Draws the squares that an event changes: those of the keeper, and those of the box.
    #[inline]
    fn show(
        &self,
        keeper: Square,
        event: Event,
        action: usize,
        conduct: &Conduct,
        screen: &Screen,
        out: &mut [u8],
    ) {
        let (level, board, state) = (&*self.level, &self.level.board, &self.state);
        screen.paint(level, state, keeper, out);
        screen.paint(level, state, state.keeper, out);
        if event.pushes == 0 {
            return;
        }
        let direction = conduct.actions.direction(action);
        match conduct.actions.place(action) {
            // The keeper stands where the box was.
            None => {
                if let Some(beyond) = board.neighbour(state.keeper, direction) {
                    screen.paint(level, state, beyond, out);
                }
            }
            // It may have walked on to the exit.
            Some((x, y)) => {
                let from = board.square_at(x, y);
                let to = from.and_then(|it| board.neighbour(it, direction));
                for square in from.into_iter().chain(to) {
                    screen.paint(level, state, square, out);
                }
            }
        }
    }
}
