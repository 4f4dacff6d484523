//! The searches compared with the ground truth.

use super::{InitialState, PushSearchResult, fewest_pushes, on_board, pull_closure};
use sokolab_core::reference;
use sokolab_core::testing::{is_slow, random_levels};
use sokolab_core::{Board, GoalKind, LetterCase, Rules, State, check, normalized, verify};
use sokolab_field::{Bits, Field};
use sokolab_solver::moves_of;

/// A state of a board on its field.
fn start_of<const N: usize>(board: &Board, field: &Field<N>, state: &State) -> InitialState<N> {
    let holes = match board.rules().goal() {
        GoalKind::Fill => field.set(&state.open_goals(board)),
        _ => Bits::EMPTY,
    };
    InitialState { boxes: field.set(&state.boxes), holes, keeper: field.place(state.keeper) }
}

#[test]
fn pushes_are_the_fewest_under_every_rule_set() {
    let count = if is_slow() { 1_000 } else { 80 };
    for rules in Rules::ALL {
        let (mut solved, mut unsolvable) = (0, 0);
        for level in random_levels(rules, count) {
            let (board, state) = check(&level).expect("playable");
            let field = Field::<2>::new(&board);
            let start = start_of(&board, &field, &state);
            let truth = reference::fewest_pushes(&board, &state);
            match fewest_pushes(&field, &start, 1_000_000, &|| true) {
                PushSearchResult::Solved(pushes) => {
                    assert_eq!(Some(pushes.len()), truth);
                    let moves = moves_of(&board, &state, on_board(&board, &field, &pushes));
                    assert!(verify(&level, &moves, LetterCase::Strict).is_ok());
                    solved += 1;
                }
                PushSearchResult::Unsolvable => {
                    assert_eq!(truth, None);
                    unsolvable += 1;
                }
                PushSearchResult::Limit | PushSearchResult::Stopped => {
                    panic!("these boards are small")
                }
            }
        }
        assert!(solved > 10 && unsolvable > 10, "{rules}: {solved}, {unsolvable}");
    }
}

#[test]
fn a_limit_is_told() {
    let level = random_levels(Rules::OFFICIAL, 50)
        .find(|it| {
            check(it).is_ok_and(|(board, state)| reference::fewest_pushes(&board, &state) > Some(5))
        })
        .expect("one of them takes more than five pushes");
    let (board, state) = check(&level).expect("playable");
    let field = Field::<2>::new(&board);
    assert_eq!(
        fewest_pushes(&field, &start_of(&board, &field, &state), 3, &|| true),
        PushSearchResult::Limit
    );
}

/// Without an exit and with as many boxes as goals, pulls find every state that leads to a win.
#[test]
fn pulls_find_every_state_that_leads_to_a_win() {
    let count = if is_slow() { 400 } else { 40 };
    for rules in Rules::ALL {
        let mut compared = 0;
        for level in random_levels(rules, count) {
            let (board, state) = check(&level).expect("playable");
            let sinks = rules.goal() == GoalKind::Sink && !board.goals().is_empty();
            let boxes = state.boxes.len();
            let is_plain = board.exits().is_empty() && boxes <= 3 && board.goals().len() <= 3;
            if !is_plain || !(sinks || boxes == board.goals().len()) {
                continue;
            }
            // A box that starts on a goal is a special case where goals are holes.
            if !state.filled.is_empty() || !board.dead_fields().is_empty() {
                continue;
            }
            let field = Field::<2>::new(&board);
            let closure = pull_closure(&field, boxes, usize::MAX, &|| true).expect("no stop");
            compared += 1;
            let wanted = normalized(&board, &state);
            let mut is_found = false;
            for number in (0..closure.len()).filter(|&it| closure.is_start(it)) {
                let mut squares = board.no_squares();
                squares.extend(
                    closure.boxes(number).iter().map(|it| board.square(field.square_index(it))),
                );
                let keeper = board.square(field.square_index(closure.keeper(number)));
                let filled = board.no_squares();
                let start = State { boxes: squares, filled, keeper };
                if number % 37 == 0 {
                    let truth = reference::fewest_pushes(&board, &start);
                    assert_eq!(truth, Some(closure.distance(number)));
                }
                assert_eq!(closure.pushes_from(number).len(), closure.distance(number));
                is_found |= start == wanted;
            }
            let is_solvable = reference::fewest_pushes(&board, &state).is_some();
            assert_eq!(is_found, is_solvable, "{rules}");
        }
        assert!(compared > 3, "{rules}: {compared}");
    }
}
