//! A solution as a sequence of pushes, each with the box that is pushed.

use sokolab_core::{
    Board, Direction, GoalKind, Moves, Push, Square, State, apply_push, try_push, try_step,
};

/// One push of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayedPush {
    /// Index of the box in the order of initial squares.
    pub box_index: usize,
    /// The square it is pushed from.
    pub from: Square,
    /// The square it is pushed to, where it may disappear.
    pub to: Square,
    /// Direction of the push.
    pub direction: Direction,
    /// Where the keeper stands before the push.
    pub keeper: Square,
}

/// A solution as pushes.
#[derive(Debug)]
pub struct Replay {
    /// The pushes in order.
    pub pushes: Vec<ReplayedPush>,
    /// The state before each push, and the final state.
    pub states: Vec<State>,
    /// The final square of each box, or where it disappeared.
    pub ends: Vec<Square>,
    /// The initial square of each box.
    pub starts: Vec<Square>,
}

impl Replay {
    /// Replays `moves`, which must be legal.
    pub fn new(board: &Board, start: &State, moves: &Moves) -> Replay {
        let mut state = start.clone();
        let starts: Vec<Square> = start.boxes.iter().collect();
        let mut box_at: Vec<Option<usize>> = vec![None; board.square_count()];
        for (index, square) in starts.iter().enumerate() {
            box_at[square.index()] = Some(index);
        }
        let mut replay = Replay {
            pushes: Vec::new(),
            states: vec![start.clone()],
            ends: starts.clone(),
            starts,
        };
        for one in moves.as_slice() {
            let keeper = state.keeper;
            let beside = board.neighbour(keeper, one.direction).expect("moves are legal");
            let Some(box_index) = box_at[beside.index()] else {
                state.keeper = try_step(board, &state, keeper, one.direction).unwrap_or(beside);
                continue;
            };
            let push = Push { from: beside, direction: one.direction };
            let to = try_push(board, &state, push).expect("moves are legal");
            let vanishes = match board.rules().goal() {
                GoalKind::Keep => false,
                GoalKind::Fill => state.is_open_hole(board, to),
                GoalKind::Sink => board.goals().contains(to),
            };
            apply_push(board, &mut state, push);
            box_at[beside.index()] = None;
            if !vanishes {
                box_at[to.index()] = Some(box_index);
            }
            replay.ends[box_index] = to;
            let direction = one.direction;
            replay.pushes.push(ReplayedPush { box_index, from: beside, to, direction, keeper });
            replay.states.push(state.clone());
        }
        replay
    }

    /// Number of pushes whose direction differs from the previous one.
    pub fn direction_changes(&self) -> usize {
        self.pushes.windows(2).filter(|pair| pair[0].direction != pair[1].direction).count()
    }

    /// The boxes in the order in which they are pushed, each run once.
    pub fn turns(&self) -> Vec<usize> {
        let mut turns: Vec<usize> = self.pushes.iter().map(|push| push.box_index).collect();
        turns.dedup();
        turns
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::level_in;
    use sokolab_core::{Rules, check, parse_moves};

    use super::Replay;

    #[test]
    fn boxes_keep_their_numbers_until_they_vanish() {
        let level = level_in(
            "
            --------
            |@0^0^<|
            --------",
            Rules::NETHACK,
        );
        let (board, start) = check(&level).expect("playable");
        let moves = parse_moves("RrRrr").expect("moves");
        let replay = Replay::new(&board, &start, &moves);
        assert_eq!(replay.turns(), [0, 1]);
        assert_eq!(replay.direction_changes(), 0);
        let ends: Vec<_> = replay.ends.iter().map(|&it| board.position(it).0).collect();
        assert_eq!(ends, [3, 5]);
        assert_eq!(replay.states.len(), 3);
        assert!(replay.states[2].boxes.is_empty());
    }
}
