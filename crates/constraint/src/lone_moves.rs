//! Lower bounds from a lone box: moves from the start to a square, and from a square to a goal.
//!
//! Removing the other boxes from a game leaves a game in which their pushes become steps, so both
//! numbers are lower bounds.

use std::collections::VecDeque;

use sokolab_core::{Board, Direction, Meter, Square, State, Stop};

/// The fewest moves, by square; `None` if it is impossible.
#[derive(Clone, Debug)]
pub(crate) struct LoneMoves {
    /// Until some box can stand there.
    pub(crate) from_start: Vec<Option<u32>>,
    /// From there to some goal, with the keeper in the best place.
    pub(crate) to_goal: Vec<Option<u32>>,
}

impl LoneMoves {
    /// Searches over all positions of a box and the keeper; on large boards this takes long, so it
    /// can be stopped.
    pub(crate) fn new(
        board: &Board,
        start: &State,
        meter: &mut Meter<'_>,
    ) -> Result<LoneMoves, Stop> {
        let starts: Vec<Pair> = start.boxes.iter().map(|from| (from, start.keeper)).collect();
        let ends: Vec<Pair> = board
            .goals()
            .iter()
            .flat_map(|goal| board.squares().map(move |keeper| (goal, keeper)))
            .filter(|(goal, keeper)| goal != keeper)
            .collect();
        let from_start = least(board, &flood(board, &starts, forwards, meter)?);
        let to_goal = least(board, &flood(board, &ends, backwards, meter)?);
        Ok(LoneMoves { from_start, to_goal })
    }
}

/// The minimum over all keeper positions, by square.
fn least(board: &Board, near: &[Option<u32>]) -> Vec<Option<u32>> {
    let by_square = near.chunks(board.square_count().max(1));
    by_square.map(|keepers| keepers.iter().flatten().min().copied()).collect()
}

type Pair = (Square, Square);

/// Moves from the nearest of some positions to every position, by box and keeper.
fn flood(
    board: &Board,
    from: &[Pair],
    step: fn(&Board, Pair, Direction) -> [Option<Pair>; 2],
    meter: &mut Meter<'_>,
) -> Result<Vec<Option<u32>>, Stop> {
    let count = board.square_count();
    let index = |(one, keeper): Pair| one.index() * count + keeper.index();
    let mut moves = vec![None; count * count];
    let mut pending: VecDeque<Pair> = from.iter().copied().collect();
    for &pair in from {
        moves[index(pair)] = Some(0);
    }
    while let Some(pair) = pending.pop_front() {
        meter.work(1)?;
        let next = moves[index(pair)].map(|moves| moves + 1);
        for direction in Direction::ORTHOGONAL {
            for after in step(board, pair, direction).into_iter().flatten() {
                let known = &mut moves[index(after)];
                if known.is_none() {
                    *known = next;
                    pending.push_back(after);
                }
            }
        }
    }
    Ok(moves)
}

fn forwards(board: &Board, (one, keeper): Pair, direction: Direction) -> [Option<Pair>; 2] {
    let Some(to) = board.neighbour(keeper, direction) else { return [None, None] };
    if to == one {
        [board.neighbour(one, direction).map(|beyond| (beyond, to)), None]
    } else {
        [Some((one, to)), None]
    }
}

/// Reverses a move: the keeper steps back, and may pull the box along.
fn backwards(board: &Board, (one, keeper): Pair, direction: Direction) -> [Option<Pair>; 2] {
    let Some(back) = board.neighbour(keeper, direction.opposite()) else { return [None, None] };
    if back == one {
        return [None, None];
    }
    let pulls = board.neighbour(keeper, direction) == Some(one);
    [Some((one, back)), pulls.then_some((keeper, back))]
}
