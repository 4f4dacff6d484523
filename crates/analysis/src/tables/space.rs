//! A compact graph of a board for the exact tables.

use sokolab_core::{Board, Direction, GoalKind, SquareSet};

use crate::floor_graph::{Parts, passages};

/// What happens to a box that reaches a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It stays on its goal, which it does not share.
    Stay,
    /// It disappears, and any goal takes any number of boxes.
    Vanish,
}

/// Marks a missing neighbour.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// The graph of a board: neighbours by direction, goals, and what local detours exist.
#[derive(Debug)]
pub(crate) struct TableGraph<'a> {
    pub(crate) board: &'a Board,
    pub(crate) ending: Ending,
    /// Number of directions in which boxes and keeper move: the first 4, or all 8.
    pub(crate) ways: usize,
    pub(crate) beside: Vec<[u16; 8]>,
    pub(crate) is_goal: Vec<bool>,
    /// Whether a box may be pushed onto the square.
    pub(crate) takes_box: Vec<bool>,
    /// The connected part of the empty floor that each square belongs to.
    pub(crate) part_of: Vec<u32>,
    /// For each set of free squares around a square: whether those that the keeper can step to from
    /// the centre are connected without it.
    detours: Vec<bool>,
}

impl TableGraph<'_> {
    pub(crate) fn of(board: &Board) -> TableGraph<'_> {
        let index =
            |square: Option<sokolab_core::Square>| square.map_or(NOWHERE, |it| it.index() as u16);
        let around = |square| Direction::ALL.map(|it| index(board.neighbour(square, it)));
        let ways = passages(board.rules()).len();
        debug_assert_eq!(passages(board.rules()), board.rules().pushes().list());
        let is_in =
            |set: &SquareSet| board.squares().map(|it| set.contains(it)).collect::<Vec<_>>();
        let parts = Parts::of(board, |_| false);
        TableGraph {
            board,
            ending: match board.rules().goal() {
                GoalKind::Keep => Ending::Stay,
                GoalKind::Fill | GoalKind::Sink => Ending::Vanish,
            },
            ways,
            beside: board.squares().map(around).collect(),
            is_goal: is_in(board.goals()),
            takes_box: is_in(board.dead_fields()).into_iter().map(|dead| !dead).collect(),
            part_of: parts.part_of.into_iter().map(|part| part.unwrap_or(u32::MAX)).collect(),
            detours: (0..=255).map(|free| has_detour(free, ways)).collect(),
        }
    }

    pub(crate) fn square_count(&self) -> usize {
        self.beside.len()
    }

    /// The squares on which a box can stand on its way or on its goal.
    pub(crate) fn box_squares(&self) -> Vec<u16> {
        let stands = |&square: &u16| match self.ending {
            Ending::Stay => true,
            Ending::Vanish => !self.is_goal[usize::from(square)],
        };
        (0..self.square_count() as u16).filter(stands).collect()
    }

    /// Whether a box on `square` does not separate the free squares around it. `false` only means
    /// that a longer detour would be needed.
    #[inline]
    pub(crate) fn has_detour(&self, square: u16, is_free: impl Fn(u16) -> bool) -> bool {
        let mut free = 0;
        for (way, &beside) in self.beside[usize::from(square)].iter().enumerate() {
            free |= usize::from(beside != NOWHERE && is_free(beside)) << way;
        }
        self.detours[free]
    }
}

/// The index of the opposite direction.
#[inline]
pub(crate) const fn opposite(way: usize) -> usize {
    if way < 4 { way ^ 2 } else { 11 - way }
}

fn has_detour(free: usize, ways: usize) -> bool {
    let is_free = |way: usize| free >> way & 1 == 1;
    let are_near = |one: usize, two: usize| {
        let (one, two) = (Direction::ALL[one], Direction::ALL[two]);
        let (across, down) = ((one.dx() - two.dx()).abs(), (one.dy() - two.dy()).abs());
        if ways == 4 { across + down == 1 } else { across.max(down) == 1 }
    };
    let Some(first) = (0..ways).find(|&way| is_free(way)) else { return true };
    let mut reached = 1_usize << first;
    let mut pending = vec![first];
    while let Some(from) = pending.pop() {
        for to in 0..8 {
            if is_free(to) && reached >> to & 1 == 0 && are_near(from, to) {
                reached |= 1 << to;
                pending.push(to);
            }
        }
    }
    (0..ways).all(|way| !is_free(way) || reached >> way & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::opposite;
    use sokolab_core::Direction;

    #[test]
    fn opposite_ways_are_opposite_directions() {
        for (way, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(Direction::ALL[opposite(way)], direction.opposite());
        }
    }
}
