//! A depth-first search tree of the floor around a lifted box.
//!
//! One search answers, for every place at once, into which sides a box at that place would divide
//! the floor: a subtree below the place whose low-link does not pass above it is a side of its own,
//! and everything else is one more side. Telling on which side of the box the keeper stands then
//! takes a few comparisons. This is Tarjan's method for articulation points.

use sokolab_core::{Direction, Directions, Squeezing};

use crate::around::Around;
use crate::field::{Field, Place};

/// Entry time of a place that has not been visited.
const NEVER: u16 = u16::MAX;

/// Stands for a neighbour that is on no side of a box, because the keeper cannot stand there.
pub(crate) const NO_SIDE: u8 = u8::MAX;

/// The depth-first search tree. Reusable: [`FloorTree::grow`] builds it for another box.
#[derive(Clone, Debug)]
pub struct FloorTree<const N: usize> {
    // Indexed by place; times count from 0.
    entered: Vec<u16>,
    low: Vec<u16>,
    last: Vec<u16>,
    parent: Vec<Place>,
    stack: Vec<(Place, u8)>,
    /// Places in order of entry, so that an entry time is an index into it.
    touched: Vec<Place>,
    // Filled by `find_lowest` and indexed by entry time: the lowest place of the subtree, of all
    // places entered before, and of all places entered from then on.
    lowest_below: Vec<Place>,
    lowest_before: Vec<Place>,
    lowest_since: Vec<Place>,
}

impl<const N: usize> Default for FloorTree<N> {
    fn default() -> FloorTree<N> {
        FloorTree::new()
    }
}

impl<const N: usize> FloorTree<N> {
    /// An empty tree; [`FloorTree::grow`] fills it.
    #[must_use]
    pub fn new() -> FloorTree<N> {
        FloorTree {
            entered: vec![NEVER; N * 64],
            low: vec![0; N * 64],
            last: vec![0; N * 64],
            parent: vec![0; N * 64],
            stack: Vec::new(),
            touched: Vec::new(),
            lowest_below: Vec::new(),
            lowest_before: Vec::new(),
            lowest_since: Vec::new(),
        }
    }

    /// The number of places in the tree.
    pub fn size(&self) -> usize {
        self.touched.len()
    }

    /// The memory that the tree takes, in bytes.
    pub fn bytes(&self) -> u64 {
        let places = self.touched.capacity() + 3 * self.lowest_below.capacity();
        (self.entered.len() * 8 + self.stack.capacity() * 4 + places * 2) as u64
    }

    /// Whether a place is connected to the place of the lifted box.
    #[inline]
    pub fn has(&self, place: Place) -> bool {
        self.entered[usize::from(place)] != NEVER
    }

    /// The first step direction from a box at `at` that leads to the keeper's side of it.
    pub fn side_towards(&self, field: &Field<N>, at: Place, keeper: Place) -> Option<Direction> {
        let is_side = |&way: &Direction| self.are_together(field, at, keeper, field.go(at, way));
        field.step_ways().iter().copied().find(is_side)
    }

    /// The number of parts into which the tree's floor would split if the lifted box were put down
    /// at `place`.
    #[inline]
    pub fn parts_at(&self, field: &Field<N>, place: Place) -> usize {
        let (mut parts, mut rest) = (0, self.touched.len() - 1);
        for part in self.cut_off(field, place) {
            parts += 1;
            rest -= part.len();
        }
        parts + usize::from(rest > 0)
    }

    /// The sides of a box at `at`: by the index of a direction, that of the first step direction
    /// whose neighbour is on the same side, or [`NO_SIDE`] if the neighbour is not in the tree.
    pub(crate) fn sides_around(&self, field: &Field<N>, at: Place) -> [u8; 8] {
        let (mut sides, mut found) = ([NO_SIDE; 8], [0; 8]);
        let ways = field.step_ways();
        for (number, &way) in ways.iter().enumerate() {
            let time = self.entered[usize::from(field.go(at, way))];
            if time == NEVER {
                continue;
            }
            found[number] = self.side_of(field, at, time);
            let is_same = |&(earlier, it): &(usize, &Direction)| {
                sides[it.index()] != NO_SIDE && found[earlier] == found[number]
            };
            let first = ways[..number].iter().enumerate().find(is_same);
            sides[way.index()] = first.map_or(way, |(_, &it)| it).index() as u8;
        }
        sides
    }

    /// Whether the keeper can walk from one place to another while the box stands at `at`.
    #[inline]
    pub fn are_together(&self, field: &Field<N>, at: Place, one: Place, two: Place) -> bool {
        let (first, second) = (self.entered[usize::from(one)], self.entered[usize::from(two)]);
        if first == NEVER || second == NEVER || one == at || two == at {
            return false;
        }
        one == two || self.side_of(field, at, first) == self.side_of(field, at, second)
    }

    /// The side of a box at `at` that holds the place entered at `time`: the entry time of the
    /// child subtree if that subtree has no edge past `at`, otherwise 0 for the rest of the tree.
    #[inline]
    fn side_of(&self, field: &Field<N>, at: Place, time: u16) -> u16 {
        let (first, last) = (self.entered[usize::from(at)], self.last[usize::from(at)]);
        if time <= first || time > last {
            return 0;
        }
        for &way in field.step_ways() {
            let child = field.go(at, way);
            let entered = self.entered[usize::from(child)];
            let is_child = entered != NEVER && self.parent[usize::from(child)] == at;
            if is_child && entered <= time && time <= self.last[usize::from(child)] {
                return if self.low[usize::from(child)] >= first { entered } else { 0 };
            }
        }
        0
    }

    /// The places connected to the root, in order of entry.
    pub fn places(&self) -> &[Place] {
        &self.touched
    }

    /// The parts that a box at `at` would cut off from the root, each as a range of indices into
    /// [`FloorTree::places`].
    pub fn cut_off(
        &self,
        field: &Field<N>,
        at: Place,
    ) -> impl Iterator<Item = std::ops::Range<usize>> {
        let first = self.entered[usize::from(at)];
        field.step_ways().iter().filter_map(move |&way| {
            let child = usize::from(field.go(at, way));
            let entered = self.entered[child];
            let is_child = entered != NEVER && entered > first && self.parent[child] == at;
            let is_apart = is_child && self.low[child] >= first;
            is_apart.then(|| usize::from(entered)..usize::from(self.last[child]) + 1)
        })
    }

    /// Prepares the tables that [`FloorTree::lowest_beside`] and [`FloorTree::lowest`] read.
    pub fn find_lowest(&mut self) {
        let count = self.touched.len();
        self.lowest_below.clone_from(&self.touched);
        for time in (1..count).rev() {
            let above = usize::from(self.entered[usize::from(self.parent_at(time))]);
            let lowest = self.lowest_below[time].min(self.lowest_below[above]);
            self.lowest_below[above] = lowest;
        }
        self.lowest_before.clear();
        self.lowest_before.push(Place::MAX);
        self.lowest_since.clone_from(&self.touched);
        self.lowest_since.push(Place::MAX);
        for time in 0..count {
            self.lowest_before.push(self.lowest_before[time].min(self.touched[time]));
            let back = count - 1 - time;
            self.lowest_since[back] = self.lowest_since[back].min(self.lowest_since[back + 1]);
        }
    }

    fn parent_at(&self, time: usize) -> Place {
        self.parent[usize::from(self.touched[time])]
    }

    /// The lowest place of the keeper's region if the box stood at `at` and the keeper next to it
    /// in direction `way`; `None` if that neighbour is not in the tree.
    #[inline]
    pub fn lowest_beside(&self, field: &Field<N>, at: Place, way: Direction) -> Option<Place> {
        let time = self.entered[usize::from(field.go(at, way))];
        if time == NEVER {
            return None;
        }
        let side = self.side_of(field, at, time);
        if side != 0 {
            return Some(self.lowest_below[usize::from(side)]);
        }
        let (first, last) = (self.entered[usize::from(at)], self.last[usize::from(at)]);
        let before = self.lowest_before[usize::from(first)];
        let mut lowest = before.min(self.lowest_since[usize::from(last) + 1]);
        for &way in field.step_ways() {
            let child = usize::from(field.go(at, way));
            let entered = self.entered[child];
            if entered != NEVER && self.parent[child] == at && self.low[child] < first {
                lowest = lowest.min(self.lowest_below[usize::from(entered)]);
            }
        }
        Some(lowest)
    }

    /// The lowest place in the tree, once `find_lowest` has run.
    pub fn lowest(&self) -> Option<Place> {
        self.lowest_below.first().copied()
    }

    /// Searches the floor connected to `root`, the place of the lifted box.
    pub fn grow(&mut self, around: &Around<'_, N>, root: Place) {
        for place in self.touched.drain(..) {
            self.entered[usize::from(place)] = NEVER;
        }
        let field = around.field;
        let free = field.floor & !*around.others & !*around.holes;
        let ways = field.step_ways();
        // Most places have no diagonal passage, and it is cheaper not to ask for one there.
        let has_diagonals = if field.rules.squeezing() == Squeezing::Allowed {
            field.floor
        } else {
            field.beside(around.holes)
        };
        self.enter(root, root);
        self.stack.clear();
        self.stack.push((root, 0));
        while let Some((place, next)) = self.stack.last_mut() {
            let at = *place;
            let is_straight = usize::from(*next) < Direction::ORTHOGONAL.len();
            let way = ways.get(usize::from(*next));
            let Some(&way) = way.filter(|_| is_straight || has_diagonals.contains(at)) else {
                self.stack.pop();
                self.last[usize::from(at)] = self.touched.len() as u16 - 1;
                let above = self.parent[usize::from(at)];
                let low = self.low[usize::from(at)].min(self.low[usize::from(above)]);
                self.low[usize::from(above)] = low;
                continue;
            };
            *next += 1;
            let beside = field.go(at, way);
            if !free.contains(beside) || !is_passage(around, at, way) {
                continue;
            }
            let entered = self.entered[usize::from(beside)];
            if entered == NEVER {
                self.enter(beside, at);
                self.stack.push((beside, 0));
            } else {
                // The edge back to the parent may be included: it does not lead past the parent.
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

/// Whether the keeper can step from `place` in direction `way` wherever the lifted box stands.
///
/// Without squeezing, a diagonal step needs one of its corners free. If the keeper can walk on that
/// corner, the diagonal is only a shortcut and is left out. An open hole is always free, because no
/// box can stand in it.
fn is_passage<const N: usize>(around: &Around<'_, N>, place: Place, way: Direction) -> bool {
    let field = around.field;
    let Some(parts) = way.parts() else { return true };
    if field.rules.squeezing() == Squeezing::Allowed {
        return true;
    }
    debug_assert_eq!(field.rules.steps(), Directions::Eight);
    let beside = field.go(place, way);
    let is_hole = |part: Direction| around.holes.contains(field.go(place, part));
    let doors = field.doors.contains(place) || field.doors.contains(beside);
    !doors && parts.into_iter().any(is_hole)
}
