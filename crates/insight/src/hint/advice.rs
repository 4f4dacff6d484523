//! A hint: the advice from a solution, limited to a rung of the ladder.

use sokolab_core::{Board, GoalKind, MoveKind, Moves, Push, Square, State, apply_push, is_won};
use sokolab_solver::moves_of;

use super::rung::Rung;

/// What is left to do in a solvable state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemainingWork {
    /// Boxes must be pushed.
    Pushes,
    /// The keeper only has to walk to an exit.
    Walk,
    /// Nothing: the state is won.
    Nothing,
}

/// The next push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextPush {
    /// The push.
    pub push: Push,
    /// The walk to the box, and the push as the last move.
    pub moves: Moves,
}

/// Advice on a solvable state. It contains only what its rung allows, so nothing else can leak.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    rung: Rung,
    left: RemainingWork,
    is_fewest: bool,
    from: Option<Square>,
    target: Option<Square>,
    push: Option<NextPush>,
    rest: Option<Moves>,
}

impl Hint {
    /// The advice from pushes that win from `state`, up to `rung`.
    pub(super) fn new(
        (board, state): (&Board, &State),
        pushes: &[Push],
        is_fewest: bool,
        rung: Rung,
    ) -> Hint {
        let asks_for_moves = rung >= Rung::Push;
        let moves = asks_for_moves.then(|| moves_of(board, state, pushes.iter().copied()));
        let left = match pushes {
            [] if is_won(board, state) => RemainingWork::Nothing,
            [] => RemainingWork::Walk,
            _ => RemainingWork::Pushes,
        };
        let first = pushes.first().copied();
        let up_to = |wanted: Rung| first.filter(|_| rung >= wanted);
        Hint {
            rung,
            left,
            is_fewest,
            from: up_to(Rung::Box).map(|it| it.from),
            target: up_to(Rung::Target).map(|_| run_end(board, state, pushes)),
            push: first
                .zip(moves.as_ref())
                .map(|(push, moves)| NextPush { push, moves: up_to_push(moves) }),
            rest: moves.filter(|_| rung >= Rung::Rest),
        }
    }

    /// How much it reveals.
    #[must_use]
    pub const fn rung(&self) -> Rung {
        self.rung
    }

    /// What is left to do.
    #[must_use]
    pub const fn left(&self) -> RemainingWork {
        self.left
    }

    /// Whether the solution it follows is proved to have the fewest pushes from here.
    #[must_use]
    pub const fn is_fewest(&self) -> bool {
        self.is_fewest
    }

    /// The box to push next; `None` below the rung `Box`, or if no push is left.
    #[must_use]
    pub const fn box_square(&self) -> Option<Square> {
        self.from
    }

    /// The square where that box stops, or disappears, before another box is pushed; `None` below
    /// the rung `Target`, or if no push is left.
    #[must_use]
    pub const fn target(&self) -> Option<Square> {
        self.target
    }

    /// The next push; `None` below the rung `Push`, or if no push is left.
    #[must_use]
    pub const fn push(&self) -> Option<&NextPush> {
        self.push.as_ref()
    }

    /// All moves from here to the end, including the next push; `None` below the rung `Rest`.
    #[must_use]
    pub const fn rest(&self) -> Option<&Moves> {
        self.rest.as_ref()
    }
}

/// The square that the first box reaches before another box is pushed.
fn run_end(board: &Board, state: &State, pushes: &[Push]) -> Square {
    let mut now = state.clone();
    let mut at = pushes[0].from;
    for push in pushes {
        if push.from != at {
            break;
        }
        at = board.neighbour(push.from, push.direction).expect("a legal push stays on the floor");
        apply_push(board, &mut now, *push);
        let is_gone = board.rules().goal() != GoalKind::Keep && !now.boxes.contains(at);
        if is_gone {
            break;
        }
    }
    at
}

/// The moves up to and including the first push.
fn up_to_push(moves: &Moves) -> Moves {
    let is_push = |kind: MoveKind| kind == MoveKind::Push;
    let end = moves.as_slice().iter().position(|it| is_push(it.kind));
    moves.as_slice().iter().take(end.map_or(0, |it| it + 1)).copied().collect()
}
