//! The named areas of the paper: where goals and boxes may or may not be placed.

use sokolab_core::Board;
use sokolab_core::Direction;
use sokolab_field::{Bits, Field, Place};

use crate::graph::{PullStop, macro_pulls, pull_counts, shifted};

/// `GOAL_AVOID`: floor onto which no push can end, because a box and the keeper behind it never
/// both fit in a line with it.
pub(super) fn goal_avoid<const N: usize>(field: &Field<N>) -> Bits<N> {
    let mut reachable = Bits::EMPTY;
    for &way in field.push_ways() {
        let box_before = shifted(&field.floor, field.delta[way.index()]);
        reachable |= box_before & shifted(&box_before, field.delta[way.index()]);
    }
    field.floor & !reachable
}

/// `COR_GOAL`: goals with a wall on a horizontal and on a vertical side.
pub(super) fn corner_goals<const N: usize>(field: &Field<N>, goals: &Bits<N>) -> Bits<N> {
    let is_floor = |place: Place, way: Direction| field.floor.contains(field.go(place, way));
    let is_open =
        |place: Place, way: Direction| is_floor(place, way) && is_floor(place, way.opposite());
    let is_corner = |&it: &Place| !is_open(it, Direction::Left) && !is_open(it, Direction::Up);
    goals.iter().filter(is_corner).collect()
}

/// Where a lone box can stand so that the keeper, who may start on any side of it, can push it to
/// `goal` while `walls` never move. The goal itself is included.
///
/// The union over all goals is `GOAL_RANGE`; what it excludes after some boxes have been placed is
/// `ADD_AVOID`.
pub(super) fn range_of<const N: usize>(
    (board, field): (&Board, &Field<N>),
    goal: Place,
    walls: &Bits<N>,
) -> Bits<N> {
    if walls.contains(goal) {
        return Bits::EMPTY;
    }
    let stops = stops((board, field), goal, walls);
    Bits::of(goal) | stops.iter().map(|stop| stop.place).collect()
}

/// The squares of the range of a goal on the empty floor, each with a number of pushes that takes a
/// box from there to the goal; the first of several for one square is the smallest.
pub(super) fn pushes_to<const N: usize>(
    board: (&Board, &Field<N>),
    goal: Place,
) -> impl Iterator<Item = (Place, usize)> {
    let stops = stops(board, goal, &Bits::EMPTY);
    let counts = pull_counts(&stops);
    stops.into_iter().map(|it| it.place).zip(counts)
}

fn stops<const N: usize>(
    (board, field): (&Board, &Field<N>),
    goal: Place,
    walls: &Bits<N>,
) -> Vec<PullStop> {
    let free = field.floor & !*walls;
    let beside = Direction::ORTHOGONAL.into_iter().map(|way| field.go(goal, way));
    macro_pulls((board, field), &free, goal, beside)
}
