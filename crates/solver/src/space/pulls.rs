//! The space of pulls: pushes backwards in time, from the solved states to the start.
//!
//! An edge is named by the push that it undoes, so the edges of a path, last first, are the pushes
//! from its end to a solved state. Only states that the start may lead to are kept: every box must
//! be assignable to a square of the start from which it could have come.

use super::{Edge, Reached, Space, effort_of, node_bound};
use crate::deadlock::pull_freeze::is_stuck;
use crate::deadlock::unreachable::Unreachable;
use crate::heuristic::LowerBound;
use crate::heuristic::pull_bound::PullBound;
use crate::leg::Leg;
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::prune::pi_corral::{CorralScene, closed_parts, pi_corral};
use sokolab_core::Direction;
use sokolab_core::Stop;
use sokolab_field::{Bits, FieldPush, Key, Place};

/// The number of states entered before the table of pairs is worth its cost.
const NODES_BEFORE_PAIRS: u64 = 1_000;

/// The same for the table of triples.
const NODES_BEFORE_TRIPLES: u64 = 10_000;

/// The space of pulls.
#[derive(Debug)]
pub(crate) struct PullSpace<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    bound: PullBound<'a, N>,
    start: Bits<N>,
    unreachable: Unreachable<N>,
    entered: u64,
    /// Whether only pushes that PI-corrals allow are undone.
    obeys_corrals: bool,
    // The current state.
    key: Key,
    list: Vec<Place>,
    boxes: Bits<N>,
    region: Bits<N>,
    // The state at the end of the edge just followed.
    edge: Edge,
    reached: Reached,
}

impl<'a, const N: usize> PullSpace<'a, N> {
    /// The space of a level on which boxes stay and there are as many boxes as goals.
    pub(crate) fn new(problem: &'a Problem<'a, N>) -> PullSpace<'a, N> {
        PullSpace {
            problem,
            bound: PullBound::new(problem),
            start: problem.first().0,
            unreachable: Unreachable::default(),
            entered: 0,
            obeys_corrals: false,
            key: Key::default(),
            list: Vec::new(),
            boxes: Bits::EMPTY,
            region: Bits::EMPTY,
            edge: Edge::new(Leg::NONE),
            reached: Reached::default(),
        }
    }

    /// A space in which a push is undone only if the PI-corrals of the state before it allow it. If
    /// there is a solution, there is one that consists of such pushes.
    pub(crate) fn obeying_corrals(problem: &'a Problem<'a, N>) -> PullSpace<'a, N> {
        PullSpace { obeys_corrals: true, ..PullSpace::new(problem) }
    }

    /// The same with the tables of another search.
    pub(crate) fn sharing(self, unreachable: &Unreachable<N>) -> PullSpace<'a, N> {
        PullSpace { unreachable: unreachable.for_another(), ..self }
    }

    /// Whether a PI-corral elsewhere would have had to be resolved first in the state reached.
    fn is_out_of_turn(&self, boxes: &Bits<N>, keeper: Place) -> bool {
        let field = &self.problem.field;
        let region = field.region(keeper, boxes, &Bits::EMPTY);
        let parts = closed_parts(field, boxes, &region);
        let lands = &self.problem.lands;
        let scene = CorralScene { field, boxes, region: &region, lands, fills_goals: true };
        let push = self.pulled();
        pi_corral(&scene, &parts).is_some_and(|pushes| !pushes.contains(&push))
    }

    /// The push that the edge just followed undoes.
    fn pulled(&self) -> FieldPush {
        self.edge.leg.push().expect("every edge is a pull")
    }

    /// Makes the state of these boxes, with the keeper in this region, the state reached.
    fn reach(&mut self, boxes: &Bits<N>, region: &Bits<N>) {
        self.reached.keeper = region.first().expect("the keeper is somewhere");
        let keeper = self.problem.field.place(self.problem.start.keeper);
        self.reached.is_won = *boxes == self.start && region.contains(keeper);
        let keeper_hash = self.problem.keys.keeper_hash(self.reached.keeper);
        self.reached.hash = self.reached.key.hash ^ keeper_hash;
    }
}

impl<const N: usize> Space for PullSpace<'_, N> {
    fn key_words(&self) -> usize {
        self.problem.keys.words()
    }

    fn roots(&mut self) -> Vec<(Reached, u16)> {
        let field = &self.problem.field;
        let boxes = field.goals;
        let mut rest = field.floor & !boxes;
        let mut roots = Vec::new();
        if boxes.iter().any(|it| !self.problem.keys.has(it)) {
            return roots;
        }
        while let Some(place) = rest.first() {
            let region = field.region(place, &boxes, &Bits::EMPTY);
            rest &= !region;
            self.problem.keys.pack(&boxes, &Bits::EMPTY, &mut self.reached.key);
            self.reach(&boxes, &region);
            let reached = self.reached.clone();
            self.enter(&reached.key.words, reached.keeper);
            if let Some(bound) = self.bound.estimate() {
                roots.push((reached, node_bound(bound)));
            }
        }
        roots
    }

    fn prepare(&mut self, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        let mut stopped = Ok(());
        let mut keep_going = || {
            stopped = meter.ask();
            stopped.is_ok()
        };
        if self.entered + 1 == NODES_BEFORE_PAIRS {
            self.unreachable.add_pairs(self.problem, &mut keep_going);
        } else if self.entered + 1 == NODES_BEFORE_TRIPLES {
            self.unreachable.add_triples(self.problem, &mut keep_going);
        }
        stopped
    }

    fn enter(&mut self, words: &[u64], keeper: Place) {
        self.entered += 1;
        self.problem.keys.unpack(words, &mut self.key, &mut self.list);
        self.boxes = self.list.iter().copied().collect();
        self.region = self.problem.field.region(keeper, &self.boxes, &Bits::EMPTY);
        self.bound.enter(&self.list, keeper);
    }

    fn edges(&mut self, edges: &mut Vec<Edge>) {
        edges.clear();
        let field = &self.problem.field;
        for &place in &self.list {
            if !field.takes_box.contains(place) {
                continue;
            }
            for way in Direction::ORTHOGONAL {
                let from = field.back(place, way);
                let behind = field.back(from, way);
                let is_open = self.region.contains(from) && self.problem.keys.has(from);
                if is_open && self.region.contains(behind) {
                    edges.push(Edge::push(from, way));
                }
            }
        }
    }

    fn follow(&mut self, edge: Edge) -> &Reached {
        let (problem, field) = (self.problem, &self.problem.field);
        self.edge = edge;
        let FieldPush { from, way } = self.pulled();
        let place = field.go(from, way);
        self.reached.key.copy_from(&self.key);
        problem.keys.toggle_box(&mut self.reached.key, place);
        problem.keys.toggle_box(&mut self.reached.key, from);
        let mut boxes = self.boxes;
        boxes.remove(place);
        boxes.insert(from);
        let region = field.region(field.back(from, way), &boxes, &Bits::EMPTY);
        self.reach(&boxes, &region);
        &self.reached
    }

    fn reached(&self) -> &Reached {
        &self.reached
    }

    fn judge(&mut self) -> Option<u16> {
        if self.reached.is_won {
            return Some(0);
        }
        let FieldPush { from, way } = self.pulled();
        let place = self.problem.field.go(from, way);
        let index = self.list.iter().position(|&it| it == place)?;
        let mut others = self.boxes;
        others.remove(place);
        if self.unreachable.has(from, &others, self.problem.field.back(from, way)) {
            return None;
        }
        let mut boxes = self.boxes;
        boxes.remove(place);
        boxes.insert(from);
        let keeper = self.problem.field.back(from, way);
        if is_stuck(&self.problem.field, &boxes, keeper, &self.start) {
            return None;
        }
        if self.obeys_corrals && self.is_out_of_turn(&boxes, keeper) {
            return None;
        }
        let bound = self.bound.after(index, from, way)?;
        Some(node_bound(bound))
    }

    fn effort(&self) -> u64 {
        effort_of(N, self.list.len())
    }

    fn bytes(&self) -> u64 {
        self.bound.bytes() + self.unreachable.bytes()
    }
}
