//! What searches with a few boxes have found, for the states that follow in the same game.
//!
//! A group of boxes that nobody has pushed gives the same answer again, as long as the keeper is in
//! the same region around it. A remembered search counts as many states as it took, and is used
//! only where it would end in the same way, so a memory never changes an answer.

use std::collections::HashMap;
use std::sync::Arc;

use sokolab_core::{Board, Square, SquareSet};

use super::RescueOutcome;
use crate::sides::{Barred, Sides};

/// Maximum number of remembered groups; beyond it, everything is forgotten.
const GROUPS_MAX: usize = 200_000;

/// Maximum number of sets of obstacles whose sides are remembered.
const OBSTACLES_MAX: usize = 2_000;

/// What has been found about groups of boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct RescueMemory {
    in_turn: Findings<InTurn>,
    searches: Findings<Searched>,
    /// The sides of a lone box among boxes that stay.
    sides: HashMap<SquareSet, Arc<Sides>>,
}

/// Whether boxes can be rescued one after another.
#[derive(Clone, Copy, Debug)]
pub(super) struct InTurn {
    pub(super) is_easy: bool,
    /// Number of single boxes tried.
    pub(super) tries: usize,
}

/// The outcome of a search.
#[derive(Clone, Copy, Debug)]
struct Searched {
    states_max: usize,
    outcome: RescueOutcome,
}

impl RescueMemory {
    /// Whether `boxes` can be rescued in turn, if that is known and took at most `tries_max` tries.
    pub(super) fn in_turn(
        &self,
        boxes: &SquareSet,
        keeper: Square,
        tries_max: usize,
    ) -> Option<InTurn> {
        self.in_turn.get(boxes, keeper).find(|it| it.tries <= tries_max).copied()
    }

    /// Adds what a search for a rescue in turn has found that did not run out of tries.
    pub(super) fn add_in_turn(&mut self, boxes: &SquareSet, region: SquareSet, found: InTurn) {
        self.in_turn.add(boxes, region, found);
    }

    /// The outcome of a search that may visit `states_max` states, if it is known.
    pub(super) fn search(
        &self,
        boxes: &SquareSet,
        keeper: Square,
        states_max: usize,
    ) -> Option<RescueOutcome> {
        let is_same = |it: &&Searched| {
            let Searched { outcome, .. } = it;
            if outcome.is_complete {
                outcome.states <= states_max
            } else {
                it.states_max == states_max
            }
        };
        self.searches.get(boxes, keeper).find(is_same).map(|it| it.outcome)
    }

    /// Adds the outcome of a search.
    pub(super) fn add_search(
        &mut self,
        boxes: &SquareSet,
        region: SquareSet,
        states_max: usize,
        outcome: RescueOutcome,
    ) {
        self.searches.add(boxes, region, Searched { states_max, outcome });
    }

    /// The sides of a lone box among the boxes `others`.
    pub(super) fn sides(&mut self, board: &Board, others: &SquareSet) -> Arc<Sides> {
        if let Some(known) = self.sides.get(others) {
            return Arc::clone(known);
        }
        if self.sides.len() >= OBSTACLES_MAX {
            self.sides.clear();
        }
        let sides = Arc::new(Sides::walking(board, &Barred::walls(others.clone())));
        self.sides.insert(others.clone(), Arc::clone(&sides));
        sides
    }
}

/// Findings about groups, each for a keeper in one region around the group.
#[derive(Clone, Debug)]
struct Findings<T> {
    by_group: HashMap<SquareSet, Vec<(SquareSet, T)>>,
}

impl<T> Default for Findings<T> {
    fn default() -> Findings<T> {
        Findings { by_group: HashMap::new() }
    }
}

impl<T> Findings<T> {
    fn get(&self, boxes: &SquareSet, keeper: Square) -> impl Iterator<Item = &T> {
        let found = self.by_group.get(boxes).into_iter().flatten();
        found.filter(move |(region, _)| region.contains(keeper)).map(|(_, found)| found)
    }

    fn add(&mut self, boxes: &SquareSet, region: SquareSet, found: T) {
        if self.by_group.len() >= GROUPS_MAX {
            self.by_group.clear();
        }
        self.by_group.entry(boxes.clone()).or_default().push((region, found));
    }
}
