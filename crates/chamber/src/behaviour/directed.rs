//! Directed chambers: how much storage a chamber demands before it lets boxes pass.

use std::collections::{BTreeSet, VecDeque};

use sokolab_core::Rules;

use super::graph::{ChamberGraph, TooManyStates};
use crate::annex::Annex;
use crate::shape::ChamberShape;
use crate::space::{BehindPort, ChamberState, Parking, Space};

/// Whether a chamber that starts with `boxes`, with the keeper outside its second port, can be
/// emptied by that port, with `annex` behind the first. `boxes` are squares of the given shape.
///
/// `boxes` are squares of the shape as it is given.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn can_be_emptied(
    shape: &ChamberShape,
    rules: Rules,
    parking: Parking,
    boxes: u64,
    annex: &Annex,
    states_max: usize,
) -> Result<bool, TooManyStates> {
    let beyond = [BehindPort::Annex(annex.clone()), BehindPort::Taker];
    let space = Space::new(shape, rules, parking, &beyond);
    let start = space.state(space.played(boxes), space.outside(1));
    let graph = ChamberGraph::forwards(&space, &[start], states_max)?;
    Ok(graph.states.iter().any(|it| it.boxes == 0 && space.annexes_are_empty(it)))
}

/// The smallest capacity of an empty storage behind the first port with which the chamber can be
/// emptied by the second; `None` if `capacity_max` is not enough.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn requirement(
    shape: &ChamberShape,
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

/// The initial boxes of a chamber with two connections, and the storage that they demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DirectedStart {
    /// The squares with boxes, in the numbering of the given shape.
    pub boxes: u64,
    /// The smallest capacity of an empty storage behind the first port with which the chamber can
    /// be emptied.
    pub requirement: u8,
    /// The number of box moves, as far as a search for the smallest storage determines it.
    pub moves: u32,
}

/// Limits on the search for the starts of a directed chamber.
#[derive(Clone, Copy, Debug)]
pub struct DirectedLimits {
    /// Maximum number of boxes in the chamber.
    pub boxes_max: usize,
    /// Maximum capacity of the storage behind it.
    pub capacity_max: u8,
    /// Maximum number of states.
    pub states_max: usize,
}

/// All placements of at most `boxes_max` boxes that can be emptied by the second port with an empty
/// storage for at most `capacity_max` boxes behind the first, if the keeper can walk from port to
/// port.
///
/// A single backward search from the empty chamber finds all of them, those that demand the least
/// storage first.
///
/// # Errors
/// If there are more than `limits.states_max` states.
pub fn directed_starts(
    shape: &ChamberShape,
    rules: Rules,
    parking: Parking,
    limits: DirectedLimits,
) -> Result<Vec<DirectedStart>, TooManyStates> {
    let DirectedLimits { boxes_max, capacity_max, states_max } = limits;
    let beyond = [BehindPort::Annex(Annex::storage(capacity_max, 0)), BehindPort::Taker];
    let space = Space::new(shape, rules, parking, &beyond).with_boxes_max(boxes_max);
    let mut known: BTreeSet<ChamberState> = BTreeSet::new();
    let mut queues = vec![VecDeque::new(); usize::from(capacity_max) + 1];
    let mut starts = Vec::new();
    queues[0].push_back((space.state(0, space.outside(1)), 0));
    for demand in 0..=capacity_max {
        while let Some((state, moves)) = queues[usize::from(demand)].pop_front() {
            if !known.insert(state) {
                continue;
            }
            if known.len() > states_max {
                return Err(TooManyStates(states_max));
            }
            if state.annexes[0] == 0 && space.is_passable(&state) {
                let boxes = space.given(state.boxes);
                starts.push(DirectedStart { boxes, requirement: demand, moves });
            }
            space.predecessors(&state, &mut |before| {
                let total = before.boxes.count_ones() as usize + usize::from(before.annexes[0]);
                if total <= boxes_max && !known.contains(&before) {
                    let demand = demand.max(before.annexes[0]);
                    queues[usize::from(demand)].push_back((before, moves + 1));
                }
            });
        }
    }
    Ok(starts)
}

/// The capacity of chamber and storage together, starting from `boxes`: the largest number of boxes
/// that they can hold and give back through the second port.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn joint_capacity(
    shape: &ChamberShape,
    rules: Rules,
    parking: Parking,
    boxes: u64,
    capacity: u8,
    states_max: usize,
) -> Result<Option<usize>, TooManyStates> {
    let beyond = [BehindPort::Annex(Annex::storage(capacity, 0)), BehindPort::Anything];
    held(&Space::new(shape, rules, parking, &beyond), boxes, states_max)
}

/// Whether a chamber that starts with `boxes`, together with a storage for `capacity` boxes behind
/// its first port, holds no more than the storage alone: a box that enters by the second port must
/// go on to the storage, and so must the chamber's own boxes. The demands of strict chambers in a
/// row add up.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn is_strict(
    shape: &ChamberShape,
    rules: Rules,
    boxes: u64,
    capacity: u8,
    states_max: usize,
) -> Result<bool, TooManyStates> {
    let beyond = [BehindPort::Annex(Annex::storage(capacity, 0)), BehindPort::Anything];
    let space = Space::new(shape, rules, Parking::Allowed, &beyond);
    // A pair that can hold more than this can also hold exactly one more: other boxes can be
    // ignored.
    let space = space.with_boxes_max(usize::from(capacity) + 1);
    Ok(held(&space, boxes, states_max)? == Some(usize::from(capacity)))
}

/// Whether a chamber that starts with `boxes` demands its storage in addition to the demands of
/// other chambers: with two foreign boxes stored behind its first port, and one place fewer than it
/// demands, it cannot be emptied, even if the foreign boxes come out.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn is_firm(
    shape: &ChamberShape,
    rules: Rules,
    boxes: u64,
    requirement: u8,
    states_max: usize,
) -> Result<bool, TooManyStates> {
    const OTHERS: u8 = 2;
    let Some(places) = requirement.checked_sub(1) else { return Ok(false) };
    let annex = Annex::storage(OTHERS + places, OTHERS);
    Ok(!can_be_emptied(shape, rules, Parking::Allowed, boxes, &annex, states_max)?)
}

/// The largest number of boxes inside and behind the first port from which all can still be given
/// back, with the keeper outside the second port.
fn held(space: &Space, boxes: u64, states_max: usize) -> Result<Option<usize>, TooManyStates> {
    let start = space.state(space.played(boxes), space.outside(1));
    let graph = ChamberGraph::forwards(space, &[start], states_max)?;
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
