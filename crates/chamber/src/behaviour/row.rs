//! Directed chambers in a row with a storage behind the last: what they demand together.
//!
//! Beginning at the storage, each chamber together with everything behind it becomes an annex of
//! the next one. The result is therefore exact and costs no more than describing the chambers one
//! by one. With parking, it proves that less storage is not enough; without parking, that this much
//! is.

use sokolab_core::Rules;

use super::directed::can_be_emptied;
use super::graph::TooManyStates;
use super::interface::annex;
use crate::annex::Annex;
use crate::shape::ChamberShape;
use crate::space::{BehindPort, Parking, Space};

/// A directed chamber and the initial squares of its boxes. Its first port leads to the storage.
pub type Directed<'a> = (&'a ChamberShape, u64);

/// Whether all boxes of `row`, whose first chamber is next to the goals, can leave by the second
/// port of that chamber, with an empty storage for `capacity` boxes behind the last chamber.
///
/// # Errors
/// If a chamber has more than `states_max` states, or cannot be reduced to an annex.
pub fn row_can_be_emptied(
    row: &[Directed<'_>],
    rules: Rules,
    parking: Parking,
    capacity: u8,
    states_max: usize,
) -> Result<bool, TooManyStates> {
    let boxes_max: u32 = row.iter().map(|it| it.1.count_ones()).sum();
    let mut behind = Annex::storage(capacity, 0);
    for (number, &(shape, boxes)) in row.iter().enumerate().rev() {
        if number == 0 {
            return can_be_emptied(shape, rules, parking, boxes, &behind, states_max);
        }
        let ports = shape.with_ports_swapped();
        let beyond = [BehindPort::Anything, BehindPort::Annex(behind.clone())];
        let space = Space::new(&ports, rules, parking, &beyond).with_boxes_max(boxes_max as usize);
        let start = space.state(space.played(boxes), space.outside(0));
        match annex(&space, start, states_max)? {
            Some(found) => behind = found,
            // A missing annex may have been too large, or the chamber may have no way out.
            None if can_be_emptied(shape, rules, parking, boxes, &behind, states_max)? => {
                return Err(TooManyStates(states_max));
            }
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// The smallest storage, up to `capacity_max`, with which `row` can be emptied, both with and
/// without parking; `None` if the two differ or `capacity_max` is not enough.
///
/// # Errors
/// As [`row_can_be_emptied`].
pub fn row_requirement(
    row: &[Directed<'_>],
    rules: Rules,
    capacity_max: u8,
    states_max: usize,
) -> Result<Option<u8>, TooManyStates> {
    for capacity in 0..=capacity_max {
        if row_can_be_emptied(row, rules, Parking::Allowed, capacity, states_max)? {
            let is_enough =
                row_can_be_emptied(row, rules, Parking::Forbidden, capacity, states_max)?;
            return Ok(is_enough.then_some(capacity));
        }
    }
    Ok(None)
}
