//! Locks: squares, groups of boxes and goals at which boxes are lost, and why.
//!
//! The definitions are those of the `NetHack` 4 document on Sokoban, made exact. Locks are defined
//! relative to a [`LockSetting`]: a whole level, whose boxes have to reach goals, or a chamber with
//! corridor squares, out of which boxes have to be pushed. The modules of this folder do not import
//! each other; what they share is here.

mod closed_diagonal;
mod crate_locks;
#[cfg(test)]
mod diagrams;
mod explain;
mod goal_locks;
mod kinds;
mod locked_squares;

use std::fmt;

use sokolab_core::{Board, Direction, GoalKind, Square, SquareSet, State};

use crate::dead_squares::goals_in_play;

pub use crate::frozen::{detect_freeze, frozen};
pub use closed_diagonal::{closed_diagonals, detect_closed_diagonal};
pub use crate_locks::{CrateLock, CrateLocks, GroupLimits, GroupMemory, crate_locks};
pub use explain::explain;
pub(crate) use explain::{Hold, said};
pub use goal_locks::{GoalLock, GoalLocks, goal_locks};
pub use kinds::{kinds, storage_kinds};
pub use locked_squares::{LockedSquares, locked_squares};

/// Why a square is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LockKind {
    /// No push off it is possible.
    Corner,
    /// The only pushes lead along a wall, from one locked square to the next.
    Wall,
    /// The board would let the box out, but the keeper cannot get behind it.
    Chokepoint,
    /// No path leads from here to a wanted square, wherever the keeper is.
    Connectivity,
}

impl LockKind {
    /// The four kinds.
    pub const ALL: [LockKind; 4] =
        [LockKind::Corner, LockKind::Wall, LockKind::Chokepoint, LockKind::Connectivity];

    /// The name used in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LockKind::Corner => "corner",
            LockKind::Wall => "wall",
            LockKind::Chokepoint => "chokepoint",
            LockKind::Connectivity => "connectivity",
        }
    }

    /// The letter used in pictures.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            LockKind::Corner => 'c',
            LockKind::Wall => 'w',
            LockKind::Chokepoint => 'k',
            LockKind::Connectivity => 'n',
        }
    }
}

impl fmt::Display for LockKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The setting for locks: a board, where boxes come from, and where they are wanted.
#[derive(Clone, Debug)]
pub struct LockSetting<'a> {
    board: &'a Board,
    goals: SquareSet,
    corridor: SquareSet,
    walls: SquareSet,
    arrivals: SquareSet,
    starts: Vec<(Square, Square)>,
}

impl<'a> LockSetting<'a> {
    /// A whole level: boxes start where they stand in `state` and are wanted on goals.
    #[must_use]
    pub fn of_level(board: &'a Board, state: &State) -> LockSetting<'a> {
        let mut arrivals = board.no_squares();
        arrivals.insert(state.keeper);
        LockSetting {
            board,
            goals: goals_in_play(board, state),
            corridor: board.no_squares(),
            walls: board.no_squares(),
            arrivals,
            starts: state.boxes.iter().map(|square| (square, state.keeper)).collect(),
        }
    }

    /// A chamber: the keeper enters from the squares of `corridor`, a box pushed onto one of them
    /// is rescued, and boxes are also wanted on goals.
    #[must_use]
    pub fn of_chamber(board: &'a Board, corridor: SquareSet) -> LockSetting<'a> {
        let mut starts = Vec::new();
        for outside in corridor.iter() {
            for direction in Direction::ORTHOGONAL {
                if let Some(inside) = board.neighbour(outside, direction)
                    && !corridor.contains(inside)
                {
                    starts.push((inside, outside));
                }
            }
        }
        LockSetting {
            board,
            goals: board.goals().clone(),
            arrivals: corridor.clone(),
            walls: board.no_squares(),
            corridor,
            starts,
        }
    }

    /// The same setting with an immovable box on `square`.
    #[must_use]
    pub fn with_wall(&self, square: Square) -> LockSetting<'a> {
        let mut setting = self.clone();
        setting.walls.insert(square);
        setting
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &'a Board {
        self.board
    }

    /// The corridor squares of a chamber; empty for a level.
    #[must_use]
    pub const fn corridor(&self) -> &SquareSet {
        &self.corridor
    }

    /// The squares where a box may stand: neither corridor nor closed.
    #[must_use]
    pub fn floor(&self) -> SquareSet {
        let mut floor = self.board.no_squares();
        floor.extend(self.board.squares());
        floor.difference(&self.corridor).difference(&self.walls)
    }

    /// Where boxes are wanted: the corridor and the goals.
    #[must_use]
    pub fn wanted(&self) -> SquareSet {
        self.corridor.union(&self.goals).difference(&self.walls)
    }

    /// Where a box disappears on arrival.
    pub(crate) fn sinks(&self) -> SquareSet {
        match self.board.rules().goal() {
            GoalKind::Sink => self.corridor.union(self.board.goals()),
            GoalKind::Keep | GoalKind::Fill => self.corridor.clone(),
        }
    }

    /// The square next to `square`, if it is open.
    pub(crate) fn beside(&self, square: Square, direction: Direction) -> Option<Square> {
        self.board.neighbour(square, direction).filter(|&it| !self.walls.contains(it))
    }

    /// The direction of the corridor, if `square` is a doorway: floor with a corridor square on one
    /// side and walls to the left and right.
    pub(crate) fn doorway(&self, square: Square) -> Option<Direction> {
        let is_wall = |direction| self.board.neighbour(square, direction).is_none();
        if self.corridor.contains(square) {
            return None;
        }
        Direction::ORTHOGONAL.into_iter().find(|&direction| {
            let outside = self.board.neighbour(square, direction);
            outside.is_some_and(|it| self.corridor.contains(it))
                && Direction::ORTHOGONAL
                    .into_iter()
                    .filter(|&it| it != direction && it != direction.opposite())
                    .all(is_wall)
        })
    }
}
