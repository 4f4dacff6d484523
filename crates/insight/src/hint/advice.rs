//! A hint: what a solution advises, cut off at a rung of the ladder.

use sokolab_core::{Board, GoalKind, MoveKind, Moves, Push, Square, State, apply_push};
use sokolab_solver::moves_of;

use super::rung::Rung;

/// What is left to do in a state that can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Left {
    /// Boxes have to be pushed.
    Pushes,
    /// The keeper has only to walk to an exit.
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

/// What is said about a state that can be solved. It holds what its rung allows and no more, so
/// nothing else can leak from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    rung: Rung,
    left: Left,
    is_fewest: bool,
    from: Option<Square>,
    target: Option<Square>,
    push: Option<NextPush>,
    rest: Option<Moves>,
}

impl Hint {
    /// What pushes that win from `state` advise, up to `rung`.
    pub(super) fn new(
        (board, state): (&Board, &State),
        pushes: &[Push],
        is_fewest: bool,
        rung: Rung,
    ) -> Hint {
        let moves = moves_of(board, state, pushes.iter().copied());
        let left = match (pushes, moves.is_empty()) {
            ([], true) => Left::Nothing,
            ([], false) => Left::Walk,
            _ => Left::Pushes,
        };
        let first = pushes.first().copied();
        let up_to = |wanted: Rung| first.filter(|_| rung >= wanted);
        Hint {
            rung,
            left,
            is_fewest,
            from: up_to(Rung::Box).map(|it| it.from),
            target: up_to(Rung::Target).map(|_| run_end(board, state, pushes)),
            push: up_to(Rung::Push).map(|push| NextPush { push, moves: up_to_push(&moves) }),
            rest: (rung >= Rung::Rest).then_some(moves),
        }
    }

    /// How much it says.
    #[must_use]
    pub const fn rung(&self) -> Rung {
        self.rung
    }

    /// What is left to do.
    #[must_use]
    pub const fn left(&self) -> Left {
        self.left
    }

    /// Whether it is proved that no solution from here has fewer pushes than the one it follows.
    #[must_use]
    pub const fn is_fewest(&self) -> bool {
        self.is_fewest
    }

    /// The box to push next; `None` below the rung `Box`, or if no push is left.
    #[must_use]
    pub const fn box_square(&self) -> Option<Square> {
        self.from
    }

    /// Where that box stands, or vanishes, before another one is pushed; `None` below the rung
    /// `Target`, or if no push is left.
    #[must_use]
    pub const fn target(&self) -> Option<Square> {
        self.target
    }

    /// The next push; `None` below the rung `Push`, or if no push is left.
    #[must_use]
    pub const fn push(&self) -> Option<&NextPush> {
        self.push.as_ref()
    }

    /// All moves from here to the end, the next push among them; `None` below the rung `Rest`.
    #[must_use]
    pub const fn rest(&self) -> Option<&Moves> {
        self.rest.as_ref()
    }
}

/// Where the first box comes to before another one is pushed.
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

/// The moves up to the first push, which is the last of them.
fn up_to_push(moves: &Moves) -> Moves {
    let is_push = |kind: MoveKind| kind == MoveKind::Push;
    let end = moves.as_slice().iter().position(|it| is_push(it.kind));
    moves.as_slice().iter().take(end.map_or(0, |it| it + 1)).copied().collect()
}
