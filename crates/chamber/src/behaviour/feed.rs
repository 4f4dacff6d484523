//! Chambers that start packed with boxes and only give them away.

use sokolab_core::Rules;

use super::graph::{TooManyStates, before};
use crate::shape::ChamberShape;
use crate::space::{Beyond, Parking, Space};

/// A placement of boxes that can be emptied, and the keeper's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packing {
    /// The squares with boxes, of the shape as it is given.
    pub boxes: u64,
    /// A square of the keeper's region, if it has one inside.
    pub keeper: Option<u8>,
    /// The fewest moves of boxes, leaving included, until the chamber is empty.
    pub moves: u32,
}

/// What a chamber with one connection can feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// The most boxes it can give away, wherever the keeper begins.
    pub inside: usize,
    /// The same with the keeper outside.
    pub outside: usize,
    /// The hardest packings with the keeper outside, by the number of boxes: those that take the
    /// most moves. The first is the empty chamber.
    pub hardest_outside: Vec<Packing>,
    /// The same with the keeper shut in.
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
    let mut beyond = vec![Beyond::Nothing; shape.ports().len()];
    beyond[0] = Beyond::Taker;
    feed_in(&Space::new(shape, rules, parking, &beyond).with_boxes_max(boxes_max), states_max)
}

/// What `space` gives away by those of its ports that boxes may leave by.
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
        // Depths never fall, so the first of the last depth is found by a strict comparison.
        if list[count].is_none_or(|it| it.moves < moves) {
            list[count] = Some(packing);
        }
    }
    let [inside, outside] = hardest;
    let most_outside = outside.len().saturating_sub(1);
    Ok(Feed {
        inside: most_outside.max(inside.len().saturating_sub(1)),
        outside: most_outside,
        // Boxes may be thought away, so that below the most there is one for each number.
        hardest_outside: outside.into_iter().flatten().collect(),
        hardest_inside: inside,
    })
}
