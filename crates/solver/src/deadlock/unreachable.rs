//! Boxes that no play from the start leads to: tables that the backward searches of a level share.

use std::sync::{Arc, OnceLock};

use super::pull_pairs::PullPairs;
use super::pull_triples::PullTriples;
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// The tables of a level, built when a search first asks for them; `None` if too large.
#[derive(Debug, Default)]
pub(crate) struct UnreachableTables<const N: usize> {
    pairs: OnceLock<Option<PullPairs<N>>>,
    triples: OnceLock<Option<PullTriples<N>>>,
}

/// The tables that one search has asked for. A search uses no others, so what it does never depends
/// on what the searches beside it have built.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unreachable<const N: usize> {
    tables: Arc<UnreachableTables<N>>,
    has_pairs: bool,
    has_triples: bool,
}

impl<const N: usize> Unreachable<N> {
    /// The same tables for another search, which has not asked for any of them.
    pub(crate) fn for_another(&self) -> Unreachable<N> {
        let tables = Arc::clone(&self.tables);
        Unreachable { tables, has_pairs: false, has_triples: false }
    }

    /// Asks for the table of pairs; `keep_going` can stop its construction.
    pub(crate) fn add_pairs(
        &mut self,
        problem: &Problem<'_, N>,
        keep_going: &mut dyn FnMut() -> bool,
    ) {
        let pairs = shared(&self.tables.pairs, keep_going, |keep_going| {
            PullPairs::new(problem, keep_going)
        });
        self.has_pairs = pairs.is_some();
    }

    /// Asks for the table of triples, if there is one of pairs.
    pub(crate) fn add_triples(
        &mut self,
        problem: &Problem<'_, N>,
        keep_going: &mut dyn FnMut() -> bool,
    ) {
        let Some(pairs) = self.pairs() else { return };
        let triples = shared(&self.tables.triples, keep_going, |keep_going| {
            PullTriples::new(problem, pairs, keep_going)
        });
        self.has_triples = triples.is_some();
    }

    #[inline]
    fn pairs(&self) -> Option<&PullPairs<N>> {
        if self.has_pairs { self.tables.pairs.get()?.as_ref() } else { None }
    }

    #[inline]
    fn triples(&self) -> Option<&PullTriples<N>> {
        if self.has_triples { self.tables.triples.get()?.as_ref() } else { None }
    }

    /// Whether the box at `place` and one or two others are unreachable, with the keeper at
    /// `keeper`.
    #[inline]
    pub(crate) fn has(&self, place: Place, boxes: &Bits<N>, keeper: Place) -> bool {
        self.pairs().is_some_and(|it| it.is_dead(place, boxes, keeper))
            || self.triples().is_some_and(|it| it.is_dead(place, boxes, keeper))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.pairs().map_or(0, PullPairs::bytes) + self.triples().map_or(0, PullTriples::bytes)
    }
}

/// The shared table, which is built if there is none. If `keep_going` stops that, nothing is kept.
fn shared<'a, T>(
    table: &'a OnceLock<Option<T>>,
    keep_going: &mut dyn FnMut() -> bool,
    build: impl FnOnce(&mut dyn FnMut() -> bool) -> Option<T>,
) -> Option<&'a T> {
    if table.get().is_none() {
        let mut goes_on = true;
        let built = build(&mut || {
            goes_on = goes_on && keep_going();
            goes_on
        });
        if !goes_on {
            return None;
        }
        // If another thread was faster, its table is the same.
        table.get_or_init(|| built);
    }
    table.get()?.as_ref()
}
