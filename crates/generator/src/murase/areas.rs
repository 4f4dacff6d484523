//! The named areas of the paper: where goals and boxes may not, or may, be put.

use sokolab_solver::field::{Bits, Field, Place};

use crate::graph::shifted;

/// `GOAL_AVOID`: floor onto which no push can end, because a box and the keeper behind it never
/// both fit in a line with it.
pub(super) fn goal_avoid<const N: usize>(field: &Field<N>) -> Bits<N> {
    let mut reachable = Bits::EMPTY;
    for way in 0..field.push_ways() {
        let box_before = shifted(&field.floor, field.delta[way]);
        reachable |= box_before & shifted(&box_before, field.delta[way]);
    }
    field.floor & !reachable
}

/// `COR_GOAL`: goals with a wall on a horizontal and on a vertical side.
pub(super) fn corner_goals<const N: usize>(field: &Field<N>, goals: &Bits<N>) -> Bits<N> {
    let is_floor = |place: Place, way: usize| field.floor.contains(field.go(place, way));
    let is_open =
        |place: Place, one: usize, other: usize| is_floor(place, one) && is_floor(place, other);
    // Left, up, right, down.
    goals.iter().filter(|&it| !is_open(it, 0, 2) && !is_open(it, 1, 3)).collect()
}

/// Where a lone box can stand so that the keeper, who may begin on any side of it, can push it to
/// `goal` while `walls` never move. The goal itself is part of it.
///
/// Joined over all goals this is `GOAL_RANGE`; what it leaves out after some boxes have been put
/// down is `ADD_AVOID`.
pub(super) fn range_of<const N: usize>(field: &Field<N>, goal: Place, walls: &Bits<N>) -> Bits<N> {
    let mut range = Bits::EMPTY;
    if walls.contains(goal) {
        return range;
    }
    range.insert(goal);
    let free = field.floor & !*walls;
    // By place of the box: where the keeper has been already.
    let mut seen = vec![Bits::EMPTY; field.floor.len()];
    let mut pending = Vec::new();
    for way in 0..4 {
        let keeper = field.go(goal, way);
        visit(field, &free, (goal, keeper), &mut seen, &mut pending);
    }
    while let Some((place, region)) = pending.pop() {
        for way in 0..field.push_ways() {
            let from = field.back(place, way);
            let behind = field.back(from, way);
            if region.contains(from) && free.contains(behind) {
                range.insert(from);
                visit(field, &free, (from, behind), &mut seen, &mut pending);
            }
        }
    }
    range
}

/// Notes a box with a keeper somewhere, unless the keeper has been in that part of the floor.
fn visit<const N: usize>(
    field: &Field<N>,
    free: &Bits<N>,
    (place, keeper): (Place, Place),
    seen: &mut [Bits<N>],
    pending: &mut Vec<(Place, Bits<N>)>,
) {
    let seen = &mut seen[field.square_index(place)];
    if !free.contains(keeper) || seen.contains(keeper) {
        return;
    }
    let mut open = *free;
    open.remove(place);
    let region = field.spread(Bits::of(keeper), &open, &open);
    *seen |= region;
    pending.push((place, region));
}
