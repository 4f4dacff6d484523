//! Corral search: searches the boxes around a corral with nothing else on the board.
//!
//! If these boxes can neither open the corral nor all be brought to goals, the whole state is dead.
//! Verdicts are cached, and an undecided corral is searched again with more effort once it has been
//! asked about often. Boxes are dropped from a refuted set one by one as long as it stays refuted;
//! the rest is learned as a deadlock pattern.

use super::Detector;
use super::box_subset::{BoxSubset, SubsetPush, subset_pushes};
use super::patterns::Patterns;
use crate::contract::Contract;
use crate::memory::hash::{FixedMap, FixedSet};
use crate::problem::Problem;
use sokolab_field::{Bits, Field, Obstacles};

/// Nodes that the first search of a corral may expand.
const FIRST_EFFORT: u32 = 60;

/// Number of questions about an undecided corral after which it is searched again.
const FIRST_REPEAT: u32 = 128;

/// The most nodes that any one search may expand.
const LAST_EFFORT: u32 = 4_096;

/// The most verdicts that are cached.
const VERDICTS_MAX: usize = 1 << 18;

/// Verdicts and search may take at most one part in this many of the memory.
const SHARE: u64 = 8;

/// Corrals with more boxes are not searched.
const BOXES_MAX: usize = 14;

/// What is known about a set of boxes with the keeper in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CorralVerdict {
    Dead,
    Alive,
    /// Undecided, with the number of times it has been asked about.
    Unknown(u32),
}

/// Nodes that may be spent before the detector has to pay for itself.
const FIRST_CREDIT: i64 = 2_000;
/// The credit added by each question and by each proof.
const CREDIT_OF_LOOK: i64 = 1;
const CREDIT_OF_PROOF: i64 = 32;

/// The detector, with its cache of verdicts.
#[derive(Debug)]
pub(crate) struct Corrals<const N: usize> {
    verdicts: FixedMap<BoxSubset<N>, CorralVerdict>,
    seen: FixedSet<BoxSubset<N>>,
    /// Boxes and the keeper's region.
    queue: Vec<(Bits<N>, Bits<N>)>,
    pub(crate) nodes: u64,
    /// Nodes that may still be expanded. Searches use it up; questions and proofs renew it.
    credit: i64,
    /// Traversals of the board that the current question may still take.
    walks: u32,
}

impl<const N: usize> Corrals<N> {
    pub(crate) fn new() -> Corrals<N> {
        let (verdicts, seen) = (FixedMap::default(), FixedSet::default());
        Corrals { verdicts, seen, queue: Vec::new(), nodes: 0, credit: FIRST_CREDIT, walks: 0 }
    }

    /// Whether the detector stays within its share of the memory.
    fn has_room(&self, problem: &Problem<'_, N>) -> bool {
        self.bytes() <= problem.bytes_max / SHARE
    }

    fn is_zone_dead(
        &mut self,
        problem: &Problem<'_, N>,
        patterns: &mut Patterns<N>,
        zone: &Bits<N>,
        all: BoxSubset<N>,
    ) -> bool {
        let field = &problem.field;
        let near = field.beside(zone) | field.beside(&field.beside(zone));
        let few = near & all.boxes;
        if few.len() > BOXES_MAX || few.is_subset(&field.goals) {
            return false;
        }
        let region = field.region(all.keeper, &few, &Bits::EMPTY);
        if zone.is_subset(&region) {
            return false;
        }
        let start = BoxSubset::in_region(few, &region, all.keeper);
        let effort = match self.verdicts.get_mut(&start) {
            Some(CorralVerdict::Dead) => return true,
            Some(CorralVerdict::Alive) => return false,
            Some(CorralVerdict::Unknown(asked)) => {
                *asked += 1;
                if !asked.is_power_of_two() || *asked < FIRST_REPEAT {
                    return false;
                }
                (*asked).min(LAST_EFFORT)
            }
            None if self.credit <= 0 => return false,
            None => FIRST_EFFORT,
        };
        let verdict = self.search(problem, patterns, start, zone, effort);
        let is_new = verdict != CorralVerdict::Unknown(1) || effort == FIRST_EFFORT;
        if is_new && self.verdicts.len() < VERDICTS_MAX && self.has_room(problem) {
            self.verdicts.insert(start, verdict);
        }
        if verdict == CorralVerdict::Dead {
            self.distil(problem, patterns, start, zone, effort.max(FIRST_EFFORT) * 2);
        }
        verdict == CorralVerdict::Dead
    }

    /// Drops boxes as long as the rest stays dead, and learns the rest as a pattern.
    fn distil(
        &mut self,
        problem: &Problem<'_, N>,
        patterns: &mut Patterns<N>,
        start: BoxSubset<N>,
        zone: &Bits<N>,
        effort: u32,
    ) {
        let field = &problem.field;
        let mut few = start;
        for place in start.boxes.iter() {
            let mut fewer = few;
            fewer.boxes.remove(place);
            let region = fewer.region(field);
            let fewer = BoxSubset::in_region(fewer.boxes, &region, few.keeper);
            if !zone.is_subset(&region)
                && !fewer.boxes.is_subset(&field.goals)
                && self.search(problem, patterns, fewer, zone, effort) == CorralVerdict::Dead
            {
                few = fewer;
            }
        }
        patterns.learn(few.boxes, few.region(field));
    }

    /// Searches breadth first until the zone is open, all boxes are on goals, no node is left or
    /// the effort is spent.
    fn search(
        &mut self,
        problem: &Problem<'_, N>,
        patterns: &Patterns<N>,
        start: BoxSubset<N>,
        zone: &Bits<N>,
        effort: u32,
    ) -> CorralVerdict {
        let field = &problem.field;
        self.seen.clear();
        self.queue.clear();
        self.seen.insert(start);
        self.queue.push((start.boxes, start.region(field)));
        let mut next = 0;
        while next < self.queue.len() {
            if next as u32 >= effort {
                return CorralVerdict::Unknown(1);
            }
            let (boxes, region) = self.queue[next];
            next += 1;
            self.nodes += 1;
            self.credit -= 1;
            for SubsetPush { boxes, from, to } in subset_pushes(problem, patterns, boxes, region) {
                self.walks = self.walks.saturating_sub(1);
                if self.walks == 0 {
                    return CorralVerdict::Unknown(1);
                }
                let after = Obstacles { boxes: &boxes, holes: &Bits::EMPTY };
                let region = field.region_after(&region, after, from, to);
                let is_open = (*zone & !boxes).is_subset(&region);
                if is_open || boxes.is_subset(&field.goals) {
                    return CorralVerdict::Alive;
                }
                if self.seen.insert(BoxSubset::in_region(boxes, &region, from)) {
                    self.queue.push((boxes, region));
                }
            }
        }
        CorralVerdict::Dead
    }
}

/// A state in which boxes close off parts of the floor.
#[derive(Debug)]
pub(crate) struct Enclosure<'a, const N: usize> {
    pub(crate) boxes: &'a Bits<N>,
    /// The keeper's region.
    pub(crate) region: &'a Bits<N>,
    /// The parts of the floor that the keeper cannot reach.
    pub(crate) parts: &'a [Bits<N>],
    /// Receives the patterns that are learned.
    pub(crate) learned: &'a mut Patterns<N>,
}

impl<const N: usize> Detector<N> for Corrals<N> {
    const CONTRACT: Contract = Contract::CLASSICAL_PROOF;

    type Question<'a> = Enclosure<'a, N>;

    fn is_dead(&mut self, problem: &Problem<'_, N>, enclosure: Enclosure<'_, N>) -> bool {
        let Enclosure { boxes, region, parts, learned } = enclosure;
        let zones = zones(&problem.field, boxes, parts);
        let first = region.first().expect("the keeper is somewhere");
        self.credit += CREDIT_OF_LOOK;
        self.walks = problem.walks_max();
        let all = BoxSubset { boxes: *boxes, keeper: first };
        let is_dead = |zone| self.is_zone_dead(problem, learned, zone, all);
        let found = zones.iter().any(is_dead);
        self.credit += if found { CREDIT_OF_PROOF } else { 0 };
        found
    }

    fn bytes(&self) -> u64 {
        let seen = self.seen.capacity() * (size_of::<BoxSubset<N>>() + 1);
        let queue = self.queue.capacity() * size_of::<(Bits<N>, Bits<N>)>();
        (self.verdicts.capacity() * (size_of::<BoxSubset<N>>() + 9) + seen + queue) as u64
    }
}

/// The parts, the union of every two that share a box, and the union of every longer chain. Closed
/// diagonals are among these.
fn zones<const N: usize>(field: &Field<N>, boxes: &Bits<N>, parts: &[Bits<N>]) -> Vec<Bits<N>> {
    let mut zones = parts.to_vec();
    let fences: Vec<Bits<N>> = parts.iter().map(|part| field.beside(part) & *boxes).collect();
    let mut is_linked = vec![false; parts.len()];
    for one in 0..parts.len() {
        for two in one + 1..parts.len() {
            if fences[one].intersects(&fences[two]) {
                zones.push(parts[one] | parts[two]);
            }
        }
        if is_linked[one] {
            continue;
        }
        let (mut chain, mut fence, mut length) = (parts[one], fences[one], 1);
        while let Some(next) =
            (one + 1..parts.len()).find(|&next| !is_linked[next] && fences[next].intersects(&fence))
        {
            is_linked[next] = true;
            chain |= parts[next];
            fence |= fences[next];
            length += 1;
        }
        if length > 2 {
            zones.push(chain);
        }
    }
    zones
}
