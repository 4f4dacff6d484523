//! Boards for tests: a sample of the small worlds and some random ones.

use sokolab_core::testing::{random_levels, worlds};
use sokolab_core::{Board, Rules, check};

/// Every `step`th small world under `rules`, and `count` random boards.
pub(crate) fn boards(rules: Rules, step: usize, count: usize) -> impl Iterator<Item = Board> {
    let random = random_levels(rules, count).filter_map(|level| Some(check(&level).ok()?.0));
    worlds(rules).map(|world| world.board).step_by(step).chain(random)
}
