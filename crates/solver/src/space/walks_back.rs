//! The space of moves backwards in time, from the solved states to the start.
//!
//! States are those of `walks`: boxes, and the keeper's place right after a push. An edge undoes a
//! push and then the walk before it, back to a place where the keeper may have been after the push
//! before; it costs all their moves. The path from a state to a root is therefore play from that
//! state to the win. Only states that the start may lead to are kept.

use super::steps::Steps;
use super::{Edge, Reached, Space, effort_of, node_bound};
use crate::deadlock::pull_freeze::is_stuck;
use crate::deadlock::pull_pairs::PullPairs;
use crate::heuristic::LowerBound;
use crate::heuristic::pull_bound::PullBound;
use crate::leg::Leg;
use crate::meter::SearchMeter;
use crate::problem::Problem;
use sokolab_core::{Direction, Stop};
use sokolab_field::{Bits, FieldPush, Key, Obstacles, Place};

/// The number of states entered before the table of pairs is worth its cost.
const NODES_BEFORE_PAIRS: u64 = 1_000;

/// The space of moves, backwards.
#[derive(Debug)]
pub(crate) struct WalkBackSpace<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    bound: PullBound<'a, N>,
    start: (Bits<N>, Place),
    pairs: Option<PullPairs<N>>,
    entered: u64,
    steps: Steps,
    // The current state.
    key: Key,
    list: Vec<Place>,
    boxes: Bits<N>,
    keeper: Place,
    /// The bounds known of the states before a push, by its direction; they do not depend on the
    /// walk before it.
    verdicts: Vec<(Direction, Option<u16>)>,
    // The state at the end of the edge just followed.
    edge: Edge,
    reached: Reached,
}

impl<'a, const N: usize> WalkBackSpace<'a, N> {
    /// The space of a level on which boxes stay and there are as many boxes as goals.
    pub(crate) fn new(problem: &'a Problem<'a, N>) -> WalkBackSpace<'a, N> {
        let (boxes, _, keeper) = problem.first();
        WalkBackSpace {
            problem,
            bound: PullBound::new(problem),
            start: (boxes, keeper),
            pairs: None,
            entered: 0,
            steps: Steps::new(N * 64),
            key: Key::default(),
            list: Vec::new(),
            boxes: Bits::EMPTY,
            keeper: 0,
            verdicts: Vec::new(),
            edge: Edge::new(Leg::NONE),
            reached: Reached::default(),
        }
    }

    /// Whether the keeper may be at `place` right after a push.
    fn ends_a_push(&self, boxes: &Bits<N>, place: Place) -> bool {
        self.problem.keys.has(place)
            && Direction::ORTHOGONAL.iter().any(|&way| self.may_undo(boxes, place, way))
    }

    /// Whether the last push may have been one in direction `way` that took the keeper to `keeper`.
    fn may_undo(&self, boxes: &Bits<N>, keeper: Place, way: Direction) -> bool {
        let field = &self.problem.field;
        let (place, behind) = (field.go(keeper, way), field.back(keeper, way));
        boxes.contains(place)
            && field.takes_box.contains(place)
            && field.floor.contains(behind)
            && !boxes.contains(behind)
    }

    /// The boxes before the push in direction `way` that took the keeper to where it is.
    fn boxes_before(&self, way: Direction) -> Bits<N> {
        let mut boxes = self.boxes;
        boxes.remove(self.problem.field.go(self.keeper, way));
        boxes.insert(self.keeper);
        boxes
    }

    /// The bound of the states before the push in direction `way`.
    fn bound_before(&mut self, way: Direction) -> Option<u16> {
        let problem = self.problem;
        let (from, keeper) = (self.keeper, problem.field.back(self.keeper, way));
        let place = problem.field.go(from, way);
        let index = self.list.iter().position(|&it| it == place)?;
        if let Some(pairs) = &self.pairs {
            let mut others = self.boxes;
            others.remove(place);
            if pairs.is_dead(from, &others, keeper) {
                return None;
            }
        }
        let boxes = self.boxes_before(way);
        if boxes != self.start.0 && is_stuck(&problem.field, &boxes, keeper, &self.start.0) {
            return None;
        }
        let bound = self.bound.after(index, from, way)?;
        Some(node_bound(bound))
    }

    /// Makes the state of these boxes, with the keeper at this place, the state reached.
    fn reach(&mut self, boxes: &Bits<N>, keeper: Place) {
        self.reached.keeper = keeper;
        self.reached.is_won = (*boxes, keeper) == self.start;
        self.reached.hash = self.reached.key.hash ^ self.problem.keys.keeper_hash(keeper);
    }
}

impl<const N: usize> Space for WalkBackSpace<'_, N> {
    fn key_words(&self) -> usize {
        self.problem.keys.words()
    }

    fn roots(&mut self) -> Vec<(Reached, u16)> {
        let field = &self.problem.field;
        let boxes = field.goals;
        let mut roots = Vec::new();
        if boxes.iter().any(|it| !self.problem.keys.has(it)) {
            return roots;
        }
        for place in (field.floor & !boxes).iter() {
            if (boxes, place) != self.start && !self.ends_a_push(&boxes, place) {
                continue;
            }
            self.problem.keys.pack(&boxes, &Bits::EMPTY, &mut self.reached.key);
            self.reach(&boxes, place);
            let reached = self.reached.clone();
            self.enter(&reached.key.words, reached.keeper);
            if reached.is_won {
                roots.push((reached, 0));
            } else if let Some(bound) = self.bound.estimate() {
                roots.push((reached, node_bound(bound)));
            }
        }
        roots
    }

    fn prepare(&mut self, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        let mut stopped = Ok(());
        if self.entered == NODES_BEFORE_PAIRS {
            self.pairs = PullPairs::new(self.problem, &mut || {
                stopped = meter.ask();
                stopped.is_ok()
            });
        }
        stopped
    }

    fn enter(&mut self, words: &[u64], keeper: Place) {
        self.entered += 1;
        self.problem.keys.unpack(words, &mut self.key, &mut self.list);
        self.boxes = self.list.iter().copied().collect();
        self.keeper = keeper;
        self.verdicts.clear();
        self.bound.enter(&self.list, keeper);
    }

    fn edges(&mut self, edges: &mut Vec<Edge>) {
        edges.clear();
        if !self.problem.keys.has(self.keeper) {
            return;
        }
        let field = &self.problem.field;
        for way in Direction::ORTHOGONAL {
            if !self.may_undo(&self.boxes, self.keeper, way) {
                continue;
            }
            let boxes = self.boxes_before(way);
            let behind = field.back(self.keeper, way);
            self.steps.count(field, Obstacles { boxes: &boxes, holes: &Bits::EMPTY }, behind);
            let ends = self.steps.reached().iter().copied();
            for end in ends.filter(|&it| (boxes, it) == self.start || self.ends_a_push(&boxes, it))
            {
                let cost = self.steps.to(end) + 1;
                edges.push(Edge { cost, end, ..Edge::push(self.keeper, way) });
            }
        }
    }

    fn follow(&mut self, edge: Edge) -> &Reached {
        self.edge = edge;
        if let Some(FieldPush { from, way }) = edge.leg.push() {
            let place = self.problem.field.go(from, way);
            self.reached.key.copy_from(&self.key);
            self.problem.keys.toggle_box(&mut self.reached.key, place);
            self.problem.keys.toggle_box(&mut self.reached.key, from);
            let boxes = self.boxes_before(way);
            self.reach(&boxes, edge.end);
        }
        &self.reached
    }

    fn reached(&self) -> &Reached {
        &self.reached
    }

    fn judge(&mut self) -> Option<u16> {
        if self.reached.is_won {
            return Some(0);
        }
        let FieldPush { way, .. } = self.edge.leg.push()?;
        if let Some(known) = self.verdicts.iter().find(|it| it.0 == way) {
            return known.1;
        }
        let bound = self.bound_before(way);
        self.verdicts.push((way, bound));
        bound
    }

    fn effort(&self) -> u64 {
        effort_of(N, self.list.len())
    }

    fn bytes(&self) -> u64 {
        let pairs = self.pairs.as_ref().map_or(0, PullPairs::bytes);
        self.bound.bytes() + pairs + self.steps.bytes()
    }
}
