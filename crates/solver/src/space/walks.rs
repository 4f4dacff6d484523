//! The space of moves: states are boxes, open holes and the keeper's place after its last push.
//!
//! An edge is a walk and the push at its end, and costs all their moves. Where the keeper must
//! reach an exit, the last edge is a walk alone. Only dead states are pruned.

use crate::leg::{Action, Leg};
use sokolab_core::{Direction, Directions, Squeezing};

use super::{Edge, Reached, Space, effort_of};
use crate::heuristic::LowerBound;
use crate::heuristic::bound::{Bound, Pushed};
use crate::problem::Problem;
use crate::prune::symmetry::Images;
use sokolab_field::{Bits, FieldPush, Key, NOWHERE, Place};

/// The space of moves.
#[derive(Debug)]
pub(crate) struct WalkSpace<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    bound: Bound<'a, N>,
    images: Images,
    // The current state.
    key: Key,
    list: Vec<Place>,
    boxes: Bits<N>,
    holes: Bits<N>,
    keeper: Place,
    /// Steps of the keeper to every place, or `NOWHERE` if it cannot walk there.
    steps: Vec<u16>,
    reached_places: Vec<Place>,
    // The state at the end of the edge just followed.
    edge: Edge,
    child_boxes: Bits<N>,
    child_holes: Bits<N>,
    reached: Reached,
}

impl<'a, const N: usize> WalkSpace<'a, N> {
    pub(crate) fn new(problem: &'a Problem<'a, N>) -> WalkSpace<'a, N> {
        WalkSpace {
            problem,
            bound: Bound::new(problem),
            images: Images::new(problem.board, &problem.field, &problem.keys),
            key: Key::default(),
            list: Vec::new(),
            boxes: Bits::EMPTY,
            holes: Bits::EMPTY,
            keeper: 0,
            steps: vec![NOWHERE; N * 64],
            reached_places: Vec::new(),
            edge: Edge { leg: Leg::NONE, cost: 0 },
            child_boxes: Bits::EMPTY,
            child_holes: Bits::EMPTY,
            reached: Reached::default(),
        }
    }

    /// Counts the steps to every place by breadth-first search.
    fn walk(&mut self) {
        for place in self.reached_places.drain(..) {
            self.steps[usize::from(place)] = NOWHERE;
        }
        let field = &self.problem.field;
        let free = field.floor & !self.boxes & !self.holes;
        self.steps[usize::from(self.keeper)] = 0;
        self.reached_places.push(self.keeper);
        let mut next = 0;
        while next < self.reached_places.len() {
            let place = self.reached_places[next];
            next += 1;
            let steps = self.steps[usize::from(place)] + 1;
            for &way in field.step_ways() {
                let beside = field.go(place, way);
                if free.contains(beside)
                    && self.steps[usize::from(beside)] == NOWHERE
                    && self.may_go(place, way)
                {
                    self.steps[usize::from(beside)] = steps;
                    self.reached_places.push(beside);
                }
            }
        }
    }

    /// Whether the keeper may step in direction `way`; a diagonal step may be too tight.
    fn may_go(&self, place: Place, way: Direction) -> bool {
        let field = &self.problem.field;
        let Some(parts) = way.parts() else { return true };
        debug_assert_eq!(field.rules.steps(), Directions::Eight);
        if field.rules.squeezing() == Squeezing::Allowed {
            return true;
        }
        let is_open = |part: Direction| {
            let corner = field.go(place, part);
            field.floor.contains(corner) && !self.boxes.contains(corner)
        };
        let doors = field.doors.contains(place) || field.doors.contains(field.go(place, way));
        !doors && parts.into_iter().any(is_open)
    }

    /// Whether the level is won with the keeper on exactly this square.
    fn is_won(&self, boxes: &Bits<N>, holes: &Bits<N>, keeper: Place) -> bool {
        self.problem.is_won(boxes, holes, &Bits::of(keeper))
    }

    fn finish(&mut self, keeper: Place) {
        let problem = self.problem;
        self.reached.keeper = keeper;
        self.reached.is_won = self.is_won(&self.child_boxes, &self.child_holes, keeper);
        if !self.images.is_empty() {
            let found = (&mut self.reached.key, &mut self.reached.keeper);
            let (boxes, holes) = (&self.child_boxes, &self.child_holes);
            self.images.choose(&problem.keys, boxes, holes, &Bits::of(keeper), found);
        }
        let keeper_hash = problem.keys.keeper_hash(self.reached.keeper);
        self.reached.hash = self.reached.key.hash ^ keeper_hash;
    }
}

impl<const N: usize> Space for WalkSpace<'_, N> {
    fn key_words(&self) -> usize {
        self.problem.keys.words()
    }

    fn roots(&mut self) -> Vec<(Reached, u16)> {
        let keeper;
        (self.child_boxes, self.child_holes, keeper) = self.problem.first();
        let (boxes, holes) = (self.child_boxes, self.child_holes);
        self.problem.keys.pack(&boxes, &holes, &mut self.reached.key);
        self.finish(keeper);
        let reached = self.reached.clone();
        self.enter(&reached.key.words, reached.keeper);
        match self.bound.estimate() {
            _ if reached.is_won => vec![(reached, 0)],
            Some(bound) => vec![(reached, bound.min(u32::from(u16::MAX)) as u16)],
            None => Vec::new(),
        }
    }

    fn enter(&mut self, words: &[u64], keeper: Place) {
        self.holes = self.problem.keys.unpack(words, &mut self.key, &mut self.list);
        self.boxes = self.list.iter().copied().collect();
        self.keeper = keeper;
        self.walk();
        self.bound.enter(&self.list, &self.boxes, &self.holes, keeper);
    }

    fn edges(&mut self, edges: &mut Vec<Edge>) {
        edges.clear();
        let field = &self.problem.field;
        for &place in &self.list {
            for &way in field.push_ways() {
                let (to, behind) = (field.go(place, way), field.back(place, way));
                let steps = self.steps[usize::from(behind)];
                if steps != NOWHERE && self.problem.lands.contains(to) && !self.boxes.contains(to) {
                    edges.push(Edge { cost: steps + 1, ..Edge::push(place, way) });
                }
            }
        }
        for exit in field.exits.iter() {
            let steps = self.steps[usize::from(exit)];
            if steps != NOWHERE {
                let leg = Leg { from: exit, action: Action::Walk };
                edges.push(Edge { leg, cost: steps });
            }
        }
    }

    fn follow(&mut self, edge: Edge) -> &Reached {
        let problem = self.problem;
        self.edge = edge;
        (self.child_boxes, self.child_holes) = (self.boxes, self.holes);
        self.reached.key.copy_from(&self.key);
        if let Some(FieldPush { from, way }) = edge.leg.push() {
            let to = problem.field.go(from, way);
            self.child_boxes.remove(from);
            problem.keys.toggle_box(&mut self.reached.key, from);
            if self.holes.contains(to) {
                self.child_holes.remove(to);
                problem.keys.toggle_hole(&mut self.reached.key, to);
            } else if !problem.swallows(to) {
                self.child_boxes.insert(to);
                problem.keys.toggle_box(&mut self.reached.key, to);
            }
        }
        self.finish(edge.leg.from);
        &self.reached
    }

    fn reached(&self) -> &Reached {
        &self.reached
    }

    fn judge(&mut self) -> Option<u16> {
        if self.reached.is_won {
            return Some(0);
        }
        let FieldPush { from, way } = self.edge.leg.push()?;
        let index = self.list.iter().position(|&it| it == from)?;
        let to = self.problem.field.go(from, way);
        let (boxes, holes) = (&self.child_boxes, &self.child_holes);
        let bound = self.bound.after(&Pushed { index, way, to, keeper: from, boxes, holes })?;
        Some(bound.min(u32::from(u16::MAX)) as u16)
    }

    fn effort(&self) -> u64 {
        effort_of(N, self.list.len())
    }

    fn bytes(&self) -> u64 {
        let steps = 2 * (self.steps.len() + self.reached_places.capacity()) as u64;
        self.bound.bytes() + self.images.bytes() + steps
    }

    fn lemma_nodes(&self) -> u64 {
        0
    }
}
