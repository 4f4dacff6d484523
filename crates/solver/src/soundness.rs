//! Checks what the searches call dead against known solutions, for `cargo xtask soundness`. Not
//! part of the public interface.

use sokolab_core::Direction;
use sokolab_core::{Budget, Level, Moves, Push, check};

use crate::deadlock::pull_freeze::is_stuck;
use crate::heuristic::LowerBound;
use crate::meter::SearchMeter;
use crate::optimise::trace::{Trace, pushes_of};
use crate::problem::Problem;
use crate::search::fess::context::Context;
use crate::search::fess::hauls::is_push_dead;
use crate::search::fess::state::{ExpansionVerdict, FessState, MacroMove};
use sokolab_field::{Bits, FieldPush, by_width, words_needed};

/// A deadlock claim about a state of a solution, which refutes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The number of pushes of the solution that led to the state.
    pub push: usize,
    /// The test that made the claim.
    pub name: &'static str,
}

/// The false claims that deadlock tests, lower bounds and pull tests make about the states of a
/// solution; empty if all are sound. Levels that cannot be searched backwards are skipped.
#[must_use]
pub fn claims_along(level: &Level, moves: &Moves) -> Vec<Claim> {
    let (board, _) = check(level).expect("a level with a solution is playable");
    by_width!(
        words_needed(&board),
        [2, 4, 8, 32],
        debug [4, 32],
        claims_in(level, moves),
        else Vec::new()
    )
}

fn claims_in<const N: usize>(level: &Level, moves: &Moves) -> Vec<Claim> {
    let (board, start) = check(level).expect("a level with a solution is playable");
    let (board, start) = (&board, &start);
    let Ok(problem) = Problem::<N>::new(board, start, 1 << 30, &mut || true) else {
        return vec![Claim { push: 0, name: "plainly lost" }];
    };
    if !problem.is_reversible() {
        return Vec::new();
    }
    let made = |it: &Push| FieldPush { from: problem.field.place(it.from), way: it.direction };
    let made: Vec<FieldPush> = pushes_of(board, start, moves).iter().map(made).collect();
    match Trace::new(&problem, &made) {
        Some(trace) => Asked { problem: &problem, trace, claims: Vec::new() }.all(),
        None => vec![Claim { push: 0, name: "a push to where no box may go" }],
    }
}

/// A solution whose states are checked.
struct Asked<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    trace: Trace<N>,
    claims: Vec<Claim>,
}

impl<const N: usize> Asked<'_, N> {
    fn all(mut self) -> Vec<Claim> {
        let mut context = Context::new(self.problem);
        // Run the lemmas again: what was learned from late states must not condemn early ones.
        self.ask_lemmas(&mut context);
        self.ask_why_stalled(&mut context);
        self.ask_lemmas(&mut context);
        self.ask_bounds(&mut context);
        self.claims
    }

    fn state(&self, push: usize) -> FessState<N> {
        let spot = self.trace.spots[push];
        let region = self.problem.field.region(spot.keeper, &spot.boxes, &Bits::EMPTY);
        let keeper = region.first().unwrap_or(spot.keeper);
        FessState { boxes: spot.boxes, spent: Bits::EMPTY, keeper }
    }

    fn note(&mut self, is_claimed: bool, push: usize, name: &'static str) {
        if is_claimed {
            self.claims.push(Claim { push, name });
        }
    }

    fn ask_lemmas(&mut self, context: &mut Context<'_, N>) {
        let field = &self.problem.field;
        let (start, _, _) = self.problem.first();
        for push in 0..self.trace.spots.len() {
            let state = self.state(push);
            let last = push.checked_sub(1).map(|before| {
                let FieldPush { from, way } = self.trace.pushes[before];
                MacroMove { from, to: field.go(from, way), side: Direction::Left, is_gone: false }
            });
            let is_dead = is_push_dead(context, &state, last) == ExpansionVerdict::Dead;
            self.note(is_dead, push, "a lemma on states to be expanded");
            let is_stuck = is_stuck(field, &state.boxes, state.keeper, &start);
            self.note(is_stuck && push > 0, push, "pull freeze");
        }
    }

    fn ask_why_stalled(&mut self, context: &mut Context<'_, N>) {
        let mut observer = |_: &_| None;
        let mut meter = SearchMeter::new(Budget::default(), &mut observer);
        for push in 0..self.trace.spots.len() {
            let is_dead = context.learn_from(&self.state(push), &mut meter);
            self.note(is_dead == Ok(true), push, "loose boxes taken off");
        }
    }

    fn ask_bounds(&mut self, context: &mut Context<'_, N>) {
        for push in 0..self.trace.spots.len() {
            let state = self.state(push);
            let list: Vec<_> = state.boxes.iter().collect();
            context.bound.enter(&list, &state.boxes, &Bits::EMPTY, state.keeper);
            let left = self.trace.len() - push;
            let is_too_high = context.bound.estimate().is_none_or(|it| it as usize > left);
            self.note(is_too_high, push, "the bound");
        }
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::random_levels;
    use sokolab_core::{Level, Rules};

    use super::claims_along;
    use crate::{Outcome, Request, solve};

    #[test]
    fn nothing_is_claimed_of_solutions() {
        let mut asked = 0;
        for level in random_levels(Rules::OFFICIAL, 400) {
            let Some(solution) = solved(&level) else { continue };
            assert_eq!(claims_along(&level, solution.moves()), [], "{level:?}");
            asked += 1;
        }
        assert!(asked > 50, "{asked}");
    }

    fn solved(level: &Level) -> Option<sokolab_core::Solution> {
        match solve(&Request::new(level), &mut |_| None).outcome {
            Outcome::Solved { solution, .. } => Some(solution),
            _ => None,
        }
    }
}
