//! Percentiles, random pushes and progress, for all chapters.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sokolab::reference::expand;
use sokolab::{Board, State};

/// The random numbers of a level.
pub(super) type Chance = Pcg64Mcg;

/// The value below which a share of all values lies; 0 without values.
pub(super) fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(at.saturating_sub(1)).copied().unwrap_or(0.0)
}

/// The state after a random push; `None` if no push is legal.
pub(super) fn random_push(board: &Board, state: &State, chance: &mut Chance) -> Option<State> {
    let mut after = expand(board, state);
    if after.is_empty() {
        return None;
    }
    let chosen = chance.random_range(0..after.len());
    Some(after.swap_remove(chosen).1)
}

/// A generator of its own for each level, so that a level repeats however many come before it.
pub(super) fn chance_for(seed: u64, file: &str, number: usize) -> Chance {
    let name = file.bytes().fold(seed, |sum, it| sum.wrapping_mul(31).wrapping_add(it.into()));
    Chance::seed_from_u64(name.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number as u64))
}

/// Shows on standard error which level comes next.
pub(super) fn show(chapter: &str, file: &str, number: usize) {
    eprintln!("{chapter}: {file}#{number}");
}
