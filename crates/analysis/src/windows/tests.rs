//! Block lists compared with the definition, by brute force.

use std::collections::BTreeMap;

use super::{BlockEntry, BlockList, BlockRequest, Listed, block_list};
use crate::deadlock::DeadlockKind;
use crate::tables::tests::{Costs, brute_force};
use crate::test_boards::boards;
use sokolab_core::testing::{GroundTruth, draw, is_slow, picture, position_in};
use sokolab_core::{Board, GoalKind, Rules, Square, SquareSet, State, demand, normalized};

fn build(board: &Board, boxes: usize, reach: usize, listed: Listed) -> BlockList {
    let request = BlockRequest { boxes, reach, listed, ..BlockRequest::default() };
    block_list(board, request, &mut |_, _| true).expect("not stopped")
}

fn cost(board: &Board, truth: &Costs, boxes: &SquareSet, keeper: Square) -> Option<u32> {
    let holes = board.rules().goal() == GoalKind::Fill;
    let filled = if holes { board.goals().clone() } else { board.no_squares() };
    let state = normalized(board, &State { boxes: boxes.clone(), filled, keeper });
    truth.get(&(state.boxes, state.keeper)).copied()
}

fn parts(board: &Board, squares: &[Square]) -> Vec<SquareSet> {
    let choices = 1..(1_usize << squares.len()) - 1;
    let part = |choice: usize| {
        let mut part = board.no_squares();
        part.extend((0..squares.len()).filter(|it| choice >> it & 1 == 1).map(|it| squares[it]));
        part
    };
    choices.map(part).collect()
}

/// The entry for these boxes by the definition.
fn verdict_by_definition(
    board: &Board,
    truth: &Costs,
    boxes: &SquareSet,
    keeper: Square,
    listed: Listed,
) -> BlockEntry {
    let cost = |boxes: &SquareSet| cost(board, truth, boxes, keeper);
    let squares: Vec<Square> = boxes.iter().collect();
    let parts = parts(board, &squares);
    let lone = parts.iter().filter(|part| part.len() == 1);
    let Some(sum) = lone.map(cost).sum::<Option<u32>>() else { return BlockEntry::Plain };
    let whole = cost(boxes);
    let explained = parts.iter().any(|part| match whole {
        None => cost(part).is_none(),
        Some(whole) => {
            let rest = cost(&boxes.difference(part)).expect("a part is no harder");
            cost(part).expect("a part is no harder") + rest >= whole
        }
    });
    match whole {
        _ if listed == Listed::Minimal && explained => BlockEntry::Plain,
        None => BlockEntry::Dead,
        Some(whole) if whole > sum => BlockEntry::Dearer(whole - sum),
        Some(_) => BlockEntry::Plain,
    }
}

fn in_window(board: &Board, boxes: &SquareSet, reach: usize) -> bool {
    let near = |one: Square, two: Square| {
        let ((x, y), (other_x, other_y)) = (board.position(one), board.position(two));
        x.abs_diff(other_x) <= reach && y.abs_diff(other_y) <= reach
    };
    boxes.iter().all(|one| boxes.iter().all(|two| near(one, two)))
}

fn all_placements(board: &Board, boxes_max: usize) -> Vec<SquareSet> {
    let mut all = vec![board.no_squares()];
    let vanish = board.rules().goal() != GoalKind::Keep;
    for square in board.squares().filter(|&it| !(vanish && board.goals().contains(it))) {
        for index in 0..all.len() {
            if all[index].len() < boxes_max {
                let mut larger = all[index].clone();
                larger.insert(square);
                all.push(larger);
            }
        }
    }
    all.retain(|boxes| boxes.len() > 1);
    all
}

/// Compares the list with the definition for every placement and keeper.
fn compare(board: &Board, boxes_max: usize, reach: usize, listed: Listed) {
    let list = build(board, boxes_max, reach, listed);
    assert!(list.is_complete());
    let bytes = list.to_bytes(board);
    assert_eq!(BlockList::from_bytes(board, &bytes).as_ref(), Ok(&list));
    let truth = brute_force(board, boxes_max);
    let index_of: BTreeMap<&[Square], usize> =
        (0..list.len()).map(|it| (list.squares(it), it)).collect();
    assert_eq!(index_of.len(), list.len());
    let mut listed_count = 0;
    for boxes in all_placements(board, boxes_max) {
        let squares: Vec<Square> = boxes.iter().collect();
        let index = index_of.get(&squares[..]).copied();
        let mut says_something = false;
        for keeper in board.squares().filter(|&it| !boxes.contains(it)) {
            let expected = if in_window(board, &boxes, reach) {
                verdict_by_definition(board, &truth, &boxes, keeper, listed)
            } else {
                BlockEntry::Plain
            };
            let said = index.map_or(BlockEntry::Plain, |index| list.verdict(index, keeper));
            // A keeper that touches none of the boxes is on no side of theirs.
            if touches(board, &boxes, keeper) {
                assert_eq!(said, expected, "{boxes:?} {keeper:?} of {board:?}");
                says_something |= said != BlockEntry::Plain;
            }
        }
        assert_eq!(says_something, index.is_some(), "{boxes:?} of {board:?}");
        listed_count += usize::from(says_something);
    }
    assert_eq!(listed_count, list.len());
}

fn touches(board: &Board, boxes: &SquareSet, keeper: Square) -> bool {
    let parts = crate::floor_graph::Parts::of(board, |_| false);
    boxes.iter().any(|it| parts.part_of[it.index()] == parts.part_of[keeper.index()])
}

#[test]
fn lists_of_pairs_are_those_of_the_definition() {
    let (step, count) = if is_slow() { (5, 200) } else { (131, 6) };
    for rules in Rules::ALL {
        for board in boards(rules, step, count) {
            compare(&board, 2, 4, Listed::All);
            compare(&board, 2, 1, Listed::Minimal);
        }
    }
}

#[test]
fn lists_of_triples_are_those_of_the_definition() {
    let step = if is_slow() { 30 } else { 801 };
    for rules in Rules::ALL {
        for board in boards(rules, step, 0) {
            compare(&board, 3, 4, Listed::All);
            compare(&board, 3, 2, Listed::Minimal);
        }
    }
}

#[test]
fn no_solvable_state_is_called_dead_and_no_estimate_is_too_large() {
    let step = if is_slow() { 20 } else { 397 };
    for rules in Rules::ALL {
        let mut found = 0;
        for board in boards(rules, step, 0) {
            let list = build(&board, 3, 4, Listed::Minimal);
            let lone = brute_force(&board, 1);
            for (state, fewest) in GroundTruth::of(&board, 3).states() {
                let deadlock = list.deadlock(&board, state);
                assert!(deadlock.is_none() || fewest.is_none(), "{state:?} of {board:?}");
                found += usize::from(deadlock.is_some_and(|it| it.boxes.len() > 1));
                let Some(fewest) = fewest else { continue };
                if demand(&board, state).count() < state.boxes.len() {
                    continue;
                }
                let alone = state.boxes.iter().map(|square| {
                    let mut boxes = board.no_squares();
                    boxes.insert(square);
                    let gone = rules.goal() != GoalKind::Keep && board.goals().contains(square);
                    let distance = cost(&board, &lone, &boxes, state.keeper);
                    if gone { 0 } else { distance.expect("a part is no harder") }
                });
                let estimate = alone.sum::<u32>() + list.excess(&state.boxes, state.keeper);
                assert!(estimate as usize <= fewest, "{state:?} of {board:?}");
            }
        }
        assert!(found > 0, "{rules}");
    }
}

#[test]
fn three_boxes_may_be_dead_though_no_two_are() {
    let level = "
        #########
        #  ...  #
        #       #
        #   #$  #
        # @ $$  #
        #       #
        #########";
    let (board, state) = position_in(level, Rules::OFFICIAL);
    assert!(build(&board, 2, 4, Listed::Minimal).deadlock(&board, &state).is_none());
    let list = build(&board, 3, 4, Listed::Minimal);
    let deadlock = list.deadlock(&board, &state).expect("they lock each other");
    let expected = "
        #########
        #  ...  #
        #       #
        #   #x  #
        #   xx  #
        #       #
        #########";
    assert_eq!(draw(&board, &deadlock.boxes, 'x'), picture(expected));
}

#[test]
fn a_dead_pair_is_found_by_the_box_that_was_moved() {
    let level = "
        ########
        #      #
        # @    #
        #. $$ .#
        ########";
    let (board, state) = position_in(level, Rules::OFFICIAL);
    let list = build(&board, 2, 1, Listed::Minimal);
    let moved = state.boxes.first().expect("two boxes");
    let dead = list.dead_with(&state.boxes, moved, state.keeper).expect("both are stuck");
    let mut boxes = board.no_squares();
    boxes.extend(dead.iter().copied());
    let expected = "
        ########
        #      #
        #      #
        #. xx .#
        ########";
    assert_eq!(draw(&board, &boxes, 'x'), picture(expected));
    let deadlock = list.deadlock(&board, &state).expect("no box can be spared");
    assert_eq!(deadlock.kind, DeadlockKind::BlockList);
    let near = build(&board, 2, 0, Listed::All);
    assert!(near.is_empty(), "two boxes are never on one square");
}

#[test]
fn lists_are_equal_for_every_thread_count_and_too_large_ones_say_so() {
    let level = "
        ##########
        #   #    #
        # @   $  #
        #   #  $ #
        ### ### ##
        #  .   . #
        ##########";
    for rules in Rules::ALL {
        let board = position_in(level, rules).0;
        let bytes = [1, 2, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("threads can be started");
            pool.install(|| build(&board, 3, 4, Listed::Minimal).to_bytes(&board))
        });
        assert!(bytes[0] == bytes[1] && bytes[0] == bytes[2]);
        let request = BlockRequest { boxes: 3, placements_max: 300, ..BlockRequest::default() };
        let small = block_list(&board, request, &mut |_, _| true).expect("not stopped");
        assert!(!small.is_complete() && !small.is_empty());
        assert!(block_list(&board, request, &mut |_, _| false).is_none());
    }
}
