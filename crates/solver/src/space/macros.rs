//! Macro pushes: everything one box can do while no other box moves.
//!
//! The box is lifted, and one depth-first search over the keeper's floor finds, for every place at
//! once, into which sides the box would part the floor if it stood there: a subtree below the place
//! without an edge past it is a side of its own, and all the rest is one more. So to know on which
//! side of the box the keeper is takes a few comparisons, and a box costs one walk over the board
//! however far it goes.

use sokolab_core::{Direction, Directions, Squeezing};

use super::bits::Bits;
use super::field::{Field, Place};
use crate::heuristic::bound::opposite;

/// Not entered yet.
const NEVER: u16 = u16::MAX;

/// Where a box can get to, and how.
#[derive(Clone, Debug)]
pub(crate) struct Macros<const N: usize> {
    // The depth-first search, by place.
    entered: Vec<u16>,
    low: Vec<u16>,
    last: Vec<u16>,
    parent: Vec<Place>,
    stack: Vec<(Place, u8)>,
    touched: Vec<Place>,
    // The search over places of the box and sides of the keeper.
    found: Vec<Stop>,
    number: Vec<u32>,
}

/// A place of the box with a side of the keeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) place: Place,
    /// The first direction, as seen from the box, in which the keeper's side lies.
    pub(crate) side: u8,
    /// The direction of the last push; that of no push at the first stop.
    pub(crate) way: u8,
    pub(crate) pushes: u16,
    /// The stop before.
    before: u32,
}

/// The way of the stop at which nothing has been pushed yet.
pub(crate) const NO_PUSH: u8 = u8::MAX;

/// How a box is brought from place to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Haul {
    Push,
    Pull,
}

/// What stands around the box that is pushed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'a, const N: usize> {
    pub(crate) field: &'a Field<N>,
    /// The other boxes.
    pub(crate) others: &'a Bits<N>,
    /// The open holes.
    pub(crate) holes: &'a Bits<N>,
    /// Where the box may be pushed.
    pub(crate) lands: &'a Bits<N>,
    /// Where it vanishes: a stop there is the last.
    pub(crate) ends: &'a Bits<N>,
}

impl<const N: usize> Macros<N> {
    pub(crate) fn new() -> Macros<N> {
        Macros {
            entered: vec![NEVER; N * 64],
            low: vec![0; N * 64],
            last: vec![0; N * 64],
            parent: vec![0; N * 64],
            stack: Vec::new(),
            touched: Vec::new(),
            found: Vec::new(),
            number: vec![0; N * 64 * 8],
        }
    }

    /// Finds all stops of the box at `from`, the keeper being at `keeper`, in the order of pushes.
    /// The first stop is the box as it stands.
    pub(crate) fn find(&mut self, around: &Around<'_, N>, from: Place, keeper: Place) -> &[Stop] {
        self.find_by(Haul::Push, around, from, keeper)
    }

    /// Finds all stops of a box that is pushed, or pulled.
    pub(crate) fn find_by(
        &mut self,
        haul: Haul,
        around: &Around<'_, N>,
        from: Place,
        keeper: Place,
    ) -> &[Stop] {
        self.begin(around, from);
        let field = around.field;
        if self.entered[usize::from(keeper)] == NEVER || keeper == from {
            return &[];
        }
        if let Some(side) = self.side_towards(field, from, keeper) {
            self.reach(Stop { place: from, side, way: NO_PUSH, pushes: 0, before: 0 });
        }
        self.go_on(haul, around);
        &self.found
    }

    /// Finds all stops of a box that is pushed, or pulled, with the keeper on any side at first.
    pub(crate) fn find_from_all_sides(
        &mut self,
        haul: Haul,
        around: &Around<'_, N>,
        from: Place,
    ) -> &[Stop] {
        self.begin(around, from);
        let field = around.field;
        for way in 0..field.rules.steps().list().len() {
            let beside = field.go(from, way);
            if self.entered[usize::from(beside)] != NEVER
                && let Some(side) = self.side_towards(field, from, beside)
            {
                self.reach(Stop { place: from, side, way: NO_PUSH, pushes: 0, before: 0 });
            }
        }
        self.go_on(haul, around);
        &self.found
    }

    fn begin(&mut self, around: &Around<'_, N>, from: Place) {
        self.grow_tree(around, from);
        for stop in self.found.drain(..) {
            self.number[usize::from(stop.place) * 8 + usize::from(stop.side)] = 0;
        }
    }

    fn go_on(&mut self, haul: Haul, around: &Around<'_, N>) {
        let mut next = 0;
        while next < self.found.len() {
            let stop = self.found[next];
            next += 1;
            if around.ends.contains(stop.place) {
                continue;
            }
            match haul {
                Haul::Push => self.push_on(around, stop, next as u32 - 1),
                Haul::Pull => self.pull_on(around, stop, next as u32 - 1),
            }
        }
    }

    /// The first direction, as seen from a box at `at`, on the same side of it as `keeper`.
    fn side_towards(&self, field: &Field<N>, at: Place, keeper: Place) -> Option<u8> {
        let ways = field.rules.steps().list().len();
        let is_side = |&way: &usize| self.are_together(field, at, keeper, field.go(at, way));
        (0..ways).find(is_side).map(|way| way as u8)
    }

    fn pull_on(&mut self, around: &Around<'_, N>, stop: Stop, number: u32) {
        let field = around.field;
        let side = field.go(stop.place, usize::from(stop.side));
        for way in 0..field.push_ways() {
            let to = field.go(stop.place, way);
            let ahead = field.go(to, way);
            let lands = around.lands.contains(to) && self.entered[usize::from(ahead)] != NEVER;
            if !lands || !self.are_together(field, stop.place, side, to) {
                continue;
            }
            let pushes = stop.pushes + 1;
            if let Some(side) = self.side_towards(field, to, ahead) {
                self.reach(Stop { place: to, side, way: way as u8, pushes, before: number });
            }
        }
    }

    /// How many parts the floor would be in that hangs together around the lifted box, if it were
    /// put down at a place of it.
    #[inline]
    pub(crate) fn parts_at(&self, field: &Field<N>, place: Place) -> usize {
        let first = self.entered[usize::from(place)];
        let (mut parts, mut rest) = (0, self.touched.len() - 1);
        for way in 0..field.rules.steps().list().len() {
            let child = usize::from(field.go(place, way));
            let entered = self.entered[child];
            let is_child = entered != NEVER && entered > first && self.parent[child] == place;
            if is_child && self.low[child] >= first {
                parts += 1;
                rest -= usize::from(self.last[child] - entered) + 1;
            }
        }
        parts + usize::from(rest > 0)
    }

    fn push_on(&mut self, around: &Around<'_, N>, stop: Stop, number: u32) {
        let field = around.field;
        let side = field.go(stop.place, usize::from(stop.side));
        for way in 0..field.push_ways() {
            let (to, behind) = (field.go(stop.place, way), field.back(stop.place, way));
            let lands = around.lands.contains(to) && !around.others.contains(to);
            if !lands || !self.are_together(field, stop.place, side, behind) {
                continue;
            }
            let pushes = stop.pushes + 1;
            let last = Stop { place: to, side: 0, way: way as u8, pushes, before: number };
            if around.ends.contains(to) {
                self.reach(last);
                continue;
            }
            if let Some(side) = self.side_towards(field, to, stop.place) {
                self.reach(Stop { side, ..last });
            }
        }
    }

    fn reach(&mut self, stop: Stop) {
        let number = &mut self.number[usize::from(stop.place) * 8 + usize::from(stop.side)];
        if *number == 0 {
            self.found.push(stop);
            *number = self.found.len() as u32;
        }
    }

    /// The stops that were found last.
    pub(crate) fn stops(&self) -> &[Stop] {
        &self.found
    }

    /// The pushes that undo the pulls to a stop, in the order in which they are made.
    pub(crate) fn pushes_back(&self, stop: Stop) -> Vec<(Place, u8)> {
        let mut pushes = Vec::new();
        let mut at = stop;
        while at.way != NO_PUSH {
            pushes.push((at.place, opposite(usize::from(at.way)) as u8));
            at = self.found[at.before as usize];
        }
        pushes
    }

    /// The pushes that lead to a stop, as places of the box before each and directions.
    pub(crate) fn pushes_to(&self, field: &Field<N>, stop: Stop) -> Vec<(Place, u8)> {
        let mut pushes = Vec::new();
        let mut at = stop;
        while at.way != NO_PUSH {
            pushes.push((field.back(at.place, usize::from(at.way)), at.way));
            at = self.found[at.before as usize];
        }
        pushes.reverse();
        pushes
    }

    /// Whether the keeper can walk from one place to another while the box stands at `at`.
    #[inline]
    fn are_together(&self, field: &Field<N>, at: Place, one: Place, two: Place) -> bool {
        let (first, second) = (self.entered[usize::from(one)], self.entered[usize::from(two)]);
        if first == NEVER || second == NEVER || one == at || two == at {
            return false;
        }
        one == two || self.side_of(field, at, first) == self.side_of(field, at, second)
    }

    /// The subtree below `at` that holds the place entered at `time` and has no edge past `at`,
    /// named by its entry; zero for all the rest.
    #[inline]
    fn side_of(&self, field: &Field<N>, at: Place, time: u16) -> u16 {
        let (first, last) = (self.entered[usize::from(at)], self.last[usize::from(at)]);
        if time <= first || time > last {
            return 0;
        }
        for way in 0..field.rules.steps().list().len() {
            let child = field.go(at, way);
            let entered = self.entered[usize::from(child)];
            let is_child = entered != NEVER && self.parent[usize::from(child)] == at;
            if is_child && entered <= time && time <= self.last[usize::from(child)] {
                return if self.low[usize::from(child)] >= first { entered } else { 0 };
            }
        }
        0
    }

    /// Searches the floor that hangs together with `root`, the lifted box's own place.
    fn grow_tree(&mut self, around: &Around<'_, N>, root: Place) {
        for place in self.touched.drain(..) {
            self.entered[usize::from(place)] = NEVER;
        }
        let field = around.field;
        let free = field.floor & !*around.others & !*around.holes;
        let ways = field.rules.steps().list().len() as u8;
        self.enter(root, root);
        self.stack.clear();
        self.stack.push((root, 0));
        while let Some((place, way)) = self.stack.last_mut() {
            let at = *place;
            if *way == ways {
                self.stack.pop();
                self.last[usize::from(at)] = self.touched.len() as u16 - 1;
                let above = self.parent[usize::from(at)];
                let low = self.low[usize::from(at)].min(self.low[usize::from(above)]);
                self.low[usize::from(above)] = low;
                continue;
            }
            let direction = usize::from(*way);
            *way += 1;
            let beside = field.go(at, direction);
            if !free.contains(beside) || !is_passage(around, at, direction) {
                continue;
            }
            let entered = self.entered[usize::from(beside)];
            if entered == NEVER {
                self.enter(beside, at);
                self.stack.push((beside, 0));
            } else {
                // The edge back to the parent may be counted too: it does not lead past it.
                let low = &mut self.low[usize::from(at)];
                *low = (*low).min(entered);
            }
        }
    }

    fn enter(&mut self, place: Place, from: Place) {
        let now = self.touched.len() as u16;
        self.entered[usize::from(place)] = now;
        self.low[usize::from(place)] = now;
        self.parent[usize::from(place)] = from;
        self.touched.push(place);
    }
}

/// Whether the keeper gets from a place to the one beside it wherever the lifted box stands.
///
/// Without squeezing a diagonal step needs one of its corners free: if the keeper can walk there,
/// the diagonal is only a detour saved and is left out; an open hole is always free, for no box
/// stands in it.
fn is_passage<const N: usize>(around: &Around<'_, N>, place: Place, way: usize) -> bool {
    let field = around.field;
    if way < 4 || field.rules.squeezing() == Squeezing::Allowed {
        return true;
    }
    debug_assert_eq!(field.rules.steps(), Directions::Eight);
    let beside = field.go(place, way);
    let parts = Direction::ALL[way].parts().expect("a diagonal");
    let is_hole = |part: Direction| around.holes.contains(field.go(place, part.index()));
    let doors = field.doors.contains(place) || field.doors.contains(beside);
    !doors && parts.into_iter().any(is_hole)
}

#[cfg(test)]
mod tests {
    use super::{Around, Haul, Macros, NO_PUSH};
    use crate::feature::parts::Parts;
    use crate::problem::Problem;
    use sokolab_core::testing::random_levels;
    use sokolab_core::{Rules, check};
    use std::collections::BTreeSet;

    /// Where a box and the first place of the keeper's region can be, and after how many pushes, by
    /// a flood for every push.
    fn slowly(around: &Around<'_, 4>, from: u16, keeper: u16) -> BTreeSet<(u16, u16, u16)> {
        let field = around.field;
        let region = |place: u16, keeper: u16| {
            let mut boxes = *around.others;
            boxes.insert(place);
            field.region(keeper, &boxes, around.holes)
        };
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut layer = vec![(from, keeper)];
        for pushes in 0.. {
            let mut next = Vec::new();
            for (place, keeper) in layer {
                if around.ends.contains(place) {
                    if seen.insert((place, 0)) {
                        found.insert((place, 0, pushes));
                    }
                    continue;
                }
                let region = region(place, keeper);
                let first = region.first().expect("the keeper is somewhere");
                if !seen.insert((place, first)) {
                    continue;
                }
                found.insert((place, first, pushes));
                for way in 0..field.push_ways() {
                    let (to, behind) = (field.go(place, way), field.back(place, way));
                    let lands = around.lands.contains(to) && !around.others.contains(to);
                    if lands && region.contains(behind) {
                        next.push((to, place));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        found
    }

    #[test]
    fn stops_are_those_of_a_flood_for_every_push() {
        for rules in Rules::ALL {
            for level in random_levels(rules, 300) {
                let (board, state) = check(&level).expect("random levels are playable");
                let Ok(problem) = Problem::<4>::new(&board, &state, 1 << 30, &mut || true) else {
                    continue;
                };
                let (boxes, holes, keeper) = problem.first();
                let ends = problem.ends(&holes);
                let mut macros = Macros::new();
                for from in boxes.iter() {
                    let mut others = boxes;
                    others.remove(from);
                    let (field, lands) = (&problem.field, &problem.lands);
                    let around =
                        Around { field, others: &others, holes: &holes, lands, ends: &ends };
                    let slow = slowly(&around, from, keeper);
                    let stops = macros.find(&around, from, keeper).to_vec();
                    let fast: BTreeSet<_> = stops
                        .iter()
                        .map(|stop| {
                            if ends.contains(stop.place) {
                                return (stop.place, 0, stop.pushes);
                            }
                            let mut boxes = others;
                            boxes.insert(stop.place);
                            let beside = field.go(stop.place, usize::from(stop.side));
                            let region = field.region(beside, &boxes, &holes);
                            (stop.place, region.first().expect("a region"), stop.pushes)
                        })
                        .collect();
                    if slow.len() > 1 {
                        assert_eq!(fast, slow, "{rules}: {:?}", board.width());
                    }
                    for stop in stops {
                        assert_eq!(macros.pushes_to(field, stop).len(), usize::from(stop.pushes));
                        assert_eq!(stop.way == NO_PUSH, stop.pushes == 0);
                    }
                }
            }
        }
    }

    /// Where a box and the first place of the keeper's region can be pulled, by a flood for every
    /// pull.
    fn pulled_slowly(around: &Around<'_, 4>, from: u16, keeper: u16) -> BTreeSet<(u16, u16)> {
        let field = around.field;
        let mut found = BTreeSet::new();
        let mut pending = vec![(from, keeper)];
        while let Some((place, keeper)) = pending.pop() {
            let mut boxes = *around.others;
            boxes.insert(place);
            let region = field.region(keeper, &boxes, around.holes);
            if !found.insert((place, region.first().expect("the keeper is somewhere"))) {
                continue;
            }
            for way in 0..4 {
                let to = field.go(place, way);
                let ahead = field.go(to, way);
                let is_open = region.contains(to) && region.contains(ahead);
                if is_open && around.lands.contains(to) {
                    pending.push((to, ahead));
                }
            }
        }
        found
    }

    #[test]
    fn pulls_and_parts_are_those_of_a_flood() {
        for level in random_levels(Rules::OFFICIAL, 500) {
            let (board, state) = check(&level).expect("random levels are playable");
            let Ok(problem) = Problem::<4>::new(&board, &state, 1 << 30, &mut || true) else {
                continue;
            };
            let (boxes, holes, keeper) = problem.first();
            let (field, lands) = (&problem.field, &problem.lands);
            let mut macros = Macros::new();
            for from in boxes.iter() {
                let mut others = boxes;
                others.remove(from);
                let around = Around { field, others: &others, holes: &holes, lands, ends: &holes };
                let slow = pulled_slowly(&around, from, keeper);
                let stops = macros.find_by(Haul::Pull, &around, from, keeper).to_vec();
                let parts = Parts::new(field, &boxes);
                let mut fast = BTreeSet::new();
                for stop in &stops {
                    let mut boxes = others;
                    boxes.insert(stop.place);
                    let beside = field.go(stop.place, usize::from(stop.side));
                    let region = field.region(beside, &boxes, &holes);
                    fast.insert((stop.place, region.first().expect("a region")));
                    let count = parts.away_from(field, from) + macros.parts_at(field, stop.place);
                    assert_eq!(count, Parts::new(field, &boxes).len(), "{level:?}");
                    assert_eq!(macros.pushes_back(*stop).len(), usize::from(stop.pushes));
                }
                assert!(slow.len() <= 1 || fast == slow, "{level:?}");
            }
        }
    }
}
