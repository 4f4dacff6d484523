//! Chambers that hand boxes to a storage before they let any pass: how much storage they demand.

use sokolab_core::Rules;

use super::annex::Annex;
use super::graph::{Graph, TooManyStates};
use super::shape::Shape;
use super::space::{Beyond, Parking, Space};

/// Whether a chamber that begins with `boxes` and the keeper outside its second port can be
/// emptied by that port, with `annex` behind the first.
///
/// `boxes` are squares of the shape as it is given.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn can_be_emptied(
    shape: &Shape,
    rules: Rules,
    parking: Parking,
    boxes: u64,
    annex: &Annex,
    states_max: usize,
) -> Result<bool, TooManyStates> {
    let beyond = [Beyond::Annex(annex.clone()), Beyond::Taker];
    let space = Space::new(shape, rules, parking, &beyond);
    let start = space.state(space.played(boxes), space.outside(1));
    let graph = Graph::forwards(&space, &[start], states_max)?;
    Ok(graph.states.iter().any(|it| it.boxes == 0 && space.annexes_are_empty(it)))
}

/// The least capacity of an empty storage behind the first port with which the chamber can be
/// emptied by the second; `None` if `capacity_max` is not enough.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn requirement(
    shape: &Shape,
    rules: Rules,
    parking: Parking,
    boxes: u64,
    capacity_max: u8,
    states_max: usize,
) -> Result<Option<u8>, TooManyStates> {
    for capacity in 0..=capacity_max {
        let annex = Annex::storage(capacity, 0);
        if can_be_emptied(shape, rules, parking, boxes, &annex, states_max)? {
            return Ok(Some(capacity));
        }
    }
    Ok(None)
}

/// The most boxes that chamber and storage together can hold and give back through the second
/// port: the capacity of the two as one, from `boxes` on.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn joint_capacity(
    shape: &Shape,
    rules: Rules,
    parking: Parking,
    boxes: u64,
    capacity: u8,
    states_max: usize,
) -> Result<Option<usize>, TooManyStates> {
    let beyond = [Beyond::Annex(Annex::storage(capacity, 0)), Beyond::Anything];
    let space = Space::new(shape, rules, parking, &beyond);
    let start = space.state(space.played(boxes), space.outside(1));
    let graph = Graph::forwards(&space, &[start], states_max)?;
    let is_empty = |it: usize| {
        let state = &graph.states[it];
        state.boxes == 0 && space.annexes_are_empty(state)
    };
    let live = graph.backwards((0..graph.states.len()).filter(|&it| is_empty(it)), |_| true);
    if !live[0] {
        return Ok(None);
    }
    let outside = (0..live.len())
        .filter(|&it| live[it] && space.is_outside(space.region(&graph.states[it]), 1));
    Ok(outside.map(|it| graph.box_count(it) + usize::from(graph.states[it].annexes[0])).max())
}
