//! Conflicts: boxes that block each other and so cost more pushes than each of them alone.
//!
//! Take a group of boxes such that every push which brings one of them nearer to any goal is
//! blocked by another box of the group. If one of them is off the goals, one of them must move, and
//! the first that does is pushed to where it is nearer to no goal. Orthogonal pushes change the
//! parity of every distance, so each distance of that box grows by at least one: it needs at least
//! two pushes more than alone, whatever goal it ends on. Groups without a common box add up. The
//! linear conflict, two boxes in line whose only useful pushes run along that line, is the smallest
//! such group.
//!
//! Admissible for the fewest pushes if every box is needed and pushes are orthogonal.

use super::costs::Costs;
use sokolab_core::Direction;
use sokolab_field::{Bits, Field, Place};

/// The number of groups. `nodes` are the boxes' nodes in `costs`, in the order of `boxes`.
pub(crate) fn conflicts<const N: usize>(
    field: &Field<N>,
    costs: &Costs,
    boxes: &[Place],
    nodes: &[Option<usize>],
) -> u32 {
    let mut group: Bits<N> = boxes.iter().copied().collect();
    if !field.beside(&group).intersects(&group) {
        return 0;
    }
    loop {
        let mut has_changed = false;
        for (&place, &node) in boxes.iter().zip(nodes) {
            let Some(node) = node else { continue };
            if group.contains(place) && is_useful(field, costs, &group, place, node) {
                group.remove(place);
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
    let mut count = 0;
    let mut astray = group & !field.goals;
    while let Some(place) = astray.first() {
        let together = field.spread_straight(Bits::of(place), &group);
        astray &= !together;
        count += 1;
    }
    count
}

/// Whether the group leaves free some push that brings the box nearer to a goal.
#[inline]
fn is_useful<const N: usize>(
    field: &Field<N>,
    costs: &Costs,
    group: &Bits<N>,
    place: Place,
    node: usize,
) -> bool {
    let mut ways = costs.useful(node);
    while ways != 0 {
        let way = Direction::ALL[ways.trailing_zeros() as usize];
        ways &= ways - 1;
        if !group.contains(field.go(place, way)) && !group.contains(field.back(place, way)) {
            return true;
        }
    }
    false
}
