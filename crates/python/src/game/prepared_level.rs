//! A level prepared to be played many times.

use sokolab::analysis::locks::detect_freeze;
use sokolab::analysis::{
    KeeperWay, PushDistances, dead_squares, detect_dead_squares, detect_matching, matching_bound,
};
use sokolab::{Board, Findings, Level, SquareSet, State, check, is_won};

/// Maximum number of entries of a table of squares by goals.
const DISTANCES_MAX: usize = 20_000_000;

/// The facts about a board that labels need.
#[derive(Debug)]
pub(crate) struct Facts {
    distances: PushDistances,
    dead: SquareSet,
}

impl Facts {
    /// The facts about a board; `None` if it is too large for tables.
    pub(crate) fn new(board: &Board) -> Option<Facts> {
        if board.square_count() * board.goals().len() > DISTANCES_MAX {
            return None;
        }
        let distances = PushDistances::new(board, KeeperWay::Walking);
        let dead = dead_squares(board, &distances);
        Some(Facts { distances, dead })
    }

    /// Whether the state is provably lost.
    pub(crate) fn is_dead(&self, board: &Board, state: &State) -> bool {
        detect_dead_squares(board, &self.distances, state).is_some()
            || detect_freeze(board, &self.dead, state).is_some()
            || detect_matching(board, &self.distances, state).is_some()
    }

    /// A lower bound on the pushes to a win; `None` if there is no win.
    pub(crate) fn pushes_left(&self, board: &Board, state: &State) -> Option<u64> {
        matching_bound(board, &self.distances, state)
    }
}

/// A square as it is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Its place in the frame of observations, counted row by row.
    pub(crate) place: u32,
    /// The ground there, as a number of `Screen`.
    pub(crate) ground: u8,
}

/// A level prepared to be played many times.
#[derive(Debug)]
pub(crate) struct PreparedLevel {
    pub(crate) board: Board,
    pub(crate) start: State,
    /// Its number among the levels, from 1; 0 for a generated level.
    pub(crate) number: u32,
    /// Whether the level starts won.
    pub(crate) starts_won: bool,
    pub(crate) facts: Option<Facts>,
    /// Its squares, by their indices.
    pub(crate) spots: Box<[Spot]>,
    /// The first observation.
    pub(crate) first: Box<[u8]>,
}

impl PreparedLevel {
    /// Prepares a level. The caller adds the drawing and the facts for labels.
    ///
    /// # Errors
    /// What makes it unplayable.
    pub(crate) fn new(level: &Level, number: u32) -> Result<PreparedLevel, Findings> {
        let (board, start) = check(level)?;
        let starts_won = is_won(&board, &start);
        let (spots, first) = (Box::default(), Box::default());
        Ok(PreparedLevel { board, start, number, starts_won, facts: None, spots, first })
    }
}
