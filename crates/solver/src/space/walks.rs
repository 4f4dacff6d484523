//! The space of moves: states are boxes, open holes and the keeper's place after its last push.
//!
//! An edge is a walk and the push at its end, and costs all their moves. Where the keeper must
//! reach an exit, the last edge is a walk alone. Only dead states are pruned.

use super::steps::Steps;
use super::{Edge, Reached, Space, effort_of, node_bound};
use crate::heuristic::LowerBound;
use crate::heuristic::bound::{Bound, Pushed};
use crate::leg::{Action, Leg};
use crate::problem::Problem;
use crate::prune::symmetry::Images;
use sokolab_field::{Bits, FieldPush, Key, Obstacles, Place};

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
    steps: Steps,
    // The state at the end of the edge just followed.
    edge: Edge,
    child_boxes: Bits<N>,
    child_holes: Bits<N>,
    reached: Reached,
}

impl<'a, const N: usize> WalkSpace<'a, N> {
    pub(crate) fn new(problem: &'a Problem<'a, N>) -> WalkSpace<'a, N> {
        let images = Images::new(problem);
        WalkSpace { images, ..WalkSpace::without_images(problem) }
    }

    /// A space that does not merge symmetric states, for a search from both ends.
    pub(crate) fn without_images(problem: &'a Problem<'a, N>) -> WalkSpace<'a, N> {
        WalkSpace {
            problem,
            bound: Bound::new(problem),
            images: Images::default(),
            key: Key::default(),
            list: Vec::new(),
            boxes: Bits::EMPTY,
            holes: Bits::EMPTY,
            keeper: 0,
            steps: Steps::new(N * 64),
            edge: Edge::new(Leg::NONE),
            child_boxes: Bits::EMPTY,
            child_holes: Bits::EMPTY,
            reached: Reached::default(),
        }
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
            Some(bound) => vec![(reached, node_bound(bound))],
            None => Vec::new(),
        }
    }

    fn enter(&mut self, words: &[u64], keeper: Place) {
        self.holes = self.problem.keys.unpack(words, &mut self.key, &mut self.list);
        self.boxes = self.list.iter().copied().collect();
        self.keeper = keeper;
        let obstacles = Obstacles { boxes: &self.boxes, holes: &self.holes };
        self.steps.count(&self.problem.field, obstacles, keeper);
        self.bound.enter(&self.list, &self.boxes, &self.holes, keeper);
    }

    fn edges(&mut self, edges: &mut Vec<Edge>) {
        edges.clear();
        let field = &self.problem.field;
        for &place in &self.list {
            for &way in field.push_ways() {
                let (to, behind) = (field.go(place, way), field.back(place, way));
                let Some(steps) = self.steps.get(behind) else { continue };
                if self.problem.lands.contains(to) && !self.boxes.contains(to) {
                    edges.push(Edge { cost: steps + 1, ..Edge::push(place, way) });
                }
            }
        }
        for exit in field.exits.iter() {
            if let Some(steps) = self.steps.get(exit) {
                let leg = Leg { from: exit, action: Action::Walk };
                edges.push(Edge { cost: steps, ..Edge::new(leg) });
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
            let (boxes, holes) = (&mut self.child_boxes, &mut self.child_holes);
            problem.make_push_in(&mut self.reached.key, boxes, holes, from, to);
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
        Some(node_bound(bound))
    }

    fn effort(&self) -> u64 {
        effort_of(N, self.list.len())
    }

    fn bytes(&self) -> u64 {
        self.bound.bytes() + self.images.bytes() + self.steps.bytes()
    }
}
