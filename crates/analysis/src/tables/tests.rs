//! The tables compared with brute force: every state of a few boxes, by the reference expansion.

use std::collections::{BTreeMap, VecDeque};

use super::project::TablePlacement;
use super::table::DEAD;
use super::{Labeller, Table, TableGraph, Tables};
use crate::test_boards::boards;
use sokolab_core::reference::expand;
use sokolab_core::testing::{GroundTruth, is_slow, position_in};
use sokolab_core::{Board, GoalKind, Rules, Square, SquareSet, State, normalized};

/// The fewest pushes by boxes and the keeper's first square.
pub(crate) type Costs = BTreeMap<(SquareSet, Square), u32>;

/// The cost of every placement of up to `boxes_max` boxes, by definition.
pub(crate) fn brute_force(board: &Board, boxes_max: usize) -> Costs {
    match board.rules().goal() {
        GoalKind::Keep => {
            let truth = GroundTruth::of(board, boxes_max);
            let all_home = |state: &State| state.boxes.len() <= board.goals().len();
            let solvable = truth.states().filter(|(state, _)| all_home(state));
            solvable
                .filter_map(|(state, cost)| {
                    Some(((state.boxes.clone(), state.keeper), cost? as u32))
                })
                .collect()
        }
        GoalKind::Fill | GoalKind::Sink => vanishing(board, boxes_max),
    }
}

/// The game in which all holes are floor, and a box that touches one disappears.
fn vanishing(board: &Board, boxes_max: usize) -> Costs {
    let filled = match board.rules().goal() {
        GoalKind::Fill => board.goals().clone(),
        GoalKind::Keep | GoalKind::Sink => board.no_squares(),
    };
    let mut parents: BTreeMap<State, Vec<State>> = BTreeMap::new();
    let mut pending = VecDeque::new();
    for boxes in placements(board, boxes_max) {
        for keeper in board.squares().filter(|&it| !boxes.contains(it)) {
            let state = State { boxes: boxes.clone(), filled: filled.clone(), keeper };
            if normalized(board, &state) != state {
                continue;
            }
            for (_, mut child) in expand(board, &state) {
                child.boxes = child.boxes.difference(board.goals());
                parents.entry(normalized(board, &child)).or_default().push(state.clone());
            }
            if boxes.is_empty() {
                pending.push_back((state, 0));
            }
        }
    }
    let mut costs = Costs::new();
    while let Some((state, cost)) = pending.pop_front() {
        let key = (state.boxes.clone(), state.keeper);
        if costs.contains_key(&key) {
            continue;
        }
        costs.insert(key, cost);
        let before = parents.get(&state).into_iter().flatten();
        pending.extend(before.map(|state| (state.clone(), cost + 1)));
    }
    costs
}

fn placements(board: &Board, boxes_max: usize) -> Vec<SquareSet> {
    let mut result = vec![board.no_squares()];
    for square in board.squares().filter(|&it| !board.goals().contains(it)) {
        for index in 0..result.len() {
            if result[index].len() < boxes_max {
                let mut larger = result[index].clone();
                larger.insert(square);
                result.push(larger);
            }
        }
    }
    result
}

fn set(board: &Board, squares: &[u16]) -> SquareSet {
    let mut result = board.no_squares();
    result.extend(squares.iter().map(|&it| board.square(usize::from(it))));
    result
}

/// Compares each cost of one table, and those of all parts of its placements.
fn compare(space: &TableGraph<'_>, tables: &Tables, table: &Table, truth: &Costs) -> usize {
    let board = space.board;
    let mut labeller = Labeller::new(space);
    let mut solvable = 0;
    let known = |boxes: SquareSet, keeper: Square| {
        let filled = if board.rules().goal() == GoalKind::Fill {
            board.goals().clone()
        } else {
            board.no_squares()
        };
        let state = normalized(board, &State { boxes, filled, keeper });
        truth.get(&(state.boxes, state.keeper)).copied().unwrap_or(DEAD)
    };
    for number in 0..table.placement_count() {
        let squares = table.squares(number);
        let squares = &squares[..table.size()];
        assert_eq!(table.number(squares), Some(number));
        let sides = labeller.sides(squares);
        assert_eq!(sides.len(), table.costs(number).len());
        for (side, (keepers, &cost)) in sides.iter().zip(table.costs(number)).enumerate() {
            let keeper = keepers.first().expect("a side has squares");
            let boxes = set(board, squares);
            assert_eq!(cost, known(boxes, keeper), "{squares:?} {keeper:?} of {board:?}");
            solvable += usize::from(cost != DEAD);
            for kept in 1..(1_u8 << squares.len()) - 1 {
                let whole = TablePlacement { table, number, squares };
                let part: Vec<u16> = (0..squares.len())
                    .filter(|index| kept >> index & 1 == 1)
                    .map(|index| squares[index])
                    .collect();
                let expected = known(set(board, &part), keeper);
                assert_eq!(tables.part_cost(space, whole, side as u8, kept), expected);
            }
        }
    }
    solvable
}

fn compare_all(board: &Board, boxes_max: usize) -> usize {
    let space = TableGraph::of(board);
    let tables =
        Tables::build(&space, boxes_max, usize::MAX, &mut |_, _| true).expect("not stopped");
    assert!(tables.is_complete());
    let truth = brute_force(board, boxes_max);
    let sizes = (1..=boxes_max).filter_map(|size| tables.of_size(size));
    sizes.map(|table| compare(&space, &tables, table, &truth)).sum()
}

#[test]
fn costs_of_two_boxes_are_those_of_brute_force() {
    let (step, count) = if is_slow() { (1, 500) } else { (67, 15) };
    for rules in Rules::ALL {
        let boards = boards(rules, step, count);
        let solvable: usize = boards.map(|board| compare_all(&board, 2)).sum();
        assert!(solvable > 300, "{rules}: {solvable}");
    }
}

#[test]
fn costs_of_three_and_four_boxes_are_those_of_brute_force() {
    let (step, count) = if is_slow() { (40, 20) } else { (900, 0) };
    for rules in Rules::ALL {
        for board in boards(rules, step, count) {
            compare_all(&board, 3);
        }
        for board in boards(rules, step * 3, 0).filter(|it| it.square_count() <= 10) {
            compare_all(&board, 4);
        }
    }
}

/// With every box needed, no cost of the table exceeds the true number of pushes.
#[test]
fn costs_are_sound_for_holes() {
    let step = if is_slow() { 3 } else { 190 };
    for rules in Rules::ALL.into_iter().filter(|it| it.goal() == GoalKind::Fill) {
        let mut checked = 0;
        for board in boards(rules, step, 0) {
            let costs = vanishing(&board, 2);
            for (state, fewest) in GroundTruth::of(&board, 2).states() {
                let needed = sokolab_core::demand(&board, state).count();
                let Some(fewest) = fewest.filter(|_| needed >= state.boxes.len()) else { continue };
                let boxes = state.boxes.difference(board.goals());
                let filled = board.goals().clone();
                let relaxed = normalized(&board, &State { boxes, filled, keeper: state.keeper });
                let cost = costs.get(&(relaxed.boxes, relaxed.keeper));
                assert!(
                    cost.is_some_and(|&cost| cost as usize <= fewest),
                    "{state:?} of {board:?}"
                );
                checked += 1;
            }
        }
        assert!(checked > 100, "{rules}: {checked}");
    }
}

#[test]
fn a_caller_may_stop_the_search_at_any_time() {
    let (board, _) = position_in(
        "
        ########
        #@    .#
        #  $  .#
        #      #
        #     .#
        ########",
        Rules::SINK,
    );
    let space = TableGraph::of(&board);
    let mut reports = 0;
    assert!(Tables::build(&space, 3, usize::MAX, &mut |_, _| false).is_none());
    let mut before = 0;
    let tables = Tables::build(&space, 3, usize::MAX, &mut |done, total| {
        assert!(before <= done && done <= total);
        (before, reports) = (done, reports + 1);
        true
    });
    assert!(tables.is_some_and(|it| it.is_complete()) && reports > 2);
    let small = Tables::build(&space, 3, 200, &mut |_, _| true).expect("not stopped");
    assert!(!small.is_complete() && small.of_size(2).is_some() && small.of_size(3).is_none());
}
