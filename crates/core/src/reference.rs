//! The reference expansion: slow, simple on purpose, and what faster code is compared with.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::region::{normalized, region};
use crate::rule_set::GoalKind;
use crate::rules::{Push, apply_push, is_won, try_push};
use crate::solution::Tally;
use crate::square_set::SquareSet;
use crate::state::State;
use crate::verify::play;

/// Every legal push of `state` with the state after it, in the order of box and direction.
#[must_use]
pub fn expand(board: &Board, state: &State) -> Vec<(Push, State)> {
    children(board, state).collect()
}

/// The same, one by one.
fn children<'a>(board: &'a Board, state: &'a State) -> impl Iterator<Item = (Push, State)> + 'a {
    let region = region(board, state);
    let directions = board.rules().pushes().list().iter();
    let pushes = state
        .boxes
        .iter()
        .flat_map(move |from| directions.clone().map(move |&direction| Push { from, direction }));
    pushes.filter_map(move |push| {
        let behind = board.neighbour(push.from, push.direction.opposite());
        let keeper_is_there = behind.is_some_and(|square| region.contains(square));
        if !keeper_is_there || try_push(board, state, push).is_err() {
            return None;
        }
        let mut child = state.clone();
        apply_push(board, &mut child, push);
        Some((push, child))
    })
}

/// Whether the keeper of `state` can win by walking alone, perhaps not at all.
#[must_use]
pub fn is_won_by_walking(board: &Board, state: &State) -> bool {
    if board.rules().goal() == GoalKind::Fill && !board.exits().is_empty() {
        !region(board, state).intersection(board.exits()).is_empty()
    } else {
        is_won(board, state)
    }
}

/// Distinct states by number of pushes, states that differ by a walk counted once.
///
/// Entry `n` counts the states first reached by `n` pushes. It ends after `pushes_max` pushes or
/// when a level has no new states.
#[must_use]
pub fn perft(board: &Board, start: &State, pushes_max: usize) -> Vec<usize> {
    layers(board, start).take(pushes_max + 1).map(|layer| layer.len()).collect()
}

/// What [`perft_while`] has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftProgress {
    /// States whose pushes were all tried.
    pub expanded: u64,
    /// Bytes that the states seen so far take, roughly.
    pub bytes: u64,
}

/// The same as [`perft`], with `keep_going` asked before every state and every push of it. If it
/// says no, the whole layers so far are the error.
///
/// # Errors
/// The counts of the layers that were finished before `keep_going` said no.
pub fn perft_while(
    board: &Board,
    start: &State,
    pushes_max: usize,
    keep_going: &mut dyn FnMut(PerftProgress) -> bool,
) -> Result<Vec<usize>, Vec<usize>> {
    // A state is kept twice, and a tree has some room to spare.
    let state_bytes = 2 * (start.boxes.words().len() * 16 + size_of::<State>() + 32) as u64;
    let first = normalized(board, start);
    let mut seen = BTreeSet::from([first.clone()]);
    let mut layer = BTreeSet::from([first]);
    let mut counts = Vec::new();
    let mut progress = PerftProgress::default();
    while !layer.is_empty() {
        counts.push(layer.len());
        if counts.len() > pushes_max {
            break;
        }
        let mut next = BTreeSet::new();
        for state in &layer {
            for (_, child) in children(board, state) {
                progress.bytes = seen.len() as u64 * state_bytes;
                if !keep_going(progress) {
                    return Err(counts);
                }
                let child = normalized(board, &child);
                if seen.insert(child.clone()) {
                    next.insert(child);
                }
            }
            progress.expanded += 1;
            if !keep_going(progress) {
                return Err(counts);
            }
        }
        layer = next;
    }
    Ok(counts)
}

/// The least number of pushes that wins from `start`; `None` if nothing does. It never stops
/// early, so it is for small boards only.
#[must_use]
pub fn fewest_pushes(board: &Board, start: &State) -> Option<usize> {
    layers(board, start).position(|layer| layer.iter().any(|it| is_won_by_walking(board, it)))
}

/// The least number of moves that wins from `start`; `None` if nothing does. For small boards only.
#[must_use]
pub fn fewest_moves(board: &Board, start: &State) -> Option<usize> {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut layer = vec![start.clone()];
    for moves in 0.. {
        if layer.iter().any(|state| is_won(board, state)) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for state in &layer {
            for &direction in board.rules().steps().list() {
                let mut child = state.clone();
                let played = play(board, &mut child, direction, &mut Tally::default());
                if played.is_ok() && seen.insert(child.clone()) {
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

/// The states first reached by 0, 1, 2, … pushes, normalized; it ends when no new ones come.
pub fn layers<'a>(
    board: &'a Board,
    start: &State,
) -> impl Iterator<Item = BTreeSet<State>> + use<'a> {
    let first = normalized(board, start);
    let mut seen = BTreeSet::from([first.clone()]);
    let mut next = BTreeSet::from([first]);
    std::iter::from_fn(move || {
        let layer = std::mem::take(&mut next);
        for state in &layer {
            for (_, child) in expand(board, state) {
                let child = normalized(board, &child);
                if seen.insert(child.clone()) {
                    next.insert(child);
                }
            }
        }
        (!layer.is_empty()).then_some(layer)
    })
}

/// The squares on which a lone box, with nothing else on the board, stands in some state that
/// `start` leads to. A helper for tests of analyses.
#[must_use]
pub fn box_squares(board: &Board, start: &State) -> SquareSet {
    let mut result = board.no_squares();
    for layer in layers(board, start) {
        for state in &layer {
            result.extend(state.boxes.iter());
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::{perft, perft_while};
    use crate::check::check;
    use crate::rule_set::Rules;
    use crate::testing::random_levels;

    #[test]
    fn counts_with_a_limit_are_those_without_up_to_the_limit() {
        let mut cut = 0;
        for rules in Rules::ALL {
            for level in random_levels(rules, 40) {
                let (board, state) = check(&level).expect("random levels are playable");
                let whole = perft(&board, &state, 4);
                assert_eq!(perft_while(&board, &state, 4, &mut |_| true), Ok(whole.clone()));
                let few = &mut |progress: super::PerftProgress| progress.expanded < 5;
                match perft_while(&board, &state, 4, few) {
                    Ok(counts) => assert_eq!(counts, whole),
                    Err(counts) => {
                        cut += 1;
                        assert_eq!(counts, whole[..counts.len()]);
                    }
                }
            }
        }
        assert!(cut > 0, "some level has more than five states");
    }
}
