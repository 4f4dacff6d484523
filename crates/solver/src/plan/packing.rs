//! The packing plan: which square gets a box when, taken from a backward search.
//!
//! The backward search pulls boxes off the goals, parks some of them and lets others vanish at
//! squares of the start. Read in reverse, its path gives an order in which the goals can be filled.
//! A step names the square that gets a box and the step that takes the box away again. The number
//! of steps that a state has completed is its most important feature.

use super::layers::Layers;
use sokolab_field::{Bits, Place};

/// A macro pull of the backward search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pulled {
    pub(crate) from: Place,
    pub(crate) to: Place,
    /// Whether the box vanished at the end.
    pub(crate) is_gone: bool,
}

/// Where the box of a step comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// It is already there when the plan begins.
    There,
    /// From the boxes that have not been moved yet.
    Fresh,
    /// From where it was parked.
    Parked(Place),
}

#[derive(Clone, Copy, Debug)]
struct Step {
    origin: Origin,
    to: Place,
    /// The step that takes the box away again.
    until: Option<usize>,
}

/// The order in which a forward search fills the goals.
#[derive(Clone, Debug)]
pub(crate) enum Packing<const N: usize> {
    Plan(Plan<N>),
    Layers(Layers<N>),
}

impl<const N: usize> Packing<N> {
    /// The number of steps, or boxes, that a state has packed.
    pub(crate) fn packed(&self, boxes: &Bits<N>) -> usize {
        match self {
            Packing::Plan(plan) => plan.packed(boxes),
            Packing::Layers(layers) => layers.packed(boxes) as usize,
        }
    }

    /// The square that is to get a box next, if the plan determines one.
    pub(crate) fn next(&self, boxes: &Bits<N>) -> Option<Place> {
        match self {
            Packing::Plan(plan) => plan.next(boxes),
            Packing::Layers(layers) => layers.next(boxes),
        }
    }
}

/// The packing plan.
#[derive(Clone, Debug)]
pub(crate) struct Plan<const N: usize> {
    steps: Vec<Step>,
    /// The number of leading steps that only describe boxes already in place.
    first: usize,
    /// The squares of leading steps whose boxes never move.
    fixed: Bits<N>,
}

impl<const N: usize> Plan<N> {
    /// The plan for `pulls`, given in the order of the backward search; `left` are the boxes that
    /// remained at its end.
    pub(crate) fn new(pulls: &[Pulled], left: &Bits<N>) -> Plan<N> {
        let there = left.iter().map(|to| Step { origin: Origin::There, to, until: None });
        let mut steps: Vec<Step> = there.collect();
        let is_whole = pulls.iter().all(|pull| !pull.is_gone);
        for pull in pulls.iter().rev().filter(|pull| pull.is_gone || pull.from != pull.to) {
            let origin = if pull.is_gone { Origin::Fresh } else { Origin::Parked(pull.to) };
            join(&mut steps, Step { origin, to: pull.from, until: None });
        }
        find_ends(&mut steps);
        if is_whole {
            // It is unknown how the boxes left over came to where they were parked, so only the
            // goals are certain.
            steps.retain(|step| step.until.is_none());
            for step in &mut steps {
                if step.origin != Origin::There {
                    step.origin = Origin::Fresh;
                }
            }
        }
        let is_fixed = |step: &Step| step.origin == Origin::There && step.until.is_none();
        steps.sort_by_key(|step| match step {
            step if is_fixed(step) => 0,
            step if step.origin == Origin::There => 1,
            _ => 2,
        });
        find_ends(&mut steps);
        let first = steps.iter().filter(|step| step.origin == Origin::There).count();
        let fixed = steps.iter().filter(|step| is_fixed(step)).map(|step| step.to).collect();
        Plan { steps, first, fixed }
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The number of steps that a state has completed.
    pub(crate) fn packed(&self, boxes: &Bits<N>) -> usize {
        let missing = self.fixed & !*boxes;
        if !missing.is_empty() {
            return self.fixed.len() - missing.len();
        }
        let packed = self.reached(boxes);
        let is_wrong = |step: &&Step| {
            !boxes.contains(step.to) && step.until.is_none_or(|until| until >= packed)
        };
        packed - self.steps[..self.first].iter().filter(is_wrong).count()
    }

    /// The first step that has not been completed.
    fn reached(&self, boxes: &Bits<N>) -> usize {
        let mut packed = self.steps.len();
        for (index, step) in self.steps.iter().enumerate().skip(self.first).rev() {
            if !boxes.contains(step.to) && step.until.is_none_or(|until| until >= packed) {
                packed = index;
            }
        }
        packed
    }

    /// The square that is to get a box next.
    pub(crate) fn next(&self, boxes: &Bits<N>) -> Option<Place> {
        if !self.fixed.is_subset(boxes) {
            return None;
        }
        self.steps.get(self.reached(boxes)).map(|step| step.to)
    }

    /// The squares whose boxes stay for good after the first `count` steps.
    pub(crate) fn settled(&self, count: usize) -> Bits<N> {
        let steps = self.steps.iter().take(count).filter(|step| step.until.is_none());
        steps.map(|step| step.to).collect()
    }

    /// The squares that still get a box after the first `count` steps.
    pub(crate) fn wanted(&self, count: usize) -> Bits<N> {
        self.steps.iter().skip(count).map(|step| step.to).collect()
    }
}

/// Adds a step. Merges it with the preceding step if both move the same box.
fn join(steps: &mut Vec<Step>, step: Step) {
    if let Some(last) = steps.last_mut()
        && last.origin != Origin::There
        && step.origin == Origin::Parked(last.to)
    {
        last.to = step.to;
        if last.origin == Origin::Parked(step.to) {
            steps.pop();
        }
        return;
    }
    steps.push(step);
}

fn find_ends(steps: &mut [Step]) {
    for index in 0..steps.len() {
        let to = steps[index].to;
        let takes = |step: &Step| step.origin == Origin::Parked(to);
        steps[index].until =
            steps[index + 1..].iter().position(takes).map(|further| index + 1 + further);
    }
}

#[cfg(test)]
mod tests {
    use super::{Plan, Pulled};
    use sokolab_field::Bits;

    fn boxes(places: &[u16]) -> Bits<2> {
        places.iter().copied().collect()
    }

    fn gone(from: u16) -> Pulled {
        Pulled { from, to: 60, is_gone: true }
    }

    #[test]
    fn goals_are_filled_in_the_reverse_order_of_emptying() {
        let plan = Plan::<2>::new(&[gone(1), gone(2), gone(3)], &Bits::EMPTY);
        assert_eq!(plan.len(), 3);
        assert_eq!(plan.next(&Bits::EMPTY), Some(3));
        assert_eq!(plan.packed(&boxes(&[1, 2])), 0, "the first goal is empty");
        assert_eq!(plan.packed(&boxes(&[3, 1])), 1);
        assert_eq!(plan.packed(&boxes(&[3, 2])), 2);
        assert_eq!(plan.packed(&boxes(&[3, 2, 1])), 3);
        assert_eq!((plan.settled(2), plan.wanted(2)), (boxes(&[3, 2]), boxes(&[1])));
    }

    #[test]
    fn a_parked_box_counts_until_it_moves_on() {
        // In order of play: a box is parked at 9, another one goes to 2, then the first goes to 1.
        let parked = Pulled { from: 1, to: 9, is_gone: false };
        let plan = Plan::<2>::new(&[parked, gone(2), gone(9)], &Bits::EMPTY);
        assert_eq!(plan.len(), 3);
        assert_eq!(plan.next(&Bits::EMPTY), Some(9));
        assert_eq!(plan.packed(&boxes(&[9])), 1);
        assert_eq!(plan.packed(&boxes(&[2])), 0, "the parking was passed over");
        assert_eq!(plan.packed(&boxes(&[9, 2])), 2);
        assert_eq!(plan.packed(&boxes(&[1, 2])), 3);
    }

    #[test]
    fn boxes_that_stay_throughout_come_first() {
        let plan = Plan::<2>::new(&[gone(1)], &boxes(&[5]));
        assert_eq!(plan.packed(&boxes(&[1])), 0, "a box that should stay is gone");
        assert_eq!(plan.packed(&boxes(&[5])), 1);
        assert_eq!(plan.packed(&boxes(&[1, 5])), 2);
        assert_eq!(plan.next(&boxes(&[1])), None);
    }
}
