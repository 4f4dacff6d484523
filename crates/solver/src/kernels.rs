//! Entry points for the benchmarks of the inner loops. Not part of the public interface.

use crate::leg::Leg;
use std::hint::black_box;

use sokolab_core::{Level, check, region};

use crate::deadlock::freeze::frozen;
use crate::memory::{Link, NodeStore};
use crate::problem::Problem;
use crate::prune::rule::Pruning;
use crate::space::Space;
use crate::space::pushes::PushSpace;
use sokolab_field::words_needed;

/// The implementation to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelVersion {
    /// Reference: square by square.
    Plain,
    /// Optimised: on bitboards, a word at a time.
    Wide,
}

/// Computes the keeper's region of the level's first state `times` times and returns its size.
#[must_use]
pub fn regions(level: &Level, form: KernelVersion, times: u32) -> usize {
    let (board, state) = check(level).expect("a playable level");
    match (form, words_needed(&board)) {
        (KernelVersion::Plain, _) => {
            (0..times).map(|_| region(&board, black_box(&state)).len()).max()
        }
        (KernelVersion::Wide, 0..=2) => with_problem::<2, _>(level, |it| wide_regions(it, times)),
        (KernelVersion::Wide, 3..=4) => with_problem::<4, _>(level, |it| wide_regions(it, times)),
        (KernelVersion::Wide, _) => with_problem::<8, _>(level, |it| wide_regions(it, times)),
    }
    .unwrap_or(0)
}

fn wide_regions<const N: usize>(problem: &Problem<'_, N>, times: u32) -> Option<usize> {
    let (boxes, holes, keeper) = problem.first();
    (0..times).map(|_| problem.field.region(keeper, black_box(&boxes), &holes).len()).max()
}

/// Finds the frozen boxes of the level's first state `times` times and returns their number.
#[must_use]
pub fn frozen_boxes(level: &Level, form: KernelVersion, times: u32) -> usize {
    let (board, state) = check(level).expect("a playable level");
    let none = board.no_squares();
    match (form, words_needed(&board)) {
        (KernelVersion::Plain, _) => {
            let find = || sokolab_analysis::locks::frozen(&board, black_box(&state.boxes), &none);
            (0..times).map(|_| find().len()).max()
        }
        (KernelVersion::Wide, 0..=2) => with_problem::<2, _>(level, |it| wide_frozen(it, times)),
        (KernelVersion::Wide, 3..=4) => with_problem::<4, _>(level, |it| wide_frozen(it, times)),
        (KernelVersion::Wide, _) => with_problem::<8, _>(level, |it| wide_frozen(it, times)),
    }
    .unwrap_or(0)
}

fn wide_frozen<const N: usize>(problem: &Problem<'_, N>, times: u32) -> Option<usize> {
    let (boxes, field) = (problem.first().0, &problem.field);
    (0..times).map(|_| frozen(field, black_box(&boxes), &field.takes_box).len()).max()
}

/// Enumerates pushes breadth first, without bounds, and looks each resulting state up in the node
/// store. Stops after about `pushes_max` pushes and returns how many were enumerated.
#[must_use]
pub fn pushes_listed(level: &Level, pushes_max: u64) -> u64 {
    let (board, _) = check(level).expect("a playable level");
    match words_needed(&board) {
        0..=2 => with_problem::<2, _>(level, |it| list_pushes(it, pushes_max)),
        3..=4 => with_problem::<4, _>(level, |it| list_pushes(it, pushes_max)),
        _ => with_problem::<8, _>(level, |it| list_pushes(it, pushes_max)),
    }
}

fn list_pushes<const N: usize>(problem: &Problem<'_, N>, pushes_max: u64) -> u64 {
    let mut space = PushSpace::new(problem, Pruning::NONE);
    let mut store = NodeStore::new(space.key_words(), 1 << 30);
    let link =
        Link { parent: 0, leg: Leg::NONE, cost: 0, bound: 0, is_closed: false, is_won: false };
    for (root, _) in space.roots() {
        let put = store.insert(&root.key.words, root.keeper, root.hash, link);
        put.expect("there is room for a root");
    }
    let (mut listed, mut next, mut edges, mut key) = (0, 0, Vec::new(), Vec::new());
    while next < store.len() as u32 && listed < pushes_max {
        key.clear();
        key.extend_from_slice(store.key(next));
        space.enter_without_bound(&key, store.keeper(next));
        next += 1;
        space.edges(&mut edges);
        for &edge in &edges {
            listed += 1;
            let state = space.follow(edge);
            if store.find(&state.key.words, state.keeper, state.hash).is_none()
                && store.insert(&state.key.words, state.keeper, state.hash, link).is_err()
            {
                return listed;
            }
        }
    }
    listed
}

fn with_problem<const N: usize, R>(level: &Level, work: impl FnOnce(&Problem<'_, N>) -> R) -> R {
    let (board, state) = check(level).expect("a playable level");
    let problem = Problem::new(&board, &state, 1 << 30, &mut || true);
    work(&problem.expect("a level that is not plainly lost"))
}
