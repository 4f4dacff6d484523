//! Where goals and boxes go: anywhere, as in the paper, or apart from each other.
//!
//! If goals and boxes are placed anywhere, a box usually has a goal near it, and a larger floor
//! does not make solutions longer. If they are placed apart, the goals lie together at one end of
//! the floor and the boxes far from them.

use sokolab_core::Direction;
use sokolab_field::{Bits, Field, Place};

use crate::graph::shifted;
use crate::seed::Chance;

sokolab_core::named! {
    /// Where goals and boxes go.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Placing: "place for goals and boxes" {
        /// On any square that the areas of the paper allow.
        #[default]
        Anywhere = "anywhere",
        /// Goals together at one end of the floor, boxes on the half of the squares that are
        /// farthest from them; of several draws, the one with the highest lower bound on pushes.
        Apart = "apart",
    }
}

impl Placing {
    /// The squares of `count` goals, out of those that are allowed; there are enough of them.
    pub(super) fn goals<const N: usize>(
        self,
        field: &Field<N>,
        mut allowed: Vec<Place>,
        count: usize,
        chance: &mut Chance,
    ) -> Bits<N> {
        chance.shuffle(&mut allowed);
        if self == Placing::Apart {
            // The end of the floor that is farthest from some square of it.
            let far = Steps::from(field, &Bits::of(allowed[0]));
            let end = allowed.iter().copied().max_by_key(|&it| far.to(it)).unwrap_or(allowed[0]);
            let near = Steps::from(field, &Bits::of(end));
            allowed.sort_by_key(|&it| near.to(it));
        }
        allowed[..count].iter().copied().collect()
    }

    /// One of the squares that are allowed for the next box.
    pub(super) fn box_place<const N: usize>(
        self,
        (field, goals): (&Field<N>, &Bits<N>),
        mut allowed: Vec<Place>,
        chance: &mut Chance,
    ) -> Option<Place> {
        if self == Placing::Apart {
            let steps = Steps::from(field, goals);
            allowed.sort_by_key(|&it| std::cmp::Reverse(steps.to(it)));
            allowed.truncate(allowed.len().div_ceil(2));
        }
        chance.pick(&allowed).copied()
    }
}

/// The number of steps to each place of the floor without boxes.
struct Steps<const N: usize> {
    /// For each number of steps, the places at that distance.
    layers: Vec<Bits<N>>,
}

impl<const N: usize> Steps<N> {
    fn from(field: &Field<N>, starts: &Bits<N>) -> Steps<N> {
        let mut layers = vec![*starts];
        let mut seen = *starts;
        loop {
            let last = layers[layers.len() - 1];
            let mut next = Bits::EMPTY;
            for way in Direction::ORTHOGONAL {
                next |= shifted(&last, field.delta[way.index()]);
            }
            next &= field.floor & !seen;
            if next.is_empty() {
                return Steps { layers };
            }
            seen |= next;
            layers.push(next);
        }
    }

    /// The steps to a place; 0 if it cannot be reached.
    fn to(&self, place: Place) -> usize {
        self.layers.iter().position(|it| it.contains(place)).unwrap_or(0)
    }
}
