//! Feeds: chambers that start full of boxes and only give them away.

use sokolab_core::Rules;

use super::graph::{TooManyStates, before};
use crate::shape::ChamberShape;
use crate::space::{BehindPort, Parking, Space};

/// A placement of boxes that can be emptied, and the keeper's square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packing {
    /// The squares with boxes, in the numbering of the given shape.
    pub boxes: u64,
    /// A square of the keeper's region, if it has one inside.
    pub keeper: Option<u8>,
    /// The fewest box moves, including those out of the chamber, until it is empty.
    pub moves: u32,
}

/// What a chamber with one connection can feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// The largest number of boxes that can all be given away, wherever the keeper starts.
    pub inside: usize,
    /// The same if the keeper starts outside.
    pub outside: usize,
    /// For each number of boxes, the packing with the keeper outside that takes the most moves. The
    /// first is the empty chamber.
    pub hardest_outside: Vec<Packing>,
    /// The same with the keeper enclosed.
    pub hardest_inside: Vec<Option<Packing>>,
}

/// What `shape` feeds through its first port, with at most `boxes_max` boxes.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn feed(
    shape: &ChamberShape,
    rules: Rules,
    parking: Parking,
    boxes_max: usize,
    states_max: usize,
) -> Result<Feed, TooManyStates> {
    let mut beyond = vec![BehindPort::Nothing; shape.ports().len()];
    beyond[0] = BehindPort::Taker;
    feed_in(&Space::new(shape, rules, parking, &beyond).with_boxes_max(boxes_max), states_max)
}

/// What `space` feeds through those of its ports that boxes can leave by.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn feed_in(space: &Space, states_max: usize) -> Result<Feed, TooManyStates> {
    let (states, depths) = before(space, &[space.empty()], states_max)?;
    let mut hardest: [Vec<Option<Packing>>; 2] = [Vec::new(), Vec::new()];
    for (state, &moves) in states.iter().zip(&depths) {
        let is_outside = space.is_outside_open_port(state);
        let list = &mut hardest[usize::from(is_outside)];
        let count = state.boxes.count_ones() as usize;
        if list.len() <= count {
            list.resize(count + 1, None);
        }
        let inside = space.given(space.region(state));
        let keeper = (inside != 0).then(|| inside.trailing_zeros() as u8);
        let packing = Packing { boxes: space.given(state.boxes), keeper, moves };
        // Depths never decrease, so a strict comparison finds the first packing of the greatest
        // depth.
        if list[count].is_none_or(|it| it.moves < moves) {
            list[count] = Some(packing);
        }
    }
    let [inside, outside] = hardest;
    let most_outside = outside.len().saturating_sub(1);
    Ok(Feed {
        inside: most_outside.max(inside.len().saturating_sub(1)),
        outside: most_outside,
        // A subset of a packing is a packing, so every smaller number of boxes has one.
        hardest_outside: outside.into_iter().flatten().collect(),
        hardest_inside: inside,
    })
}
