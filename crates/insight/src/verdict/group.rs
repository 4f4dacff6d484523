//! Groups of boxes that are dead by themselves.
//!
//! Where every box must reach a goal and none fills a hole, removing boxes never makes a state
//! harder: a game of all boxes becomes a game of some of them by turning pushes of the others into
//! steps. So if some boxes, alone on the board, cannot all be brought to goals, the state is dead,
//! and a small search shows it.

use sokolab_analysis::{DeadlockKind, Refutation};
use sokolab_core::{Board, Direction, GoalKind, Square, SquareSet, State, Stop, check, region};
use sokolab_solver::{Budget, Observer, Outcome, Request, solve};

use super::dead::Dead;
use super::state_level::level_of_state;

/// Maximum number of states expanded in the search of a group.
const GROUP_NODES: u64 = 2_000;

/// Groups of more boxes are no simpler than the whole state.
const GROUP_BOXES_MAX: usize = 12;

/// Maximum number of corrals to examine.
const CORRALS_MAX: usize = 8;

/// States with more boxes are not narrowed down.
const NARROWED_BOXES_MAX: usize = 24;

/// Budget of one search of a group.
const GROUP_BUDGET: Budget = Budget { nodes_max: GROUP_NODES, memory_bytes_max: 256 << 20 };

/// Whether removing boxes can only make the state easier.
pub(super) fn is_eased(board: &Board, state: &State) -> bool {
    match board.rules().goal() {
        GoalKind::Keep => state.boxes.len() <= board.goals().len(),
        GoalKind::Sink => true,
        GoalKind::Fill => false,
    }
}

/// A proof that the boxes around some floor closed to the keeper can never all be brought to goals.
///
/// # Errors
/// If the observer stops the search.
pub(super) fn detect_corral(
    board: &Board,
    state: &State,
    observer: &mut Observer<'_>,
) -> Result<Option<Dead>, Stop> {
    if !is_eased(board, state) {
        return Ok(None);
    }
    for group in corrals(board, state) {
        if let Some(nodes) = dead_alone(board, state, &group, observer)? {
            return Ok(dead_group(board, state, (DeadlockKind::Corral, &group), nodes));
        }
    }
    Ok(None)
}

/// The same proof for a small subset of the boxes of a dead state, found greedily; `None` if it
/// needs all of them, or if the observer stops the search.
pub(super) fn narrow(board: &Board, state: &State, observer: &mut Observer<'_>) -> Option<Dead> {
    if !is_eased(board, state) || state.boxes.len() > NARROWED_BOXES_MAX {
        return None;
    }
    let (mut group, mut nodes) = (state.boxes.clone(), None);
    for square in state.boxes.iter() {
        let mut rest = group.clone();
        rest.remove(square);
        if let Some(spent) = dead_alone(board, state, &rest, observer).ok()? {
            (group, nodes) = (rest, Some(spent));
        }
    }
    dead_group(board, state, (DeadlockKind::CrateLock, &group), nodes?)
}

fn dead_group(
    board: &Board,
    state: &State,
    (kind, group): (DeadlockKind, &SquareSet),
    nodes: u64,
) -> Option<Dead> {
    let (now, start) = check(&level_of_state(board, state)).ok()?;
    let mut there = now.no_squares();
    let place = |square: Square| {
        let (x, y) = board.position(square);
        now.square_at(x, y)
    };
    there.extend(group.iter().filter_map(place));
    let states = usize::try_from(nodes).unwrap_or(usize::MAX);
    let refutation = Refutation::of_group(&now, &start, (kind, there), states);
    Some(Dead::by_detector(board, (&now, &start), &refutation))
}

/// The number of states that a search expands to prove that some boxes, alone on the board, cannot
/// all be brought to goals; `None` if they can, or if the budget runs out.
pub(super) fn dead_alone(
    board: &Board,
    state: &State,
    group: &SquareSet,
    observer: &mut Observer<'_>,
) -> Result<Option<u64>, Stop> {
    if group.is_empty() {
        return Ok(None);
    }
    let alone = State { boxes: group.clone(), ..state.clone() };
    let level = level_of_state(board, &alone);
    let request = Request { budget: GROUP_BUDGET, ..Request::new(&level) };
    let report = solve(&request, observer);
    match report.outcome {
        Outcome::Unsolvable => Ok(Some(report.nodes)),
        Outcome::Stopped(stop) if stop.comes_from_observer() => Err(stop),
        _ => Ok(None),
    }
}

/// For each part of the floor closed to the keeper, the boxes around it, unless these are all
/// boxes.
fn corrals(board: &Board, state: &State) -> Vec<SquareSet> {
    let mut seen = region(board, state).union(&state.boxes);
    let mut groups: Vec<SquareSet> = Vec::new();
    for first in board.squares() {
        if groups.len() >= CORRALS_MAX {
            break;
        }
        if !seen.insert(first) {
            continue;
        }
        let (mut around, mut pending) = (board.no_squares(), vec![first]);
        while let Some(square) = pending.pop() {
            for beside in
                Direction::ORTHOGONAL.into_iter().filter_map(|it| board.neighbour(square, it))
            {
                if state.boxes.contains(beside) {
                    around.insert(beside);
                } else if seen.insert(beside) {
                    pending.push(beside);
                }
            }
        }
        let is_few = (2..=GROUP_BOXES_MAX).contains(&around.len());
        if is_few && around.len() < state.boxes.len() && !groups.contains(&around) {
            groups.push(around);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::{detect_corral, narrow};
    use crate::verdict::dead::Dead;
    use sokolab_core::testing::position_in;
    use sokolab_core::{Board, Rules, square_name};

    #[track_caller]
    fn check(board: &Board, dead: Option<Dead>, kind: &str, boxes: &str, sentence: &str) {
        let dead = dead.expect("a small search is enough");
        let names: Vec<String> = dead.boxes.iter().map(|it| square_name(board, it)).collect();
        let found = (dead.proved_by.name(), &*names.join(" "), &*dead.sentence);
        assert_eq!(found, (kind, boxes, sentence));
    }

    #[test]
    fn boxes_that_have_nothing_to_do_with_it_are_left_out() {
        let picture = "
            #########
            #@      #
            #  $$ $ #
            #  $$   #
            # ..... #
            #       #
            #########";
        let (board, state) = position_in(picture, Rules::OFFICIAL);
        let sentence = "the boxes on d3, e3, d4 and e4 can never all be brought to goals, even \
                        with no other box in the way";
        let dead = narrow(&board, &state, &mut |_| None);
        check(&board, dead, "crate-lock", "d3 e3 d4 e4", sentence);
        // Under these rules, one box fewer may mean one hole more, so nothing can be left out.
        let (board, state) = position_in(picture, Rules::NETHACK);
        assert_eq!(narrow(&board, &state, &mut |_| None), None);
    }

    #[test]
    fn boxes_around_a_corner_that_the_keeper_cannot_enter_are_dead() {
        let (board, state) = position_in(
            "
            ########
            # $ .  #
            #$   . #
            #.  $  #
            #@     #
            ########",
            Rules::OFFICIAL,
        );
        let sentence = "the boxes on c2 and b3 can never both be brought to goals, even with no \
                        other box in the way";
        let dead = detect_corral(&board, &state, &mut |_| None).expect("nobody stops it");
        check(&board, dead, "corral", "c2 b3", sentence);
    }
}
