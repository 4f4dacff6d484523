//! PI-corrals: which pushes must be considered where boxes close off a part of the floor.

use sokolab_core::{Board, Direction, GoalKind, Push, Square, SquareSet, State, region};

use crate::facts::Facts;

/// Where a corral is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A state of the level.
    State,
    /// A pattern: other boxes are removed.
    Pattern,
}

/// A valid PI-corral.
#[derive(Clone, Debug)]
pub struct Corral {
    floor: SquareSet,
    fence: SquareSet,
}

impl Corral {
    /// Whether a push must be considered.
    #[must_use]
    pub fn wants(&self, board: &Board, push: Push) -> bool {
        let to = board.neighbour(push.from, push.direction);
        self.fence.contains(push.from) && to.is_some_and(|to| self.floor.contains(to))
    }
}

/// The PI-corral that consists of the closed parts that contain `seeds`.
///
/// # Errors
/// Why it is not one. Only rules with four directions and without holes have them, and only if no
/// box is spare, which the caller knows.
pub fn pi_corral(
    facts: &Facts<'_>,
    state: &State,
    seeds: &[Square],
    setting: Setting,
) -> Result<Corral, &'static str> {
    let board = facts.board;
    if board.rules().steps().list().len() > 4 || facts.has_holes() {
        return Err("the rule set has no PI-corrals");
    }
    let region = region(board, state);
    let floor = closed_parts(board, state, &region, seeds)?;
    let mut fence = board.no_squares();
    for square in floor.iter() {
        let beside = Direction::ORTHOGONAL.iter().filter_map(|&it| board.neighbour(square, it));
        fence.extend(beside.filter(|&it| state.boxes.contains(it)));
    }
    for square in fence.iter() {
        for direction in Direction::ORTHOGONAL {
            let to = board.neighbour(square, direction);
            let behind = board.neighbour(square, direction.opposite());
            let (Some(to), Some(behind)) = (to, behind) else { continue };
            let is_lost = facts.dead_squares().contains(to) || board.dead_fields().contains(to);
            if is_lost || fence.contains(to) || fence.contains(behind) || floor.contains(behind) {
                continue;
            }
            if !floor.contains(to) {
                return Err("a box beside the corral can be pushed past it");
            }
            if !region.contains(behind) {
                return Err("the keeper cannot make every push into the corral now");
            }
        }
    }
    let is_even = state.boxes.len() == board.goals().len();
    let needs_box = setting == Setting::State
        && board.rules().goal() == GoalKind::Keep
        && is_even
        && !floor.intersection(board.goals()).is_empty();
    let must_move = match board.rules().goal() {
        GoalKind::Keep => !fence.is_subset(board.goals()),
        GoalKind::Fill | GoalKind::Sink => !fence.is_empty(),
    };
    if needs_box || must_move {
        Ok(Corral { floor, fence })
    } else {
        Err("no box beside the corral has to move")
    }
}

/// The parts of the floor without boxes and keeper that contain `seeds`.
fn closed_parts(
    board: &Board,
    state: &State,
    region: &SquareSet,
    seeds: &[Square],
) -> Result<SquareSet, &'static str> {
    let is_open = |square: Square| state.boxes.contains(square) || region.contains(square);
    if seeds.iter().any(|&it| is_open(it)) {
        return Err("the corral is not closed to the keeper");
    }
    let (mut floor, mut pending) = (board.no_squares(), seeds.to_vec());
    while let Some(square) = pending.pop() {
        if floor.insert(square) {
            let beside = Direction::ORTHOGONAL.iter().filter_map(|&it| board.neighbour(square, it));
            pending.extend(beside.filter(|&it| !is_open(it)));
        }
    }
    Ok(floor)
}
