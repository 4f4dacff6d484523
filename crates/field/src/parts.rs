//! Connectivity: the parts into which boxes divide the floor.

use crate::bits::Bits;
use crate::field::{Field, Place};

/// The connected parts of the floor between the boxes of a state.
#[derive(Clone, Debug)]
pub struct Parts<const N: usize> {
    list: Vec<Bits<N>>,
}

impl<const N: usize> Parts<N> {
    /// The parts into which `boxes` divide the floor.
    pub fn new(field: &Field<N>, boxes: &Bits<N>) -> Parts<N> {
        Parts::beside_holes(field, boxes, &Bits::EMPTY)
    }

    /// The parts into which boxes and open holes divide the floor.
    pub fn beside_holes(field: &Field<N>, boxes: &Bits<N>, holes: &Bits<N>) -> Parts<N> {
        let open = field.floor & !*boxes;
        let mut rest = open & !*holes;
        let free = rest;
        let mut list = Vec::new();
        while let Some(place) = rest.first() {
            let part = field.spread(Bits::of(place), &free, &open);
            rest &= !part;
            list.push(part);
        }
        Parts { list }
    }

    /// The number of parts.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The lowest place of each part.
    pub fn firsts(&self) -> Vec<Place> {
        self.list.iter().filter_map(Bits::first).collect()
    }

    /// The part that contains `place`, or `None` if it is not free floor.
    pub fn around(&self, place: Place) -> Option<&Bits<N>> {
        self.list.iter().find(|part| part.contains(place))
    }

    /// The parts that do not contain the keeper.
    pub fn without(&self, keeper: Place) -> Vec<Bits<N>> {
        self.list.iter().filter(|part| !part.contains(keeper)).copied().collect()
    }

    /// The number of parts that are not adjacent to `place` along rows and columns.
    pub fn away_from(&self, field: &Field<N>, place: Place) -> usize {
        let beside = field.beside(&Bits::of(place));
        self.list.iter().filter(|part| !part.intersects(&beside)).count()
    }
}
