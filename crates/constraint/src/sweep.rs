//! What every technique needs to know about a level before it begins.

use sokolab_analysis::{KeeperWay, PushDistances, dead_squares, matching_bound};
use sokolab_core::{Direction, SquareSet, is_won};

use crate::task::{Answer, Heuristic, Task, Way};

/// The level, looked at.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) distances: PushDistances,
    /// Squares that no box may be pushed onto, if that is to be heeded.
    pub(crate) shut: SquareSet,
    /// The least number of pushes.
    pub(crate) pushes_min: u32,
}

/// Looks at a level; answers if that settles it.
pub(crate) fn ready(task: &Task<'_>) -> Result<Ready, Answer> {
    let (board, start) = (task.board, task.start);
    if is_won(board, start) {
        return Err(Answer::Solved { way: Way::Pushes(Vec::new()), is_fewest: true });
    }
    let mut ways = Direction::ORTHOGONAL.into_iter();
    if !ways.any(|way| board.neighbour(start.keeper, way).is_some()) {
        return Err(Answer::Unsolvable);
    }
    let distances = PushDistances::new(board, KeeperWay::Walking);
    let Some(pushes_min) = matching_bound(board, &distances, start) else {
        return Err(Answer::Unsolvable);
    };
    let shut = if task.without.keeps(Heuristic::DeadSquares) {
        dead_squares(board, &distances)
    } else {
        board.no_squares()
    };
    let pushes_min = u32::try_from(pushes_min).unwrap_or(u32::MAX);
    if let Some(horizon) = task.horizon
        && task.technique.has_horizon()
        && horizon < pushes_min
    {
        return Err(Answer::NoSolutionUpTo(horizon));
    }
    Ok(Ready { distances, shut, pushes_min })
}
