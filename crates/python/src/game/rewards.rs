//! What a move is worth.

use serde::Deserialize;

/// What happened by one action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    /// Steps and pushes made: none if the action was not allowed, several if it was a push with
    /// the walk to it.
    pub(crate) moves: u32,
    /// Pushes made.
    pub(crate) pushes: u32,
    /// Goals gained or lost by boxes.
    pub(crate) gain: i32,
    /// Whether the level is won.
    pub(crate) is_won: bool,
}

/// The worth of everything that can happen; they are added up.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rewards {
    /// Every action, whatever it does.
    pub(crate) action: f64,
    /// Every push.
    pub(crate) push: f64,
    /// An action that is not allowed.
    pub(crate) refused: f64,
    /// A box that comes to a goal.
    pub(crate) gain: f64,
    /// A box that leaves a goal.
    pub(crate) loss: f64,
    /// The win.
    pub(crate) win: f64,
    /// A state that is proved lost, once.
    pub(crate) deadlock: f64,
    /// Every push by which the lower bound of the pushes left shrinks; if it grows, as much is
    /// taken away.
    pub(crate) approach: f64,
}

impl Rewards {
    /// The worth of an event; deadlocks and distances are counted by those who know them.
    #[inline]
    pub(crate) fn of(&self, event: Event) -> f64 {
        let mut reward = self.action + self.push * f64::from(event.pushes);
        if event.moves == 0 {
            reward += self.refused;
        }
        if event.gain > 0 {
            reward += self.gain;
        } else if event.gain < 0 {
            reward += self.loss;
        }
        if event.is_won {
            reward += self.win;
        }
        reward
    }
}
