//! Learned deadlock patterns: boxes that cannot all be brought to goals when the keeper is on one
//! of certain squares.
//!
//! If a few boxes cannot be solved alone, no state that contains them can be solved with the keeper
//! in the same region: deleting the other boxes from a solution would solve the few. A pattern is
//! therefore a lemma about every state of the level.

use super::{Arrival, Detector};
use crate::contract::Contract;
use crate::problem::Problem;
use sokolab_field::Bits;

/// The most patterns that are kept; each costs a test at every push next to it.
const PATTERNS_MAX: usize = 20_000;

/// The most memory that patterns take on large boards, in bytes.
const BYTES_MAX: usize = 16 << 20;

/// The most patterns that are kept for one place.
const AT_PLACE_MAX: usize = 600;

/// The patterns, indexed by the places of their boxes.
#[derive(Clone, Debug)]
pub(crate) struct Patterns<const N: usize> {
    list: Vec<Pattern<N>>,
    /// By place, the patterns with a box there: the fold of their boxes, and their index.
    at: Vec<Vec<(u64, u32)>>,
}

#[derive(Clone, Copy, Debug)]
struct Pattern<const N: usize> {
    boxes: Bits<N>,
    keepers: Bits<N>,
}

impl<const N: usize> Patterns<N> {
    pub(crate) fn new() -> Patterns<N> {
        Patterns { list: Vec::new(), at: vec![Vec::new(); N * 64] }
    }

    /// Learns that `boxes` are dead with the keeper on any of `keepers`.
    pub(crate) fn learn(&mut self, boxes: Bits<N>, keepers: Bits<N>) {
        let is_full = boxes.iter().any(|it| self.at[usize::from(it)].len() >= AT_PLACE_MAX);
        let most = PATTERNS_MAX.min(BYTES_MAX / size_of::<Pattern<N>>());
        if is_full || self.list.len() >= most {
            return;
        }
        let entry = (boxes.fold(), self.list.len() as u32);
        for place in boxes.iter() {
            self.at[usize::from(place)].push(entry);
        }
        self.list.push(Pattern { boxes, keepers });
    }

    /// Whether a pattern that includes the box that has arrived proves a state dead.
    #[inline]
    pub(crate) fn proves(&self, arrival: Arrival<'_, N>) -> bool {
        let absent = !arrival.boxes.fold();
        self.at[usize::from(arrival.to)].iter().any(|&(fold, index)| {
            fold & absent == 0 && {
                let pattern = &self.list[index as usize];
                pattern.boxes.is_subset(arrival.boxes) && pattern.keepers.contains(arrival.keeper)
            }
        })
    }

    /// The number of patterns.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Boxes and keeper squares of the patterns learned after the first `count`.
    pub(crate) fn since(&self, count: usize) -> impl Iterator<Item = (Bits<N>, Bits<N>)> + '_ {
        self.list[count..].iter().map(|pattern| (pattern.boxes, pattern.keepers))
    }

    /// Lets each of several learners take over the patterns that the others have learned since the
    /// last exchange. Each has its number of patterns after that exchange beside it.
    pub(crate) fn exchange(learners: &mut [(&mut Patterns<N>, &mut usize)]) {
        let news: Vec<Vec<_>> = learners.iter().map(|it| it.0.since(*it.1).collect()).collect();
        for (index, (patterns, told)) in learners.iter_mut().enumerate() {
            let of_others = news.iter().enumerate().filter(|(other, _)| *other != index);
            for &(boxes, keepers) in of_others.flat_map(|(_, news)| news) {
                patterns.learn(boxes, keepers);
            }
            **told = patterns.len();
        }
    }
}

impl<const N: usize> Detector<N> for Patterns<N> {
    const CONTRACT: Contract = Contract::CLASSICAL_PROOF;

    type Question<'a> = Arrival<'a, N>;

    fn is_dead(&mut self, _: &Problem<'_, N>, arrival: Arrival<'_, N>) -> bool {
        self.proves(arrival)
    }

    fn bytes(&self) -> u64 {
        let entries = self.list.len() * 8 * 16 + self.at.len() * size_of::<Vec<u32>>();
        (self.list.capacity() * size_of::<Pattern<N>>() + entries) as u64
    }
}
