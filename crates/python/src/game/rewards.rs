//! Rewards of moves.

use serde::Deserialize;

/// What happened by one action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    /// The number of steps and pushes made: 0 if the action was illegal, more than 1 for a push
    /// with the walk to it.
    pub(crate) moves: u32,
    /// Pushes made.
    pub(crate) pushes: u32,
    /// Goals gained or lost by boxes.
    pub(crate) gain: i32,
    /// Whether the level is won.
    pub(crate) is_won: bool,
}

/// The reward of each kind of event; several add up.
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
    /// A push that lowers the lower bound on the remaining pushes; a push that raises it costs as
    /// much.
    pub(crate) approach: f64,
}

impl Rewards {
    /// The reward of an event, without deadlocks and distances, which the caller adds.
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
