//! Macro pushes: every place one box can be pushed to while no other box moves.
//!
//! The box is lifted, and a [`FloorTree`] says for every place into which sides the box would
//! divide the floor if it stood there. The cost for a box is therefore one traversal of the board,
//! however far the box goes.

use crate::around::Around;
use crate::field::{Field, FieldPush, Place};
use crate::floor_tree::{FloorTree, NO_SIDE};
use sokolab_core::Direction;

/// Finds where a box can be pushed or pulled while the other boxes stay in place. Reuses its memory
/// from one call to the next.
#[derive(Clone, Debug)]
pub struct Macros<const N: usize> {
    tree: FloorTree<N>,
    // Breadth-first search over pairs of box place and keeper side. `number` is 1 + the index in
    // `found`, by place and side; 0 means not reached.
    found: Vec<BoxStop>,
    number: Vec<u32>,
    /// The sides of the box at a place, and the search that has found them.
    sides: Vec<([u8; 8], u32)>,
    search: u32,
    /// Work done since the last `take_work`, in work units of the meter.
    work: u64,
}

/// A place that a macro push can bring the box to, with the side of the box the keeper ends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxStop {
    /// Where the box stands.
    pub place: Place,
    /// The first step direction from the box that leads to the keeper's side of it.
    pub side: Direction,
    /// The direction of the last push, or `None` at the starting place.
    pub way: Option<Direction>,
    /// The number of pushes, or pulls, from the starting place.
    pub pushes: u16,
    /// Index of the preceding stop.
    before: u32,
}

/// Whether a box is pushed or pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haul {
    /// The keeper pushes the box.
    Push,
    /// The keeper pulls the box: a push played backwards.
    Pull,
}

impl<const N: usize> Default for Macros<N> {
    fn default() -> Macros<N> {
        Macros::new()
    }
}

impl<const N: usize> Macros<N> {
    /// An empty search.
    #[must_use]
    pub fn new() -> Macros<N> {
        let number = vec![0; N * 64 * 8];
        let sides = vec![([NO_SIDE; 8], 0); N * 64];
        Macros { tree: FloorTree::new(), found: Vec::new(), number, sides, search: 0, work: 0 }
    }

    /// Returns the work done since the last call, in work units of the meter.
    pub fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// The memory that the search takes, in bytes.
    pub fn bytes(&self) -> u64 {
        let stops = self.found.capacity() * size_of::<BoxStop>() + self.number.len() * 4;
        let sides = self.sides.len() * size_of::<([u8; 8], u32)>();
        self.tree.bytes() + (stops + sides) as u64
    }

    /// Finds all stops of the box at `from` that pushes reach when the keeper starts at `keeper`,
    /// in order of increasing pushes. The first stop is the box where it stands.
    pub fn find(&mut self, around: &Around<'_, N>, from: Place, keeper: Place) -> &[BoxStop] {
        self.find_by(Haul::Push, around, from, keeper)
    }

    /// Finds all stops that pushes, or pulls, reach when the keeper starts at `keeper`.
    pub fn find_by(
        &mut self,
        haul: Haul,
        around: &Around<'_, N>,
        from: Place,
        keeper: Place,
    ) -> &[BoxStop] {
        self.begin(around, from);
        let field = around.field;
        if !self.tree.has(keeper) || keeper == from {
            return &[];
        }
        if let Some(side) = self.tree.side_towards(field, from, keeper) {
            self.reach(BoxStop { place: from, side, way: None, pushes: 0, before: 0 });
        }
        self.search_stops(haul, around);
        &self.found
    }

    /// Finds all stops that pushes, or pulls, reach when the keeper may start on any side of the
    /// box.
    pub fn find_from_all_sides(
        &mut self,
        haul: Haul,
        around: &Around<'_, N>,
        from: Place,
    ) -> &[BoxStop] {
        self.begin(around, from);
        let field = around.field;
        for &way in field.step_ways() {
            let beside = field.go(from, way);
            if self.tree.has(beside)
                && let Some(side) = self.tree.side_towards(field, from, beside)
            {
                self.reach(BoxStop { place: from, side, way: None, pushes: 0, before: 0 });
            }
        }
        self.search_stops(haul, around);
        &self.found
    }

    fn begin(&mut self, around: &Around<'_, N>, from: Place) {
        self.tree.grow(around, from);
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.sides.fill(([NO_SIDE; 8], 0));
            self.search = 1;
        }
        for stop in self.found.drain(..) {
            self.number[usize::from(stop.place) * 8 + stop.side.index()] = 0;
        }
    }

    fn search_stops(&mut self, haul: Haul, around: &Around<'_, N>) {
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
        self.work += (self.tree.size() + self.found.len()) as u64 / 2;
    }

    fn pull_on(&mut self, around: &Around<'_, N>, stop: BoxStop, number: u32) {
        let field = around.field;
        let sides = self.sides_of(field, stop.place);
        for &way in field.push_ways() {
            let to = field.go(stop.place, way);
            if !around.lands.contains(to) || !are_same(sides, stop.side, way) {
                continue;
            }
            if let Some(side) = side_of(self.sides_of(field, to), way) {
                let pushes = stop.pushes + 1;
                self.reach(BoxStop { place: to, side, way: Some(way), pushes, before: number });
            }
        }
    }

    fn push_on(&mut self, around: &Around<'_, N>, stop: BoxStop, number: u32) {
        let field = around.field;
        let sides = self.sides_of(field, stop.place);
        for &way in field.push_ways() {
            let to = field.go(stop.place, way);
            let lands = around.lands.contains(to) && !around.others.contains(to);
            if !lands || !are_same(sides, stop.side, way.opposite()) {
                continue;
            }
            let pushes = stop.pushes + 1;
            // A box that vanishes has no sides, so any direction serves.
            let side = Direction::Left;
            let last = BoxStop { place: to, side, way: Some(way), pushes, before: number };
            if around.ends.contains(to) {
                self.reach(last);
                continue;
            }
            if let Some(side) = side_of(self.sides_of(field, to), way.opposite()) {
                self.reach(BoxStop { side, ..last });
            }
        }
    }

    /// The sides of the box at `at`, which several stops ask for.
    #[inline]
    fn sides_of(&mut self, field: &Field<N>, at: Place) -> [u8; 8] {
        let (sides, search) = &mut self.sides[usize::from(at)];
        if *search != self.search {
            *search = self.search;
            *sides = self.tree.sides_around(field, at);
        }
        *sides
    }

    fn reach(&mut self, stop: BoxStop) {
        let number = &mut self.number[usize::from(stop.place) * 8 + stop.side.index()];
        if *number == 0 {
            self.found.push(stop);
            *number = self.found.len() as u32;
        }
    }

    /// The floor around the box of the most recent search.
    pub fn tree(&self) -> &FloorTree<N> {
        &self.tree
    }

    /// Prepares the tree for queries about the lowest place of the keeper's region.
    pub fn find_lowest(&mut self) {
        self.tree.find_lowest();
    }

    /// The stops of the most recent search.
    pub fn stops(&self) -> &[BoxStop] {
        &self.found
    }

    /// The pushes that undo the pulls to `stop`, in the order in which they are played.
    pub fn pushes_back(&self, stop: BoxStop) -> Vec<FieldPush> {
        let mut pushes = Vec::new();
        let mut at = stop;
        while let Some(way) = at.way {
            pushes.push(FieldPush { from: at.place, way: way.opposite() });
            at = self.found[at.before as usize];
        }
        pushes
    }

    /// The pushes that lead to `stop`, in the order in which they are played.
    pub fn pushes_to(&self, field: &Field<N>, stop: BoxStop) -> Vec<FieldPush> {
        let mut pushes = Vec::new();
        let mut at = stop;
        while let Some(way) = at.way {
            pushes.push(FieldPush { from: field.back(at.place, way), way });
            at = self.found[at.before as usize];
        }
        pushes.reverse();
        pushes
    }
}

/// Whether the neighbours in two directions are on the same side of a box.
fn are_same(sides: [u8; 8], one: Direction, two: Direction) -> bool {
    let side = sides[one.index()];
    side != NO_SIDE && side == sides[two.index()]
}

/// The first direction that leads to the side of a neighbour; `None` if that is on no side.
fn side_of(sides: [u8; 8], way: Direction) -> Option<Direction> {
    Direction::ALL.get(usize::from(sides[way.index()])).copied()
}

#[cfg(test)]
mod tests {
    use super::{Haul, Macros};
    use crate::around::Around;
    use crate::bits::Bits;
    use crate::field::{Field, words_needed};
    use crate::parts::Parts;
    use sokolab_core::testing::random_levels;
    use sokolab_core::{Board, Direction, GoalKind, Rules, State, check};
    use std::collections::BTreeSet;

    /// A state in packed form.
    struct Laid {
        field: Field<4>,
        boxes: Bits<4>,
        holes: Bits<4>,
        ends: Bits<4>,
        keeper: u16,
    }

    fn lay(board: &Board, state: &State) -> Option<Laid> {
        if words_needed(board) > 4 {
            return None;
        }
        let field = Field::new(board);
        let holes = match field.goal_kind() {
            GoalKind::Fill => field.goals & !field.set(&state.filled),
            GoalKind::Keep | GoalKind::Sink => Bits::EMPTY,
        };
        let ends = if field.goal_kind() == GoalKind::Sink { field.goals } else { holes };
        let (boxes, keeper) = (field.set(&state.boxes), field.place(state.keeper));
        Some(Laid { field, boxes, holes, ends, keeper })
    }

    /// Reference for `find`: every place of the box with the lowest place of the keeper's region
    /// and the number of pushes, using one flood fill per push.
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
                for &way in field.push_ways() {
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
                let Some(Laid { field, boxes, holes, ends, keeper }) = lay(&board, &state) else {
                    continue;
                };
                let field = &field;
                let mut macros = Macros::new();
                for from in boxes.iter() {
                    let mut others = boxes;
                    others.remove(from);
                    let lands = &field.takes_box;
                    let around =
                        Around { field, others: &others, holes: &holes, lands, ends: &ends };
                    let slow = slowly(&around, from, keeper);
                    let stops = macros.find(&around, from, keeper).to_vec();
                    macros.find_lowest();
                    let fast: BTreeSet<_> = stops
                        .iter()
                        .map(|stop| {
                            if ends.contains(stop.place) {
                                return (stop.place, 0, stop.pushes);
                            }
                            let mut boxes = others;
                            boxes.insert(stop.place);
                            let beside = field.go(stop.place, stop.side);
                            let region = field.region(beside, &boxes, &holes);
                            let lowest = macros.tree().lowest_beside(field, stop.place, stop.side);
                            assert_eq!(lowest, region.first());
                            (stop.place, region.first().expect("a region"), stop.pushes)
                        })
                        .collect();
                    if slow.len() > 1 {
                        assert_eq!(fast, slow, "{rules}: {:?}", board.width());
                    }
                    for stop in stops {
                        assert_eq!(macros.pushes_to(field, stop).len(), usize::from(stop.pushes));
                        assert_eq!(stop.way.is_none(), stop.pushes == 0);
                    }
                }
            }
        }
    }

    /// Reference for pulls: every place of the box with the lowest place of the keeper's region,
    /// using one flood fill per pull.
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
            for way in Direction::ORTHOGONAL {
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
            let Some(Laid { field, boxes, holes, keeper, .. }) = lay(&board, &state) else {
                continue;
            };
            let (field, lands) = (&field, &field.takes_box);
            let mut macros = Macros::new();
            for from in boxes.iter() {
                let mut others = boxes;
                others.remove(from);
                let around = Around { field, others: &others, holes: &holes, lands, ends: &holes };
                let slow = pulled_slowly(&around, from, keeper);
                let stops = macros.find_by(Haul::Pull, &around, from, keeper).to_vec();
                macros.find_lowest();
                let parts = Parts::new(field, &boxes);
                let mut fast = BTreeSet::new();
                for stop in &stops {
                    let mut boxes = others;
                    boxes.insert(stop.place);
                    let beside = field.go(stop.place, stop.side);
                    let region = field.region(beside, &boxes, &holes);
                    fast.insert((stop.place, region.first().expect("a region")));
                    let count =
                        parts.away_from(field, from) + macros.tree().parts_at(field, stop.place);
                    assert_eq!(count, Parts::new(field, &boxes).count(), "{level:?}");
                    assert_eq!(macros.pushes_back(*stop).len(), usize::from(stop.pushes));
                }
                assert!(slow.len() <= 1 || fast == slow, "{level:?}");
            }
        }
    }
}
