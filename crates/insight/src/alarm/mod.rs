//! The deadlock alarm: reports after a push that the game is lost, why, and since when.
//!
//! [`sound`] runs only the deadlock detectors, which takes milliseconds; [`alarm`] adds a search
//! for deadlocks that they miss, and finds the last safe state. [`boxes_to_spare`] returns how many
//! boxes may still be lost, which matters to players of `NetHack`.

mod last_safe;
mod spare;
#[cfg(test)]
mod tests;

use sokolab_core::State;
use sokolab_solver::Observer;

use crate::hint::{HintAnswer, HintTrail, Rung};
use crate::verdict::{Dead, JudgeLimits};

pub use last_safe::{LastSafe, last_safe};
pub use spare::boxes_to_spare;

/// The alarm for a lost game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// Why the game is lost.
    pub dead: Dead,
    /// Where it was lost; `None` if the limits did not allow a search.
    pub last_safe: Option<LastSafe>,
}

/// Why `state` is dead, if a detector sees it immediately; `None` proves nothing. Uses what the
/// trail already knows about the state, and stores the result there.
pub fn sound(trail: &mut HintTrail, state: &State) -> Option<Dead> {
    match trail.known(state, Rung::Solvable) {
        Some(HintAnswer::Dead(dead)) => return Some(dead),
        Some(_) => return None,
        None => {}
    }
    let dead = trail.detect(state)?;
    trail.remember_dead(state, dead.clone());
    Some(dead)
}

/// The alarm for the last state of a game, given all its states, each one move after the previous;
/// `None` if it is not known to be dead. Where detectors find nothing, searches within the limits
/// look for a solution or a proof that there is none.
pub fn alarm(
    trail: &mut HintTrail,
    history: &[State],
    limits: &JudgeLimits,
    observer: &mut Observer<'_>,
) -> Option<Alarm> {
    let HintAnswer::Dead(dead) = trail.hint(history.last()?, Rung::Solvable, limits, observer)
    else {
        return None;
    };
    let last_safe = last_safe(trail, history, limits, observer);
    Some(Alarm { dead, last_safe })
}
