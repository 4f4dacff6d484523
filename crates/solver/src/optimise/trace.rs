//! A solution in the form that the optimiser uses: its pushes and the states between them.

use sokolab_core::{Board, Direction, Moves, Push, State, apply_push};

use crate::problem::Problem;
use sokolab_field::{Bits, FieldPush, Place};

/// A state of a solution: boxes, open holes, and the keeper's place after the last push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolutionState<const N: usize> {
    pub(crate) boxes: Bits<N>,
    pub(crate) holes: Bits<N>,
    pub(crate) keeper: Place,
}

/// The pushes of a solution; `spots[t]` is the state after `t` of them.
#[derive(Clone, Debug)]
pub(crate) struct Trace<const N: usize> {
    pub(crate) pushes: Vec<FieldPush>,
    pub(crate) spots: Vec<SolutionState<N>>,
}

impl<const N: usize> Trace<N> {
    /// Follows pushes from the first state to a win; `None` if one of them is impossible or leads
    /// to a square where the searches put no box, or if the last state is not won.
    pub(crate) fn new(problem: &Problem<'_, N>, pushes: &[FieldPush]) -> Option<Trace<N>> {
        let (boxes, holes, keeper) = problem.first();
        let mut spot = SolutionState { boxes, holes, keeper };
        let mut trace = Trace { pushes: Vec::new(), spots: vec![spot] };
        let field = &problem.field;
        for &push in pushes {
            let FieldPush { from, way } = push;
            let region = field.region(spot.keeper, &spot.boxes, &spot.holes);
            let (to, behind) = (field.go(from, way), field.back(from, way));
            let is_possible = spot.boxes.contains(from)
                && region.contains(behind)
                && problem.lands.contains(to)
                && !spot.boxes.contains(to);
            if !is_possible {
                return None;
            }
            spot = spot.after(problem, push);
            trace.pushes.push(push);
            trace.spots.push(spot);
        }
        spot.is_won(problem).then_some(trace)
    }

    /// The pushes up to the first win.
    pub(crate) fn until_won(&self, problem: &Problem<'_, N>) -> &[FieldPush] {
        let won = self.spots.iter().position(|spot| spot.is_won(problem));
        &self.pushes[..won.unwrap_or(self.pushes.len())]
    }

    /// The number of pushes.
    pub(crate) fn len(&self) -> usize {
        self.pushes.len()
    }

    /// Where the keeper stands just before the push with this index.
    pub(crate) fn behind(&self, problem: &Problem<'_, N>, index: usize) -> Option<Place> {
        let push = self.pushes.get(index)?;
        Some(problem.field.back(push.from, push.way))
    }

    /// The pushes, with those from `first` up to `last` replaced by `by`.
    pub(crate) fn with(&self, first: usize, last: usize, by: &[FieldPush]) -> Vec<FieldPush> {
        let (head, tail) = (&self.pushes[..first], &self.pushes[last..]);
        head.iter().chain(by).chain(tail).copied().collect()
    }
}

impl<const N: usize> SolutionState<N> {
    /// Whether the keeper wins by walking alone.
    fn is_won(&self, problem: &Problem<'_, N>) -> bool {
        let region = problem.field.region(self.keeper, &self.boxes, &self.holes);
        problem.is_won(&self.boxes, &self.holes, &region)
    }

    /// The state after a push, which must be possible.
    pub(crate) fn after(&self, problem: &Problem<'_, N>, push: FieldPush) -> SolutionState<N> {
        let FieldPush { from, way } = push;
        let mut next = *self;
        let to = problem.field.go(from, way);
        next.keeper = from;
        problem.make_push(&mut next.boxes, &mut next.holes, from, to);
        next
    }
}

/// The pushes among moves that are known to be legal.
pub(crate) fn pushes_of(board: &Board, start: &State, moves: &Moves) -> Vec<Push> {
    let mut state = start.clone();
    let mut pushes = Vec::new();
    for it in moves.as_slice() {
        let direction: Direction = it.direction;
        let beside = board.neighbour(state.keeper, direction).expect("the moves are legal");
        if state.boxes.contains(beside) {
            let push = Push { from: beside, direction };
            apply_push(board, &mut state, push);
            pushes.push(push);
        } else {
            state.keeper = beside;
        }
    }
    pushes
}
