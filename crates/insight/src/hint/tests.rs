//! The ladder and the trail, on small worlds under every rule set.

use sokolab_core::testing::{Chance, Reachable, is_slow, level, random_levels};
use sokolab_core::{
    Board, LetterCase, MoveKind, Push, Rules, State, apply_push, check, is_won, parse_moves,
    region, try_push, verify,
};

use super::{Hint, HintAnswer, HintTrail, RemainingWork, Rung};
use crate::fewest::Assessed;
use crate::verdict::{JudgeLimits, level_of_state};

fn level_count() -> usize {
    if is_slow() { 300 } else { 30 }
}

fn solvable(trail: &mut HintTrail, state: &State, rung: Rung) -> Option<Hint> {
    match trail.hint(state, rung, &JudgeLimits::default(), &mut |_| None) {
        HintAnswer::Solvable(hint) => Some(hint),
        HintAnswer::Dead(_) => None,
        other => panic!("without limits everything is known: {other:?}"),
    }
}

/// The hints of all rungs for one state, which must agree and not reveal too much.
fn ladder(trail: &mut HintTrail, state: &State) -> Option<Hint> {
    let hints: Option<Vec<Hint>> =
        Rung::ALL.iter().map(|&rung| solvable(trail, state, rung)).collect();
    let hints = hints?;
    let whole = hints.last().expect("five rungs").clone();
    for hint in &hints {
        let rung = hint.rung();
        assert_eq!((hint.left(), hint.is_fewest()), (whole.left(), whole.is_fewest()));
        assert_eq!(hint.box_square(), whole.box_square().filter(|_| rung >= Rung::Box));
        assert_eq!(hint.target(), whole.target().filter(|_| rung >= Rung::Target));
        assert_eq!(hint.push(), whole.push().filter(|_| rung >= Rung::Push));
        assert_eq!(hint.rest(), whole.rest().filter(|_| rung >= Rung::Rest));
    }
    let rest = whole.rest().expect("the last rung has the rest");
    assert_eq!(whole.left() == RemainingWork::Nothing, is_won(trail.board(), state));
    if whole.left() != RemainingWork::Nothing {
        let from_here = level_of_state(trail.board(), state);
        assert!(verify(&from_here, rest, LetterCase::Strict).is_ok(), "{rest}");
    }
    assert_eq!(whole.left() == RemainingWork::Pushes, whole.push().is_some());
    if let Some(next) = whole.push() {
        assert_eq!(Some(next.push.from), whole.box_square());
        let count = next.moves.len();
        assert_eq!(next.moves.as_slice(), &rest.as_slice()[..count]);
        let is_push = |kind: MoveKind| kind == MoveKind::Push;
        let pushes = next.moves.as_slice().iter().filter(|it| is_push(it.kind)).count();
        assert_eq!(pushes, 1);
        assert!(next.moves.as_slice().last().is_some_and(|it| is_push(it.kind)));
    }
    Some(whole)
}

/// Makes a push after walking behind the box.
fn make(board: &Board, state: &mut State, push: Push) {
    let behind = board.neighbour(push.from, push.direction.opposite()).expect("floor");
    assert!(region(board, state).contains(behind) && try_push(board, state, push).is_ok());
    apply_push(board, state, push);
}

/// Follows the hints to the end. Returns the number of pushes, or `None` if the state is dead.
/// Checks that every `target` is where the box stands when another box is pushed.
fn follow(trail: &mut HintTrail, start: &State) -> Option<usize> {
    let (mut state, mut count, mut target) = (start.clone(), 0, None);
    let board = trail.board().clone();
    loop {
        let hint = ladder(trail, &state)?;
        let Some(next) = hint.push() else { return Some(count) };
        let push = next.push;
        let to = board.neighbour(push.from, push.direction).expect("a push stays on the floor");
        // While the same box is pushed, its target stays the same.
        if let Some((at, end)) = target {
            assert!(at != push.from || Some(end) == hint.target(), "{push:?}");
            assert!(at == push.from || at == end, "{push:?}");
        }
        make(&board, &mut state, push);
        target = hint.target().map(|end| (to, end)).filter(|_| state.boxes.contains(to));
        count += 1;
        assert!(count < 1_000, "hints go round in circles");
    }
}

#[test]
fn following_the_hints_wins_from_every_state_that_can_be_won() {
    let (mut won, mut chance) = (0, Chance::new(7));
    for rules in Rules::ALL {
        for level in random_levels(rules, level_count()) {
            let (board, start) = check(&level).expect("random levels are playable");
            let Some(all) = Reachable::new(&board, &start, 2_000) else { continue };
            let pushes = all.pushes();
            let mut trail = HintTrail::new(board);
            for _ in 0..3 {
                let index = chance.below(all.states().len());
                let taken = follow(&mut trail, &all.states()[index]);
                assert_eq!(taken.is_some(), pushes[index].is_some());
                assert!(taken >= pushes[index]);
                won += usize::from(taken.is_some());
            }
        }
    }
    assert!(won > 50, "{won}");
}

#[test]
fn without_a_trail_from_before_the_history_gives_the_same_hints() {
    let limits = JudgeLimits::default();
    for rules in Rules::ALL {
        for level in random_levels(rules, level_count() / 3) {
            let (board, start) = check(&level).expect("random levels are playable");
            let mut trail = HintTrail::new(board.clone());
            let mut history = vec![start.clone()];
            while let Some(state) = history.last()
                && let Some(hint) = solvable(&mut trail, state, Rung::Push)
                && let Some(next) = hint.push()
            {
                let mut again = HintTrail::new(board.clone());
                again.retrace(&history, &limits, &mut |_| None);
                assert_eq!(solvable(&mut again, state, Rung::Push), Some(hint.clone()));
                let mut after = state.clone();
                make(&board, &mut after, next.push);
                history.push(after);
            }
        }
    }
}

#[test]
fn a_better_solution_takes_the_place_of_the_known_one() {
    let level = level(
        "
        ########
        #@     #
        # $ .  #
        #      #
        #      #
        ########",
    );
    let (board, start) = check(&level).expect("playable");
    let solution = |moves: &str| {
        let moves = parse_moves(moves).expect("moves");
        let verdict = verify(&level, &moves, LetterCase::Corrected).expect("a solution");
        Assessed::unproved(verdict.solution)
    };
    let mut trail = HintTrail::new(board);
    let pushes = |trail: &HintTrail| match trail.known(&start, Rung::Rest) {
        Some(HintAnswer::Solvable(hint)) => {
            let rest = hint.rest().expect("the rest").to_string();
            (rest.chars().filter(char::is_ascii_uppercase).count(), hint.is_fewest())
        }
        other => panic!("a solution was offered: {other:?}"),
    };
    assert!(trail.known(&start, Rung::Rest).is_none());
    trail.offer(&start, &solution("rDldRRdrU")).expect("the referee accepts it");
    assert_eq!(pushes(&trail), (4, false));
    trail.offer(&start, &solution("dRR")).expect("the referee accepts it");
    assert_eq!(pushes(&trail), (2, false));
    trail.offer(&start, &solution("rDldRRdrU")).expect("the referee accepts it");
    assert_eq!(pushes(&trail), (2, false));
    assert!(trail.improve(&start, &JudgeLimits::default(), &mut |_| None));
    assert_eq!(pushes(&trail), (2, true));
    let elsewhere = State { keeper: trail.board().square(14), ..start.clone() };
    assert!(trail.offer(&elsewhere, &solution("dRR")).is_err());
}
