//! The trail of hints: what is known about the states of one game.

use std::collections::BTreeMap;

use sokolab_core::{
    Board, LetterCase, Moves, Push, Refusal, State, Stop, is_won, normalized, verify,
};
use sokolab_solver::{InternalError, Observer, Request};

use super::advice::Hint;
use super::lines::WinningLines;
use super::rung::Rung;
use crate::fewest::{Assessed, search};
use crate::rating::Replay;
use crate::verdict::{Dead, Detectors, JudgeLimits, Judgement, judge_with, level_of_state};

/// Maximum number of dead states; beyond it, everything known is forgotten.
const DEAD_MAX: usize = 50_000;

/// The answer about a state.
#[derive(Clone, Debug)]
pub enum HintAnswer {
    /// It is solvable; the hint says how, up to the rung asked for.
    Solvable(Hint),
    /// It is dead, with the reason.
    Dead(Dead),
    /// Unknown: a limit was reached first.
    Unknown(Stop),
    /// Unknown: an internal error occurred.
    Failed(InternalError),
}

impl HintAnswer {
    /// The name used in results; `None` after an internal error.
    #[must_use]
    pub const fn name(&self) -> Option<&'static str> {
        match self {
            HintAnswer::Solvable(_) => Some("solvable"),
            HintAnswer::Dead(_) => Some("dead"),
            HintAnswer::Unknown(_) => Some("unknown"),
            HintAnswer::Failed(_) => None,
        }
    }
}

/// Hints for one game on one board, from any state.
///
/// Hints follow one solution as long as the player does, and return to it after an undo. A solution
/// with fewer pushes, found later or offered, replaces it.
#[derive(Clone, Debug)]
pub struct HintTrail {
    board: Board,
    lines: WinningLines,
    dead: BTreeMap<State, Dead>,
    detectors: Detectors,
}

impl HintTrail {
    /// A trail that knows nothing yet.
    #[must_use]
    pub fn new(board: Board) -> HintTrail {
        let (lines, dead) = (WinningLines::default(), BTreeMap::new());
        HintTrail { board, lines, dead, detectors: Detectors::default() }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The hint for `state` up to `rung`: from what is known or, if nothing is, from detectors and
    /// searches within the limits.
    pub fn hint(
        &mut self,
        state: &State,
        rung: Rung,
        limits: &JudgeLimits,
        observer: &mut Observer<'_>,
    ) -> HintAnswer {
        if let Some(answer) = self.known(state, rung) {
            return answer;
        }
        match judge_with(&mut self.detectors, (&self.board, state), limits, observer) {
            Judgement::Solvable { moves, is_fewest } => {
                self.add(state, &moves, is_fewest);
                self.known(state, rung).expect("a way has just been added")
            }
            Judgement::Dead(dead) => {
                self.remember_dead(state, dead.clone());
                HintAnswer::Dead(dead)
            }
            Judgement::Unknown(stop) => HintAnswer::Unknown(stop),
            Judgement::Failed(error) => HintAnswer::Failed(error),
        }
    }

    /// The hint for `state` up to `rung` if it is known without a search.
    #[must_use]
    pub fn known(&self, state: &State, rung: Rung) -> Option<HintAnswer> {
        if is_won(&self.board, state) {
            return Some(HintAnswer::Solvable(self.advice(state, (&[], true), rung)));
        }
        if let Some((pushes, is_fewest)) = self.lines.follow(&self.board, state) {
            return Some(HintAnswer::Solvable(self.advice(state, (pushes, is_fewest), rung)));
        }
        self.dead.get(&normalized(&self.board, state)).cloned().map(HintAnswer::Dead)
    }

    /// Learns what asking about every state of a game in order would have taught. A caller without
    /// a trail that knows how the game went gets the same hints. Ends early at a dead state, since
    /// all later ones are dead too, or if the observer stops it.
    pub fn retrace(
        &mut self,
        history: &[State],
        limits: &JudgeLimits,
        observer: &mut Observer<'_>,
    ) {
        for state in history {
            if self.lines.has(&self.board, state) {
                continue;
            }
            match self.hint(state, Rung::Solvable, limits, observer) {
                HintAnswer::Dead(_) => return,
                HintAnswer::Unknown(stop) if stop.comes_from_observer() => return,
                _ => {}
            }
        }
    }

    /// Records a solution from `state` that was found elsewhere. Hints follow it if it has fewer
    /// pushes than the known one.
    ///
    /// # Errors
    /// Why the referee rejects it.
    pub fn offer(&mut self, state: &State, solution: &Assessed) -> Result<(), Refusal> {
        if is_won(&self.board, state) {
            return Ok(());
        }
        let level = level_of_state(&self.board, state);
        let verdict = verify(&level, solution.moves(), LetterCase::Corrected)?;
        self.add(state, verdict.solution.moves(), solution.is_fewest());
        Ok(())
    }

    /// Searches for a push-optimal solution from `state`, and returns whether hints now follow a
    /// proved one. If a limit is reached, a solution found so far is kept.
    pub fn improve(
        &mut self,
        state: &State,
        limits: &JudgeLimits,
        observer: &mut Observer<'_>,
    ) -> bool {
        match self.known(state, Rung::Solvable) {
            Some(HintAnswer::Solvable(hint)) if hint.is_fewest() => return true,
            Some(HintAnswer::Dead(_)) => return false,
            _ => {}
        }
        let level = level_of_state(&self.board, state);
        let JudgeLimits { budget, threads } = *limits;
        let request = Request { budget, threads, ..Request::new(&level) };
        if let (Some(found), _) = search(&request, observer) {
            self.add(state, found.moves(), found.is_fewest());
        }
        let known = self.known(state, Rung::Solvable);
        matches!(known, Some(HintAnswer::Solvable(hint)) if hint.is_fewest())
    }

    /// Why `state` is dead, if a detector sees it.
    pub(crate) fn detect(&mut self, state: &State) -> Option<Dead> {
        self.detectors.detect(&self.board, state)
    }

    /// Remembers that `state` is dead.
    pub(crate) fn remember_dead(&mut self, state: &State, dead: Dead) {
        if self.dead.len() >= DEAD_MAX {
            self.dead.clear();
        }
        self.dead.insert(normalized(&self.board, state), dead);
    }

    fn add(&mut self, state: &State, moves: &Moves, is_fewest: bool) {
        let replayed = Replay::new(&self.board, state, moves).pushes.into_iter();
        let pushes: Vec<Push> =
            replayed.map(|it| Push { from: it.from, direction: it.direction }).collect();
        self.lines.add(&self.board, state, &pushes, is_fewest);
    }

    fn advice(&self, state: &State, (pushes, is_fewest): (&[Push], bool), rung: Rung) -> Hint {
        Hint::new((&self.board, state), pushes, is_fewest, rung)
    }
}
