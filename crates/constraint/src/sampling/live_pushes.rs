//! The pushes of a state that are not known to be losing.

use std::cell::Cell;

use sokolab_analysis::locks::frozen;
use sokolab_core::{Board, Direction, Push, Square, SquareSet, State, apply_push, region};

use crate::blocks::Block;
use crate::pruned::Pruned;
use crate::task::{DisabledHeuristics, Heuristic};

/// What is known about the board.
#[derive(Debug)]
pub(super) struct LivePushes<'a> {
    board: &'a Board,
    shut: &'a SquareSet,
    disabled: DisabledHeuristics,
    /// The blocks with a box on each square.
    blocks: Vec<Vec<Block>>,
    pruned: Cell<Pruned>,
}

impl<'a> LivePushes<'a> {
    pub(super) fn new(
        board: &'a Board,
        shut: &'a SquareSet,
        blocks: Vec<Block>,
        disabled: DisabledHeuristics,
    ) -> LivePushes<'a> {
        let mut by_square = vec![Vec::new(); board.square_count()];
        for block in blocks {
            for square in &block.boxes {
                by_square[square.index()].push(block.clone());
            }
        }
        LivePushes { board, shut, disabled, blocks: by_square, pruned: Cell::default() }
    }

    /// The pushes of a state with their resulting states, ordered by box and direction. Omits only
    /// pushes that cannot be part of a solution.
    pub(super) fn pushes(&self, state: &State) -> Vec<(Push, State)> {
        let candidates = self.candidates(state).into_iter();
        candidates.filter_map(|(push, to)| Some((push, self.after(state, push, to)?))).collect()
    }

    /// The legal pushes onto squares that are not shut, with these squares.
    pub(super) fn candidates(&self, state: &State) -> Vec<(Push, Square)> {
        let region = region(self.board, state);
        let mut pushes = Vec::new();
        for from in state.boxes.iter() {
            for direction in Direction::ORTHOGONAL {
                let Some(to) = self.board.neighbour(from, direction) else { continue };
                let behind = self.board.neighbour(from, direction.opposite());
                if state.boxes.contains(to) || !behind.is_some_and(|it| region.contains(it)) {
                    continue;
                }
                if self.shut.contains(to) {
                    self.count(|pruned| pruned.dead_squares += 1);
                } else {
                    pushes.push((Push { from, direction }, to));
                }
            }
        }
        pushes
    }

    /// What was pruned so far.
    pub(super) fn pruned(&self) -> Pruned {
        self.pruned.get()
    }

    /// Counts something that was pruned.
    pub(super) fn count(&self, add: impl FnOnce(&mut Pruned)) {
        let mut pruned = self.pruned.get();
        add(&mut pruned);
        self.pruned.set(pruned);
    }

    /// The state after one of these pushes; `None` if it is known to be dead.
    pub(super) fn after(&self, state: &State, push: Push, to: Square) -> Option<State> {
        let mut after = state.clone();
        apply_push(self.board, &mut after, push);
        (!self.is_dead(&after, to)).then_some(after)
    }

    /// Whether a state in which the box on `to` was just pushed there is known to be dead.
    fn is_dead(&self, state: &State, to: Square) -> bool {
        let is_full = |block: &Block| {
            let keepers = block.keepers.as_ref();
            block.boxes.iter().all(|it| state.boxes.contains(*it))
                && keepers.is_none_or(|keepers| keepers.contains(&state.keeper))
        };
        if self.blocks[to.index()].iter().any(is_full) {
            self.count(|pruned| pruned.blocks += 1);
            return true;
        }
        if !self.disabled.enables(Heuristic::Freeze) || !self.is_blocked(state, to) {
            return false;
        }
        let frozen = frozen(self.board, &state.boxes, self.shut);
        let is_dead = frozen.iter().any(|it| !self.board.goals().contains(it));
        self.count(|pruned| pruned.frozen += u64::from(is_dead));
        is_dead
    }

    /// Whether a box has an obstacle beside it on both axes; otherwise it is not frozen.
    fn is_blocked(&self, state: &State, square: Square) -> bool {
        let stands = |way| {
            let beside = self.board.neighbour(square, way);
            beside.is_none_or(|it| state.boxes.contains(it) || self.shut.contains(it))
        };
        (stands(Direction::Left) || stands(Direction::Right))
            && (stands(Direction::Up) || stands(Direction::Down))
    }
}
