//! Counts the boxes that a part can never hand over.
//!
//! The rest of the board is assumed to be as helpful as possible: every exit is free, and the
//! keeper can walk from each to every other. Then a box that can leave while no other box moves may
//! leave at once, because the keeper can take the same steps without it. The remaining boxes are
//! explored step by step.

use std::collections::HashSet;

use super::part::{Interface, Part, PartState, places};
use crate::by_chamber::state_counter::{Halt, StateCounter};

/// The largest number of explored states; a part with more is assumed to hand over all its boxes.
const STATES_MAX: usize = 400;

/// The interface of a part to a surrounding board that never obstructs anything.
pub(super) fn helpful(part: &Part) -> Interface {
    let rim = part.rim_places();
    Interface { joined: vec![rim; part.rim().len()], closed: 0, boxes: 0 }
}

/// How many boxes of `state` cannot leave the part, whatever happens elsewhere, as far as a few
/// states show.
pub(super) fn kept(
    part: &Part,
    interface: &Interface,
    state: PartState,
    counter: &mut StateCounter<'_, '_>,
) -> Result<u32, Halt> {
    let mut least = state.boxes.count_ones();
    let mut pending = vec![state];
    let mut seen = HashSet::from([state]);
    let mut at = 0;
    while at < pending.len() && least > 0 {
        if at == STATES_MAX {
            return Ok(0);
        }
        counter.count(|| 0)?;
        let state = pending[at];
        at += 1;
        least = least.min(state.boxes.count_ones());
        let trails: Vec<_> =
            places(state.boxes).map(|from| (from, part.trail(interface, state, from))).collect();
        let leaver = trails.iter().find_map(|(from, it)| Some((*from, it, *it.ends.first()?)));
        if let Some((from, trail, end)) = leaver {
            let boxes = state.boxes & !(1 << from);
            let keeper = trail.last_place(end);
            let left = part.normalized(interface, PartState { boxes, keeper, ..state });
            if seen.insert(left) {
                pending.push(left);
                least = least.min(boxes.count_ones());
            }
            continue;
        }
        for (_, trail) in &trails {
            pending.extend(trail.rests(state).map(|it| it.1).filter(|&it| seen.insert(it)));
        }
    }
    Ok(least)
}
