//! Exhaustive searches on small boards, by pushes and by pulls, under every rule set.
//!
//! They prune only what is certainly dead, so their results on the fewest pushes are exact, and
//! they are made for thousands of boards: nothing is precomputed but the field.

mod farthest;
mod macro_pulls;
mod nodes;
mod pulling;
mod pushing;
#[cfg(test)]
mod tests;

pub(crate) use farthest::farthest_boxes;
pub(crate) use macro_pulls::{PullStop, macro_pulls, pull_counts, pulls_to};
pub(crate) use pulling::{Closure, pull_closure};
pub(crate) use pushing::{InitialState, PushSearchResult, fewest_pushes, shifted};

use std::ops::Deref;

use sokolab_core::{Board, Push};
use sokolab_field::{Field, FieldPush};

/// Squares visited between two polls of `keep_going`: about a millisecond.
const SQUARES_BETWEEN_QUESTIONS: usize = 200_000;

/// Maximum size of the states of a search in bytes; on large boards, this allows fewer states than
/// the settings.
const BYTES_MAX: usize = 256 << 20;

/// Number of states to expand between two polls, for a field with this many boxes.
fn nodes_between_questions<const N: usize>(field: &Field<N>, boxes: usize) -> usize {
    let walked = field.floor.len().max(1) * 4 * boxes.max(1);
    (SQUARES_BETWEEN_QUESTIONS / walked).clamp(1, 4_096)
}

/// Number of states with parents that fit into memory, at most `nodes_max`.
fn nodes_that_fit<const N: usize>(nodes_max: usize) -> usize {
    nodes_max.min(BYTES_MAX / size_of::<nodes::Node<N>>())
}

/// Pushes from a state to a win, and whether no win takes fewer. Only the searches of this folder
/// make that claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WinningPushes {
    pushes: Vec<FieldPush>,
    is_fewest: bool,
}

impl WinningPushes {
    /// Pushes found by play, without a proof.
    pub(crate) const fn played(pushes: Vec<FieldPush>) -> WinningPushes {
        WinningPushes { pushes, is_fewest: false }
    }

    /// Whether it is proved that no win takes fewer pushes.
    pub(crate) const fn is_fewest(&self) -> bool {
        self.is_fewest
    }
}

impl Deref for WinningPushes {
    type Target = [FieldPush];

    fn deref(&self) -> &[FieldPush] {
        &self.pushes
    }
}

/// Converts pushes on a field to pushes on the board it was made from.
pub(crate) fn on_board<const N: usize>(
    board: &Board,
    field: &Field<N>,
    pushes: &[FieldPush],
) -> Vec<Push> {
    let push = |it: &FieldPush| Push {
        from: board.square(field.square_index(it.from)),
        direction: it.way,
    };
    pushes.iter().map(push).collect()
}
