//! Records of a certificate as they are read: states and patterns, and their keys in tables.

use sokolab_core::{Square, SquareSet, State};

use crate::bytes::{Bytes, put_aims, put_squares};
use crate::facts::Facts;
use crate::header::Claim;
use crate::relaxed::Relaxed;

/// A state in the list of a certificate.
#[derive(Clone, Debug)]
pub(super) struct ListedState {
    pub(super) state: State,
    pub(super) cost: u32,
}

/// Reads a state up to its corral; `None` if it is invalid.
pub(super) fn read_state(
    facts: &Facts<'_>,
    claim: Claim,
    bytes: &mut Bytes<'_>,
) -> Option<ListedState> {
    let board = facts.board;
    let (boxes, filled) = read_sets(facts, bytes)?;
    let keeper = bytes.square(board)?;
    let cost = if claim == Claim::Unsolvable { 0 } else { bytes.below(1 << 30)? as u32 };
    let state = State { boxes, filled, keeper };
    let swallowed = state.boxes.iter().any(|it| state.is_open_hole(board, it));
    let is_sane = !swallowed && !state.boxes.contains(keeper) && !state.is_open_hole(board, keeper);
    is_sane.then_some(ListedState { state, cost })
}

/// Reads the boxes and the filled holes of a state.
fn read_sets(facts: &Facts<'_>, bytes: &mut Bytes<'_>) -> Option<(SquareSet, SquareSet)> {
    let boxes = bytes.squares(facts.board)?;
    if !facts.has_holes() {
        return Some((boxes, facts.board.no_squares()));
    }
    let filled = bytes.chosen(facts.board, facts.table.aims())?.union(&facts.start.filled);
    Some((boxes, filled))
}

/// Reads a pattern up to its corral; `None` if it is invalid.
pub(super) fn read_pattern(facts: &Facts<'_>, bytes: &mut Bytes<'_>) -> Option<Relaxed> {
    let boxes = bytes.squares(facts.board)?;
    let keeper = bytes.square(facts.board)?;
    (!boxes.contains(keeper)).then_some(Relaxed { boxes, keeper })
}

/// Reads the squares of a corral.
pub(super) fn read_corral(facts: &Facts<'_>, bytes: &mut Bytes<'_>) -> Option<Vec<Square>> {
    let count = bytes.below(facts.board.square_count() + 1)?;
    (0..count).map(|_| bytes.square(facts.board)).collect()
}

/// The key of a state in a table.
pub(super) fn state_key(facts: &Facts<'_>, state: &State, key: &mut Vec<u8>) {
    key.clear();
    put_squares(key, facts.board.square_count(), &state.boxes);
    if facts.has_holes() {
        put_aims(key, facts.table.aims(), &state.filled);
    }
    key.extend((state.keeper.index() as u16).to_le_bytes());
}

/// The key of a pattern in a table.
pub(super) fn pattern_key(facts: &Facts<'_>, pattern: &Relaxed, key: &mut Vec<u8>) {
    key.clear();
    put_squares(key, facts.board.square_count(), &pattern.boxes);
    key.extend((pattern.keeper.index() as u16).to_le_bytes());
}

/// The state with a key.
pub(super) fn state_of_key(facts: &Facts<'_>, key: &[u8]) -> Option<State> {
    let mut bytes = Bytes(key);
    let (boxes, filled) = read_sets(facts, &mut bytes)?;
    Some(State { boxes, filled, keeper: keeper_of(facts, bytes)? })
}

/// The pattern with a key.
pub(super) fn pattern_of_key(facts: &Facts<'_>, key: &[u8]) -> Option<Relaxed> {
    let mut bytes = Bytes(key);
    let boxes = bytes.squares(facts.board)?;
    Some(Relaxed { boxes, keeper: keeper_of(facts, bytes)? })
}

fn keeper_of(facts: &Facts<'_>, mut bytes: Bytes<'_>) -> Option<Square> {
    let index: [u8; 2] = bytes.take(2)?.try_into().ok()?;
    Some(facts.board.square(usize::from(u16::from_le_bytes(index))))
}

/// The boxes at these indices of a set in ascending order; `None` if the indices do not ascend or
/// are too large.
pub(super) fn chosen_boxes(
    facts: &Facts<'_>,
    boxes: &SquareSet,
    places: &[u16],
) -> Option<SquareSet> {
    if !places.is_sorted_by(|one, two| one < two) {
        return None;
    }
    let mut chosen = facts.board.no_squares();
    let mut wanted = places.iter().copied().map(usize::from).peekable();
    for (place, square) in boxes.iter().enumerate() {
        if wanted.next_if_eq(&place).is_some() {
            chosen.insert(square);
        }
    }
    wanted.next().is_none().then_some(chosen)
}
