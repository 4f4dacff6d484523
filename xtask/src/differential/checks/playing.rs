//! Checks of what players are told in the middle of a game: `soko hint`, and the alarm.

use sokolab::insight::alarm::boxes_to_spare;
use sokolab::insight::hint::{Hint, HintAnswer, HintTrail, Rung};
use sokolab::insight::verdict::{JudgeLimits, detect};
use sokolab::reference::expand;
use sokolab::{Board, Budget, State, check as make_board};
use sokolab_core::testing::Chance;

use super::super::case::{Case, CheckResult, Decided, Failure, OracleResult, STATES_MAX};
use super::super::oracle::{Oracle, Situation};
use super::super::whole::StateSpace;

/// Maximum number of random pushes of a game.
const PUSHES_MAX: usize = 8;

/// Asks for hints along a random game, and compares every verdict with the state space.
pub(crate) fn hint(case: &Case, seed: u64) -> CheckResult {
    let OracleResult::Playable { oracle, .. } = &case.known else { return Ok(Decided::Nothing) };
    let Ok((board, mut state)) = make_board(&case.level) else { return Ok(Decided::Nothing) };
    let Some(whole) = StateSpace::of(oracle, STATES_MAX) else { return Ok(Decided::Nothing) };
    let mut game = Game { oracle, whole, trail: HintTrail::new(board.clone()) };
    let (mut chance, mut decided) = (Chance::new(seed), Decided::Nothing);
    for _ in 0..=PUSHES_MAX {
        if game.check(&board, &state)? == Decided::Claim {
            decided = Decided::Claim;
        }
        let mut after = expand(&board, &state);
        if after.is_empty() || game.is_over(&board, &state) {
            break;
        }
        state = after.swap_remove(chance.below(after.len())).1;
    }
    Ok(decided)
}

/// A game with its hints and the truth about it.
struct Game<'a> {
    oracle: &'a Oracle,
    whole: StateSpace,
    trail: HintTrail,
}

impl Game<'_> {
    /// The oracle's name for a state of the program's board; `None` if it lacks one of its squares.
    fn situation(&self, board: &Board, state: &State) -> Option<Situation> {
        let number = |square| {
            let (x, y) = board.position(square);
            self.oracle.number_at(x, y)
        };
        let (mut boxes, mut open) = (0_u128, 0_u128);
        for square in state.boxes.iter() {
            boxes |= 1 << number(square)?;
        }
        for square in state.open_goals(board).iter() {
            open |= 1 << number(square)?;
        }
        Some(self.oracle.situation(boxes, open, number(state.keeper)?))
    }

    /// Whether the game is won, perhaps after a walk; the state space ends there.
    fn is_over(&self, board: &Board, state: &State) -> bool {
        self.situation(board, state).is_none_or(|it| {
            let region = self.oracle.region(it);
            self.oracle.is_won_in(it, region)
        })
    }

    /// Compares what is said of one state with the truth.
    fn check(&mut self, board: &Board, state: &State) -> CheckResult {
        let Some(situation) = self.situation(board, state) else { return Ok(Decided::Nothing) };
        let Some(number) = self.whole.state(self.oracle, situation) else {
            return Err(Failure::new(
                "hint: a state out of reach",
                "a state",
                format!("{state:?}"),
            ));
        };
        let left = self.whole.pushes_left(number);
        let truth = left.map_or("dead".to_owned(), |it| format!("{it} pushes left"));
        let wrong = |kind: &str, got: String| Err(Failure::new(kind, truth.clone(), got));
        if let (Some(dead), Some(_)) = (detect(board, state), left) {
            return wrong("alarm: calls a solvable state dead", dead.sentence);
        }
        if boxes_to_spare(board, state).is_none() && left.is_some() {
            return wrong("alarm: too many boxes lost in a solvable state", "none".to_owned());
        }
        let limits = JudgeLimits { budget: Budget::of_nodes(20_000), ..JudgeLimits::default() };
        match self.trail.hint(state, Rung::Rest, &limits, &mut |_| None) {
            HintAnswer::Solvable(_) if left.is_none() => {
                wrong("hint: calls a dead state solvable", "solvable".to_owned())
            }
            HintAnswer::Solvable(hint) => check_advice(self.oracle, situation, &hint, left),
            HintAnswer::Dead(dead) if left.is_some() => {
                wrong("hint: calls a solvable state dead", dead.sentence)
            }
            HintAnswer::Dead(_) => Ok(Decided::Claim),
            HintAnswer::Unknown(_) => Ok(Decided::Nothing),
            HintAnswer::Failed(error) => wrong("hint: an internal error", error.message),
        }
    }
}

/// The moves of a hint must win, and be the fewest if they are called so.
fn check_advice(
    oracle: &Oracle,
    situation: Situation,
    hint: &Hint,
    left: Option<u32>,
) -> CheckResult {
    let Some(rest) = hint.rest().map(ToString::to_string) else {
        return Err(Failure::new("hint: without the moves asked for", "moves", "none"));
    };
    let wins = oracle.replay_from(situation, &rest);
    let path = wins.map_err(|why| Failure::new("hint: moves that do not win", "a win", why))?;
    let pushes = (path.len() - 1) as u32;
    if hint.is_fewest() && left != Some(pushes) {
        let got = format!("{pushes} pushes, called the fewest");
        return Err(Failure::new("hint: not the fewest pushes", format!("{left:?}"), got));
    }
    if left.is_some_and(|it| pushes < it) {
        return Err(Failure::new("hint: moves that beat the oracle", format!("{left:?}"), rest));
    }
    Ok(Decided::Claim)
}
