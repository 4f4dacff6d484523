//! Clicks take a best path, compared with brute force on small worlds.

use std::collections::BTreeMap;

use sokolab_core::testing::{is_slow, level_in, random_levels, worlds};
use sokolab_core::{Board, Level, MoveKind, Rules, Square, State, check, make_move, region, walk};
use sokolab_game::{Game, GameRefusal, PushPreference};

/// The square of the box, if it is still there, and that of the keeper.
type Node = (Option<Square>, Square);

/// The least cost to bring the box on `from` to each square, by trying every move until nothing
/// improves. Other boxes must not be pushed.
fn all_ways(
    board: &Board,
    start: &State,
    from: Square,
    fewest: PushPreference,
) -> BTreeMap<Square, (usize, usize)> {
    let key = |pushes: usize, moves: usize| match fewest {
        PushPreference::Pushes => (pushes, moves),
        PushPreference::Moves => (moves, pushes),
    };
    let mut costs: BTreeMap<Node, (State, usize, usize)> = BTreeMap::new();
    costs.insert((Some(from), start.keeper), (start.clone(), 0, 0));
    let mut ends: BTreeMap<Square, (usize, usize)> = BTreeMap::from([(from, (0, 0))]);
    let mut pending = vec![(Some(from), start.keeper)];
    while let Some(node) = pending.pop() {
        let (state, pushes, moves) = costs[&node].clone();
        let Some(at) = node.0 else {
            continue;
        };
        for &direction in board.rules().steps().list() {
            let mut after = state.clone();
            let Ok(kind) = make_move(board, &mut after, direction) else {
                continue;
            };
            let is_push = kind == MoveKind::Push;
            if is_push && after.keeper != at {
                continue;
            }
            let to = if is_push { board.neighbour(at, direction) } else { Some(at) };
            let to = to.expect("a legal push");
            let (pushes, moves) = (pushes + usize::from(is_push), moves + 1);
            let next = (after.boxes.contains(to).then_some(to), after.keeper);
            let cost = key(pushes, moves);
            let end = ends.entry(to).or_insert(cost);
            *end = cost.min(*end);
            if costs.get(&next).is_none_or(|known| cost < key(known.1, known.2)) {
                costs.insert(next, (after, pushes, moves));
                pending.push(next);
            }
        }
    }
    ends
}

/// Checks every box and every square of a state.
fn check_state(level: &Level, board: &Board, state: &State) -> usize {
    let mut game = Game::new(level).expect("a playable level");
    assert_eq!(game.state(), state);
    let mut pushed = 0;
    for from in state.boxes.iter() {
        for fewest in [PushPreference::Pushes, PushPreference::Moves] {
            let ways = all_ways(board, state, from, fewest);
            for to in board.squares() {
                let reach = game.reach(from, fewest).expect("a box");
                let cost = reach.cost(to).map(|it| match fewest {
                    PushPreference::Pushes => (it.pushes, it.moves),
                    PushPreference::Moves => (it.moves, it.pushes),
                });
                assert_eq!(cost, ways.get(&to).copied(), "{from:?} to {to:?} in {state:?}");
                let expected = to != from && cost.is_some();
                assert_eq!(reach.squares().contains(to), expected);
                let Some(cost) = reach.cost(to) else {
                    let refused = game.push_box(from, to, fewest);
                    assert_eq!(refused, Err(GameRefusal::NoPushes));
                    continue;
                };
                let moves = game.push_box(from, to, fewest).expect("there is a way");
                let measures = game.measures();
                assert_eq!((measures.pushes, measures.moves), (cost.pushes, cost.moves));
                assert_eq!(game.moves(), moves);
                let others = game.state().boxes.difference(&state.boxes);
                assert!(others.iter().all(|it| it == to), "other boxes stay");
                pushed += cost.pushes;
                game.restart();
            }
        }
    }
    pushed
}

#[test]
fn a_clicked_box_takes_the_best_way_on_small_boards_under_every_rule_set() {
    let count = if is_slow() { 2_000 } else { 60 };
    for rules in Rules::ALL {
        let mut pushed = 0;
        for level in random_levels(rules, count) {
            let (board, state) = check(&level).expect("random levels are playable");
            pushed += check_state(&level, &board, &state);
        }
        assert!(pushed > 100, "{rules}: some box was pushed");
    }
}

#[test]
fn a_clicked_box_takes_the_best_way_in_small_worlds_under_every_rule_set() {
    let step = if is_slow() { 7 } else { 397 };
    for rules in Rules::ALL {
        for world in worlds(rules).step_by(step) {
            let (board, start) = check(&world.level).expect("playable");
            for at in board.squares() {
                let is_gone = board.goals().contains(at) && rules != Rules::OFFICIAL;
                if at == start.keeper || is_gone {
                    continue;
                }
                let mut state = start.clone();
                state.boxes.insert(at);
                let mut level = world.level.clone();
                level.picture = level.picture.with_state(&board, &state);
                check_state(&level, &board, &state);
            }
        }
    }
}

#[test]
fn a_clicked_square_is_walked_to_by_a_shortest_walk() {
    for rules in Rules::ALL {
        for level in random_levels(rules, 60) {
            let mut game = Game::new(&level).expect("random levels are playable");
            let (board, start) = (game.board().clone(), game.start().clone());
            let region = region(&board, &start);
            for square in board.squares() {
                let walked = game.walk_to(square);
                if region.contains(square) {
                    let steps = walk(&board, &start, square).expect("it can be reached").len();
                    assert_eq!(walked, Ok(steps));
                    assert_eq!(game.state().keeper, square);
                    assert_eq!(game.state().boxes, start.boxes);
                } else {
                    assert_eq!(walked, Err(GameRefusal::NoWalk));
                    assert_eq!(game.state(), &start);
                }
                game.restart();
            }
        }
    }
}

#[test]
fn a_walk_is_diagonal_where_the_rules_have_diagonals() {
    let text = "
        ------
        |@...|
        |....|
        |..0^|
        ------";
    for (rules, steps) in [(Rules::NETHACK, 4), (Rules::NETHACK_GAME, 3)] {
        let mut game = Game::new(&level_in(text, rules)).expect("a playable level");
        let square = game.square("e3").expect("floor");
        assert_eq!(game.walk_to(square), Ok(steps), "{rules}");
        let hole = game.square("e4").expect("floor");
        assert_eq!(game.walk_to(hole), Err(GameRefusal::NoWalk));
    }
}
