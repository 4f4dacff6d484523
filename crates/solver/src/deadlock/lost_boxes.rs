//! Lost boxes: how many of a few boxes can never fill a hole again.
//!
//! With spare boxes, a corral that cannot be opened is not a deadlock; it costs the boxes around
//! it. This search explores them alone on the board. A box that can be pushed straight into a
//! wanted hole vanishes, and the boxes that remain in the best state of an exhausted search are
//! lost. The hole stays open in this model, so a keeper who would have to cross the filled hole is
//! not considered. The result is a guess, for searches that prove nothing.

use super::box_subset::BoxSubset;
use crate::memory::hash::{FixedMap, FixedSet};
use crate::problem::Problem;
use sokolab_field::{Around, Bits, Macros};

/// Nodes that the first search of a set may expand.
const FIRST_EFFORT: u32 = 100;

/// Nodes that may be spent before the search has to pay for itself.
const FIRST_CREDIT: i64 = 20_000;
/// The credit added when a set is found to lose boxes.
const CREDIT_OF_PROOF: i64 = 200;

/// Number of questions about an undecided set after which it is searched again.
const FIRST_REPEAT: u32 = 64;

/// The most nodes that any one search may expand.
const LAST_EFFORT: u32 = 2_000;

/// Larger sets are not searched.
const BOXES_MAX: usize = 10;

/// The most verdicts that are cached.
const VERDICTS_MAX: usize = 1 << 18;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LossVerdict {
    Lost(usize),
    /// Undecided, with the number of times it has been asked about.
    Unknown(u32),
}

/// What stays fixed while a few boxes are searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting<'a, const N: usize> {
    /// Boxes that will never move again.
    pub(crate) still: &'a Bits<N>,
    pub(crate) holes: &'a Bits<N>,
    /// The holes that need a box.
    pub(crate) wanted: &'a Bits<N>,
}

impl<const N: usize> Setting<'_, N> {
    /// The same boxes with the keeper on the lowest place of its region.
    fn lowest(&self, problem: &Problem<'_, N>, few: BoxSubset<N>) -> BoxSubset<N> {
        let region = problem.field.region(few.keeper, &(few.boxes | *self.still), self.holes);
        BoxSubset::in_region(few.boxes, &region, few.keeper)
    }
}

/// The search, with its cache of verdicts.
#[derive(Debug)]
pub(crate) struct LostBoxes<const N: usize> {
    verdicts: FixedMap<(BoxSubset<N>, Bits<N>, Bits<N>), LossVerdict>,
    seen: FixedSet<BoxSubset<N>>,
    /// Nodes that may still be expanded. Searches use it up; questions and proofs renew it.
    credit: i64,
    /// The open list, by the number of boxes left.
    open: Vec<Vec<BoxSubset<N>>>,
}

impl<const N: usize> LostBoxes<N> {
    pub(crate) fn new() -> LostBoxes<N> {
        let (verdicts, seen) = (FixedMap::default(), FixedSet::default());
        let credit = FIRST_CREDIT;
        LostBoxes { verdicts, seen, credit, open: vec![Vec::new(); BOXES_MAX + 1] }
    }

    pub(crate) fn bytes(&self) -> u64 {
        let verdict = size_of::<(BoxSubset<N>, Bits<N>, Bits<N>)>() + size_of::<LossVerdict>() + 1;
        let open: usize = self.open.iter().map(Vec::capacity).sum();
        let states = (self.seen.capacity() + open) * (size_of::<BoxSubset<N>>() + 1);
        (self.verdicts.capacity() * verdict + states) as u64
    }

    /// How many of these boxes are presumed lost.
    pub(crate) fn of(
        &mut self,
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        setting: &Setting<'_, N>,
        few: BoxSubset<N>,
    ) -> usize {
        let boxes = few.boxes;
        if boxes.is_empty() || boxes.len() > BOXES_MAX || problem.is_vast() {
            return 0;
        }
        let few = setting.lowest(problem, few);
        if self.verdicts.len() >= VERDICTS_MAX {
            self.verdicts.clear();
        }
        let key = (few, *setting.still, *setting.holes);
        let asked = match self.verdicts.get(&key) {
            Some(&LossVerdict::Lost(count)) => return count,
            Some(&LossVerdict::Unknown(asked)) => asked + 1,
            None => 0,
        };
        self.credit += 1;
        let is_due =
            self.credit > 0 && asked == 0 || asked >= FIRST_REPEAT && asked.is_power_of_two();
        let mut verdict = LossVerdict::Unknown(asked);
        if is_due {
            let effort = FIRST_EFFORT.max(asked * 4).min(LAST_EFFORT);
            if let Some(lost) = self.search(problem, macros, setting, few, effort) {
                verdict = LossVerdict::Lost(lost);
                self.credit += if lost > 0 { CREDIT_OF_PROOF } else { 0 };
            }
        }
        self.verdicts.insert(key, verdict);
        if let LossVerdict::Lost(count) = verdict { count } else { 0 }
    }

    /// The number of boxes left in the best state; `None` if the effort is spent first.
    fn search(
        &mut self,
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        setting: &Setting<'_, N>,
        few: BoxSubset<N>,
        effort: u32,
    ) -> Option<usize> {
        self.seen.clear();
        self.open.iter_mut().for_each(Vec::clear);
        self.seen.insert(few);
        self.open[few.boxes.len()].push(few);
        let mut least = few.boxes.len();
        let mut looked = 0;
        while let Some(few) = self.open.iter_mut().find_map(Vec::pop) {
            least = least.min(few.boxes.len());
            if least == 0 {
                break;
            }
            looked += 1;
            self.credit -= 1;
            if looked > effort {
                return None;
            }
            if let Some(next) = absorbed(problem, macros, setting, few) {
                self.add(problem, setting, next);
            } else {
                self.push_on(problem, setting, few);
            }
        }
        Some(least)
    }

    fn add(&mut self, problem: &Problem<'_, N>, setting: &Setting<'_, N>, few: BoxSubset<N>) {
        let next = setting.lowest(problem, few);
        if self.seen.insert(next) {
            self.open[next.boxes.len()].push(next);
        }
    }

    fn push_on(&mut self, problem: &Problem<'_, N>, setting: &Setting<'_, N>, few: BoxSubset<N>) {
        let (field, BoxSubset { boxes, keeper }) = (&problem.field, few);
        let all = boxes | *setting.still;
        let region = field.region(keeper, &all, setting.holes);
        let lands = problem.lands & !all & !*setting.holes;
        for from in boxes.iter() {
            for &way in field.push_ways() {
                let to = field.go(from, way);
                if lands.contains(to) && region.contains(field.back(from, way)) {
                    let mut next = boxes;
                    next.remove(from);
                    next.insert(to);
                    self.add(problem, setting, BoxSubset { boxes: next, keeper: from });
                }
            }
        }
    }
}

/// The boxes without one that can be pushed straight into a wanted hole, and the keeper's place
/// after that. `None` if there is no such box.
fn absorbed<const N: usize>(
    problem: &Problem<'_, N>,
    macros: &mut Macros<N>,
    setting: &Setting<'_, N>,
    few: BoxSubset<N>,
) -> Option<BoxSubset<N>> {
    let BoxSubset { boxes, keeper } = few;
    let (field, holes, lands) = (&problem.field, setting.holes, &problem.lands);
    for from in boxes.iter() {
        let mut rest = boxes;
        rest.remove(from);
        let others = rest | *setting.still;
        let around = Around { field, others: &others, holes, lands, ends: holes };
        let stops = macros.find(&around, from, keeper);
        let stop = stops.iter().find(|stop| setting.wanted.contains(stop.place));
        if let Some((stop, way)) = stop.and_then(|stop| Some((stop, stop.way?))) {
            return Some(BoxSubset { boxes: rest, keeper: field.back(stop.place, way) });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{BoxSubset, LostBoxes, Setting};
    use crate::problem::Problem;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;
    use sokolab_field::{Bits, Macros};

    #[test]
    fn boxes_that_shut_each_other_in_are_lost_and_one_alone_is_not() {
        let picture = "
            ---------
            |<^..0.0|
            |-.@.0.0|
            ---------";
        let (board, state) = position_in(picture, Rules::NETHACK);
        let problem = Problem::<2>::new(&board, &state, 1 << 20, &mut || true);
        let problem = problem.expect("no plain deadlock");
        let (boxes, holes, keeper) = problem.first();
        let setting = Setting { still: &Bits::EMPTY, holes: &holes, wanted: &holes };
        let (mut losses, mut macros) = (LostBoxes::new(), Macros::new());
        let mut lost =
            |boxes| losses.of(&problem, &mut macros, &setting, BoxSubset { boxes, keeper });
        assert_eq!(lost(boxes), 4);
        assert_eq!(lost(Bits::of(boxes.first().expect("four boxes"))), 0);
    }
}
