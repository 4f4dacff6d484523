//! Vicinity: the states that differ from some state of a solution by only a few boxes, wherever
//! these and the keeper stand.
//!
//! This is the vicinity search of Gouëzel (YASO, `JSoko`) turned around: states are not enumerated
//! beforehand but tested as they are reached. Each square has a row of bits, one for each state of
//! the solution, that says whether a box stands there. The boxes that a state has and a state of
//! the solution lacks are counted for 64 states of the solution at once.

use super::trace::SolutionState;
use sokolab_field::Place;

/// The bits of a counter. Beyond 63 boxes it wraps around, which only lets more states count as
/// near.
const COUNTER: usize = 6;

/// The states near a section of a solution.
#[derive(Clone, Debug)]
pub(crate) struct Vicinity {
    words: usize,
    /// By place: the states of the solution without a box there.
    missing: Vec<u64>,
    last_mask: u64,
    boxes_max: u32,
    /// For each word, how many boxes of the current state each state of the solution lacks.
    counts: Vec<[u64; COUNTER]>,
}

impl Vicinity {
    /// The states that differ from one of `spots` by at most `boxes_max` boxes.
    pub(crate) fn new<const N: usize>(spots: &[SolutionState<N>], boxes_max: u32) -> Vicinity {
        let words = spots.len().div_ceil(64);
        let mut missing = vec![u64::MAX; N * 64 * words];
        for (index, spot) in spots.iter().enumerate() {
            for place in spot.boxes.iter() {
                missing[usize::from(place) * words + index / 64] &= !(1 << (index % 64));
            }
        }
        let used = spots.len() % 64;
        let last_mask = if used == 0 { u64::MAX } else { (1 << used) - 1 };
        Vicinity { words, missing, last_mask, boxes_max, counts: vec![[0; COUNTER]; words] }
    }

    /// Counts the boxes of the current state.
    pub(crate) fn enter(&mut self, list: &[Place]) {
        for (word, count) in self.counts.iter_mut().enumerate() {
            *count = [0; COUNTER];
            for &place in list {
                add(count, self.missing[usize::from(place) * self.words + word]);
            }
        }
    }

    /// Whether the current state is near after the box at `from` is removed and, unless it
    /// vanishes, put at `to`.
    #[inline]
    pub(crate) fn has_after(&self, from: Place, to: Option<Place>) -> bool {
        for (word, count) in self.counts.iter().enumerate() {
            let mut count = *count;
            subtract(&mut count, self.missing[usize::from(from) * self.words + word]);
            if let Some(to) = to {
                add(&mut count, self.missing[usize::from(to) * self.words + word]);
            }
            let mask = if word + 1 == self.words { self.last_mask } else { u64::MAX };
            if at_most(&count, self.boxes_max) & mask != 0 {
                return true;
            }
        }
        false
    }
}

#[inline]
fn add(count: &mut [u64; COUNTER], ones: u64) {
    let mut carry = ones;
    for bit in count {
        (*bit, carry) = (*bit ^ carry, *bit & carry);
    }
}

#[inline]
fn subtract(count: &mut [u64; COUNTER], ones: u64) {
    let mut borrow = ones;
    for bit in count {
        (*bit, borrow) = (*bit ^ borrow, !*bit & borrow);
    }
}

/// The counters that are at most `most`.
#[inline]
fn at_most(count: &[u64; COUNTER], most: u32) -> u64 {
    let (mut below, mut equal) = (0, u64::MAX);
    for (index, &bit) in count.iter().enumerate().rev() {
        if most >> index & 1 == 1 {
            below |= equal & !bit;
            equal &= bit;
        } else {
            equal &= !bit;
        }
    }
    below | equal
}

#[cfg(test)]
mod tests {
    use super::{SolutionState, Vicinity};
    use sokolab_core::testing::Chance;
    use sokolab_field::Bits;

    fn random(chance: &mut Chance) -> Bits<2> {
        (0..6).map(|_| chance.below(20) as u16).collect()
    }

    #[test]
    fn nearness_equals_what_is_counted_box_by_box() {
        let mut chance = Chance::new(5);
        for _ in 0..300 {
            let spot = |chance: &mut Chance| SolutionState {
                boxes: random(chance),
                holes: Bits::EMPTY,
                keeper: 0,
            };
            let spots: Vec<SolutionState<2>> = (0..90).map(|_| spot(&mut chance)).collect();
            let spots = &spots[..=chance.below(spots.len())];
            let boxes_max = chance.below(4) as u32;
            let mut vicinity = Vicinity::new(spots, boxes_max);
            let at_hand = random(&mut chance);
            let list: Vec<u16> = at_hand.iter().collect();
            vicinity.enter(&list);
            for to in (0..20).filter(|&it| !at_hand.contains(it)) {
                let mut after = at_hand;
                after.remove(list[0]);
                after.insert(to);
                let lacks = |spot: &SolutionState<2>| (after & !spot.boxes).len() as u32;
                let slow = spots.iter().any(|it| lacks(it) <= boxes_max);
                assert_eq!(vicinity.has_after(list[0], Some(to)), slow);
            }
        }
    }
}
