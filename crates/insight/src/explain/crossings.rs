//! Where boxes of a solution come from one chamber into another.

use sokolab_analysis::{Chambers, FloorPart};
use sokolab_core::Square;

use super::names::Named;
use crate::rating::Walkthrough;

/// A box comes to another chamber than the one in which it was last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crossing {
    pub(super) box_index: usize,
    /// The chamber that it left, by its number.
    pub(super) from: usize,
    /// The chamber it comes to.
    pub(super) to: usize,
    /// The push, from 0.
    pub(super) at: usize,
}

/// The crossings between chambers worth speaking of, in order.
pub(super) fn crossings(
    walkthrough: &Walkthrough,
    chambers: &Chambers,
    named: &[Named],
) -> Vec<Crossing> {
    let chamber_of = |square: Square| match chambers.whereabouts(square) {
        FloorPart::Chamber(index) => Some(index).filter(|&it| named[it].matters()),
        FloorPart::Corridor(_) => None,
    };
    let mut last: Vec<Option<usize>> =
        walkthrough.starts.iter().map(|&it| chamber_of(it)).collect();
    let mut crossings = Vec::new();
    for (at, push) in walkthrough.pushes.iter().enumerate() {
        let box_index = push.box_index;
        let known = last[box_index];
        let Some(to) = chamber_of(push.to).filter(|&it| known != Some(it)) else { continue };
        last[box_index] = Some(to);
        crossings.extend(known.map(|from| Crossing { box_index, from, to, at }));
    }
    crossings
}
