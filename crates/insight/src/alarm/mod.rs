//! The alarm: says after a push that the game is lost, why, and where it could still be won.
//!
//! [`sound`] asks the detectors of deadlocks only, which takes milliseconds; [`alarm`] lets a
//! search refute what they do not see, and finds the last safe state. [`boxes_to_spare`] says how
//! many boxes may still be lost, which is what players of `NetHack` want to know.

mod last_safe;
mod spare;
#[cfg(test)]
mod tests;

use sokolab_core::State;
use sokolab_solver::Observer;

use crate::hint::{Answer, HintTrail, Rung};
use crate::verdict::{Dead, JudgeLimits, detect};

pub use last_safe::{LastSafe, last_safe};
pub use spare::boxes_to_spare;

/// A game that is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// Why.
    pub dead: Dead,
    /// Where it was lost; `None` if the limits left no time to look.
    pub last_safe: Option<LastSafe>,
}

/// Why `state` is dead, as far as detectors see at once; `None` proves nothing. What is known of a
/// state already is taken from the trail, and what is found is kept there.
pub fn sound(trail: &mut HintTrail, state: &State) -> Option<Dead> {
    match trail.known(state, Rung::Solvable) {
        Some(Answer::Dead(dead)) => return Some(dead),
        Some(_) => return None,
        None => {}
    }
    let dead = detect(trail.board(), state)?;
    trail.remember_dead(state, dead.clone());
    Some(dead)
}

/// The alarm for the last state of a game, with its states from the first, each a move after the
/// one before; `None` if it is not known to be dead. Where detectors say nothing, searches within
/// the limits look for a solution or a proof that there is none.
pub fn alarm(
    trail: &mut HintTrail,
    history: &[State],
    limits: &JudgeLimits,
    observer: &mut Observer<'_>,
) -> Option<Alarm> {
    let Answer::Dead(dead) = trail.hint(history.last()?, Rung::Solvable, limits, observer) else {
        return None;
    };
    let last_safe = last_safe(trail, history, limits, observer);
    Some(Alarm { dead, last_safe })
}
