//! The last state of a game that could still be solved, found by bisection.
//!
//! What is played from a dead state leads to dead states only, so the states of a game can be
//! solved up to some point and not after it. A state that nothing can be said about within the
//! limits leaves a gap between the last that is known to be safe and the first that is known to be
//! dead.

use sokolab_core::State;
use sokolab_solver::Observer;

use crate::hint::{Answer, HintTrail, Rung};
use crate::verdict::JudgeLimits;

/// Where a game was lost. States are numbered by the moves made before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LastSafe {
    /// The last state that is known to be solvable; `None` if not even the first one is.
    pub safe: Option<usize>,
    /// The first state that is known to be dead.
    pub dead: usize,
}

impl LastSafe {
    /// Whether it is known which move lost the game, or that it was lost from the start.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.safe.map_or(0, |it| it + 1) == self.dead
    }
}

/// Where the game with these states was lost, each a move after the one before; `None` if the last
/// one is not known to be dead. Each state that has to be judged may spend `limits`.
pub fn last_safe(
    trail: &mut HintTrail,
    history: &[State],
    limits: &JudgeLimits,
    observer: &mut Observer<'_>,
) -> Option<LastSafe> {
    let mut look = Look { trail, history, limits };
    let last = history.len().checked_sub(1)?;
    if look.at(last, observer) != Fate::Dead {
        return None;
    }
    // States of which nothing is known count as not dead at first, and as not safe after that.
    let dead = look.first(last, |fate| fate == Fate::Dead, observer);
    let not_safe = look.first(dead, |fate| fate != Fate::Safe, observer);
    Some(LastSafe { safe: not_safe.checked_sub(1), dead })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Safe,
    Unknown,
    Dead,
}

struct Look<'a> {
    trail: &'a mut HintTrail,
    history: &'a [State],
    limits: &'a JudgeLimits,
}

impl Look<'_> {
    fn at(&mut self, index: usize, observer: &mut Observer<'_>) -> Fate {
        match self.trail.hint(&self.history[index], Rung::Solvable, self.limits, observer) {
            Answer::Solvable(_) => Fate::Safe,
            Answer::Dead(_) => Fate::Dead,
            Answer::Unknown(_) | Answer::Failed(_) => Fate::Unknown,
        }
    }

    /// The first state with a fate that `is_wanted`, which that of `last` is.
    fn first(
        &mut self,
        last: usize,
        is_wanted: fn(Fate) -> bool,
        observer: &mut Observer<'_>,
    ) -> usize {
        let (mut low, mut high) = (0, last);
        while low < high {
            let middle = usize::midpoint(low, high);
            if is_wanted(self.at(middle, observer)) { high = middle } else { low = middle + 1 }
        }
        high
    }
}
