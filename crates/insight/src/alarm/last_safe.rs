//! Finds the last solvable state of a game by bisection.
//!
//! A dead state leads only to dead states, so the states of a game are solvable up to some point
//! and dead after it. A state that cannot be decided within the limits leaves a gap between the
//! last state known to be safe and the first known to be dead.

use sokolab_core::State;
use sokolab_solver::Observer;

use crate::hint::{HintAnswer, HintTrail, Rung};
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
    /// Whether the losing move is known, or that the game was lost from the start.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.safe.map_or(0, |it| it + 1) == self.dead
    }
}

/// Where the game with these states, each one move after the previous, was lost; `None` if the last
/// one is not known to be dead. Judging a state may spend `limits`.
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
    // Undecided states count as not dead in the first bisection, and as not safe in the second.
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
            HintAnswer::Solvable(_) => Fate::Safe,
            HintAnswer::Dead(_) => Fate::Dead,
            HintAnswer::Unknown(_) | HintAnswer::Failed(_) => Fate::Unknown,
        }
    }

    /// The first state whose fate satisfies `is_wanted`, as that of `last` does.
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
