//! The reference expansion: deliberately slow and simple, to compare faster code with.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::region::{normalized, region};
use crate::rule_set::GoalKind;
use crate::rules::{Push, apply_push, is_won, try_push};
use crate::solution::MeasureCounter;
use crate::square_set::SquareSet;
use crate::state::State;
use crate::verify::play;

/// Every legal push of `state` with the resulting state, ordered by box and direction.
#[must_use]
pub fn expand(board: &Board, state: &State) -> Vec<(Push, State)> {
    children(board, state).collect()
}

/// The lazy version of [`expand`].
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

/// Whether the keeper can win from `state` by walking alone, or has already won.
#[must_use]
pub fn is_won_by_walking(board: &Board, state: &State) -> bool {
    if board.rules().goal() == GoalKind::Fill && !board.exits().is_empty() {
        !region(board, state).intersection(board.exits()).is_empty()
    } else {
        is_won(board, state)
    }
}

/// Counts distinct states by number of pushes, ignoring the keeper's position within its region.
///
/// Entry `n` counts the states first reached by `n` pushes. The list ends after `pushes_max` pushes
/// or when there are no new states.
#[must_use]
pub fn perft(board: &Board, start: &State, pushes_max: usize) -> Vec<usize> {
    layers(board, start).take(pushes_max + 1).map(|layer| layer.len()).collect()
}

/// Progress of [`perft_while`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftProgress {
    /// States expanded so far.
    pub expanded: u64,
    /// Approximate size in bytes of the states seen so far.
    pub bytes: u64,
}

/// Like [`perft`], but calls `keep_going` before every state and every push. If it returns false,
/// the counts of the complete layers are returned as the error.
///
/// # Errors
/// The counts of the layers that were complete when `keep_going` returned false.
pub fn perft_while(
    board: &Board,
    start: &State,
    pushes_max: usize,
    keep_going: &mut dyn FnMut(PerftProgress) -> bool,
) -> Result<Vec<usize>, Vec<usize>> {
    // A state is stored twice, and the tree has some overhead.
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

/// The fewest pushes that win from `start`; `None` if it cannot be won. The search is unlimited, so
/// use it for small boards only.
#[must_use]
pub fn fewest_pushes(board: &Board, start: &State) -> Option<usize> {
    layers(board, start).position(|layer| layer.iter().any(|it| is_won_by_walking(board, it)))
}

/// The fewest moves that win from `start`; `None` if it cannot be won. For small boards only.
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
                let played = play(board, &mut child, direction, &mut MeasureCounter::default());
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

/// The normalized states first reached by 0, 1, 2, … pushes; ends when there are no new states.
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

/// Every square that a lone box can occupy in some state reachable from `start`. A helper for tests
/// of analyses.
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
