//! Converts the pushes that a search found into the moves of a solution.

use crate::leg::{Action, Leg};
use sokolab_core::{
    Board, Direction, GoalKind, Moves, Push, Square, State, apply_push, is_won, try_push, walk,
};

use crate::problem::Problem;
use crate::prune::symmetry::Images;
use crate::space::pushes::{absorbing_stop, canonical_state};
use sokolab_field::{Bits, FieldPush, Macros, Obstacles, Place};

/// The moves that make these pushes in order, with a shortest walk before each, and end with a walk
/// to the nearest exit where the win needs one.
///
/// # Panics
/// If a push is illegal, the keeper cannot walk to it, or the final state is not won.
#[must_use]
pub fn moves_of(board: &Board, start: &State, pushes: impl IntoIterator<Item = Push>) -> Moves {
    let mut state = start.clone();
    let mut moves = Moves::new();
    for push in pushes {
        let behind = board.neighbour(push.from, push.direction.opposite());
        go(board, &state, behind.expect("the keeper stood there"), &mut moves);
        assert!(state.boxes.contains(push.from), "only a box is pushed");
        assert!(try_push(board, &state, push).is_ok(), "the push is legal");
        apply_push(board, &mut state, push);
        moves.push(push.direction);
    }
    if !is_won(board, &state) {
        let ways = board.exits().iter();
        let ways = ways.filter_map(|exit| walk(board, &state, exit).map(|way| (way.len(), exit)));
        let (_, exit) = ways.min().expect("the last state is won by walking");
        go(board, &state, exit, &mut moves);
    }
    moves
}

fn go(board: &Board, state: &State, to: Square, moves: &mut Moves) {
    let steps: Vec<Direction> = walk(board, state, to).expect("the search saw the keeper walk");
    for direction in steps {
        moves.step(direction);
    }
}

/// Whether a search merged symmetric states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mirrored {
    Merged,
    Apart,
}

/// The moves of a path that a search found.
///
/// # Panics
/// If the path does not solve the level, which is a bug in the search.
pub(crate) fn moves_along<const N: usize>(
    problem: &Problem<'_, N>,
    mirrored: Mirrored,
    way: &[Leg],
    counts_moves: bool,
) -> Moves {
    let images = match mirrored {
        Mirrored::Merged => Images::new(problem),
        Mirrored::Apart => Images::default(),
    };
    let pushes = pushes_along(problem, &images, way, counts_moves);
    moves_of(problem.board, problem.start, pushes)
}

/// The pushes of a path as they are made on the board. A node may store a symmetric image of the
/// real state; the push that leads on from it then has to be mapped back.
pub(crate) fn pushes_along<const N: usize>(
    problem: &Problem<'_, N>,
    images: &Images,
    way: &[Leg],
    counts_moves: bool,
) -> Vec<Push> {
    let (mut boxes, mut holes, mut keeper) = problem.first();
    let mut pushes = Vec::new();
    for &leg in way.iter().filter(|leg| leg.action != Action::Walk) {
        let image = if images.is_empty() {
            None
        } else {
            let walkable = if counts_moves {
                Bits::of(keeper)
            } else {
                problem.field.region(keeper, &boxes, &holes)
            };
            canonical_state(problem, images, &boxes, &holes, &walkable).1
        };
        let leg = image.map_or(leg, |image| images.get(image).undo(leg, &problem.field));
        let made = match leg.push() {
            Some(push) => vec![push],
            None => delivery_pushes(
                problem,
                Obstacles { boxes: &boxes, holes: &holes },
                leg.from,
                keeper,
            ),
        };
        for push in made {
            let to = problem.field.go(push.from, push.way);
            problem.make_push(&mut boxes, &mut holes, push.from, to);
            keeper = push.from;
            pushes.push(Push { from: problem.square(push.from), direction: push.way });
        }
    }
    pushes
}

/// The pushes of the delivery macro for the box at `from`.
fn delivery_pushes<const N: usize>(
    problem: &Problem<'_, N>,
    obstacles: Obstacles<'_, N>,
    from: Place,
    keeper: Place,
) -> Vec<FieldPush> {
    let mut macros = Macros::new();
    let wanted = match problem.field.goal_kind() {
        GoalKind::Fill => problem.required_holes(obstacles.holes, keeper),
        GoalKind::Keep | GoalKind::Sink => problem.board.goals().iter().collect(),
    };
    let wanted = wanted.into_iter().map(|it| problem.field.place(it)).collect();
    let stop = absorbing_stop(problem, &mut macros, obstacles, &wanted, from, keeper);
    macros.pushes_to(&problem.field, stop.expect("the search went that way"))
}
