//! The space of pushes: boxes, open holes and the keeper's region.

use sokolab_core::GoalKind;

use super::bits::Bits;
use super::field::Place;
use super::keys::Key;
use super::{Edge, Reached, Space};
use crate::deadlock::corral::Corrals;
use crate::deadlock::patterns::Patterns;
use crate::heuristic::bound::{Bound, Pushed};
use crate::problem::Problem;
use crate::prune::absorb::absorb;
use crate::prune::pi_corral::{self, closed_parts, pi_corral};
use crate::prune::symmetry::Images;

/// Which rules may list fewer pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pruning {
    pub(crate) corrals: bool,
    pub(crate) gates: bool,
    pub(crate) absorbing: bool,
    pub(crate) symmetry: bool,
    pub(crate) lemmas: bool,
}

impl Pruning {
    /// Everything that keeps the fewest pushes.
    pub(crate) const ALL: Pruning =
        Pruning { corrals: true, gates: true, absorbing: true, symmetry: true, lemmas: true };
}

/// The space.
#[derive(Debug)]
pub(crate) struct PushSpace<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    pruning: Pruning,
    bound: Bound<'a, N>,
    images: Images,
    patterns: Patterns<N>,
    corrals: Corrals<N>,
    // The state at hand.
    key: Key,
    list: Vec<Place>,
    boxes: Bits<N>,
    holes: Bits<N>,
    region: Bits<N>,
    // The state at the end of the edge just followed.
    edge: Edge,
    child_boxes: Bits<N>,
    child_holes: Bits<N>,
    reached: Reached,
}

impl<'a, const N: usize> PushSpace<'a, N> {
    pub(crate) fn new(problem: &'a Problem<'a, N>, pruning: Pruning) -> PushSpace<'a, N> {
        let images = if pruning.symmetry {
            Images::new(problem.board, &problem.field, &problem.keys)
        } else {
            Images::default()
        };
        PushSpace {
            problem,
            pruning,
            bound: Bound::new(problem),
            images,
            patterns: Patterns::new(),
            corrals: Corrals::new(),
            key: Key::default(),
            list: Vec::new(),
            boxes: Bits::EMPTY,
            holes: Bits::EMPTY,
            region: Bits::EMPTY,
            edge: Edge { from: 0, way: 0, cost: 0 },
            child_boxes: Bits::EMPTY,
            child_holes: Bits::EMPTY,
            reached: Reached::default(),
        }
    }

    /// Lists the only push that needs to be tried, if there is such a box: one that the keeper can
    /// push in one direction only, because it parts the keeper from everything ahead. It must move,
    /// that way, and whatever else can be pushed now can still be pushed afterwards (`solver.md`
    /// 3.13). If the way is blocked, nothing is listed, and the state is dead. `false` without such
    /// a box. Tunnels, straight or bent, are chains of such squares.
    ///
    /// Keeps `ShortestPushes`; every box must be needed.
    fn gate(&self, edges: &mut Vec<Edge>) -> bool {
        let Some(costs) = self.bound.costs() else { return false };
        let field = &self.problem.field;
        for (&place, &node) in self.list.iter().zip(self.bound.nodes()) {
            let Some(way) = node.and_then(|node| costs.only(node)) else { continue };
            if field.goals.contains(place) || !self.region.contains(field.back(place, way)) {
                continue;
            }
            let to = field.go(place, way);
            if self.problem.lands.contains(to) && !self.boxes.contains(to) {
                edges.push(Edge { from: place, way: way as u8, cost: 1 });
            }
            return true;
        }
        false
    }

    fn absorbing(&self) -> Option<Edge> {
        let costs = self.bound.costs()?;
        let boxes = self.list.iter().zip(self.bound.nodes());
        for (&place, &node) in boxes {
            let Some(node) = node else { continue };
            let at = (place, node);
            let way = absorb(&self.problem.field, costs, &self.boxes, &self.region, at);
            if let Some(way) = way {
                return Some(Edge { from: place, way: way as u8, cost: 1 });
            }
        }
        None
    }

    /// The pushes that pruning leaves; `false` if it has nothing to say.
    fn prune(&mut self, edges: &mut Vec<Edge>) -> bool {
        if !self.problem.is_classical() {
            return false;
        }
        let goal_kind = self.problem.field.goal_kind();
        if self.pruning.absorbing
            && goal_kind == GoalKind::Sink
            && let Some(edge) = self.absorbing()
        {
            edges.push(edge);
            return true;
        }
        let parts = closed_parts(&self.problem.field, &self.boxes, &self.region);
        let around = (&self.region, &parts[..]);
        if self.pruning.lemmas
            && self.corrals.is_dead(self.problem, &mut self.patterns, &self.boxes, around)
        {
            return true;
        }
        if self.pruning.gates && self.gate(edges) {
            return true;
        }
        if !self.pruning.corrals {
            return false;
        }
        let field = &self.problem.field;
        let fills_goals = goal_kind == GoalKind::Keep && self.list.len() >= field.goals.len();
        let scene = pi_corral::Scene {
            field,
            boxes: &self.boxes,
            region: &self.region,
            lands: &self.problem.lands,
            fills_goals,
        };
        let Some(pushes) = pi_corral(&scene, &parts) else { return false };
        edges.extend(pushes.into_iter().map(|(from, way)| Edge { from, way: way as u8, cost: 1 }));
        true
    }
}

impl<const N: usize> Space for PushSpace<'_, N> {
    fn key_words(&self) -> usize {
        self.problem.keys.words()
    }

    fn roots(&mut self) -> Vec<(Reached, u16)> {
        let (boxes, holes, keeper) = self.problem.first();
        let region = self.problem.field.region(keeper, &boxes, &holes);
        let (reached, _) = stored(self.problem, &self.images, &boxes, &holes, &region);
        let (words, keeper) = (reached.key.words.clone(), reached.keeper);
        self.enter(&words, keeper);
        match self.bound.estimate() {
            _ if reached.is_won => vec![(reached, 0)],
            Some(bound) => vec![(reached, clamp(bound))],
            None => Vec::new(),
        }
    }

    fn enter(&mut self, words: &[u64], keeper: Place) {
        self.holes = self.problem.keys.unpack(words, &mut self.key, &mut self.list);
        self.boxes = self.list.iter().copied().collect();
        self.region = self.problem.field.region(keeper, &self.boxes, &self.holes);
        self.bound.enter(&self.list, &self.boxes, &self.holes, keeper);
    }

    fn edges(&mut self, edges: &mut Vec<Edge>) {
        edges.clear();
        if self.prune(edges) {
            return;
        }
        let field = &self.problem.field;
        for &place in &self.list {
            for way in 0..field.push_ways() {
                let (to, behind) = (field.go(place, way), field.back(place, way));
                if self.region.contains(behind)
                    && self.problem.lands.contains(to)
                    && !self.boxes.contains(to)
                {
                    edges.push(Edge { from: place, way: way as u8, cost: 1 });
                }
            }
        }
    }

    fn follow(&mut self, edge: Edge) -> &Reached {
        let (problem, field) = (self.problem, &self.problem.field);
        let to = field.go(edge.from, usize::from(edge.way));
        self.edge = edge;
        self.child_boxes = self.boxes;
        self.child_boxes.remove(edge.from);
        self.child_holes = self.holes;
        self.reached.key.copy_from(&self.key);
        problem.keys.toggle_box(&mut self.reached.key, edge.from);
        let filled = self.holes.contains(to);
        if filled {
            self.child_holes.remove(to);
            problem.keys.toggle_hole(&mut self.reached.key, to);
        } else if !problem.swallows(to) {
            self.child_boxes.insert(to);
            problem.keys.toggle_box(&mut self.reached.key, to);
        }
        let after = (&self.child_boxes, &self.child_holes);
        let region = field.region_after(&self.region, after, edge.from, to);
        self.reached.keeper = region.first().unwrap_or(edge.from);
        self.reached.is_won = problem.is_won(&self.child_boxes, &self.child_holes, &region);
        if !self.images.is_empty() {
            let (boxes, holes) = (&self.child_boxes, &self.child_holes);
            let found = (&mut self.reached.key, &mut self.reached.keeper);
            self.images.choose(&problem.keys, boxes, holes, &region, found);
        }
        let keeper_hash = problem.keys.keeper_hash(self.reached.keeper);
        self.reached.hash = self.reached.key.hash ^ keeper_hash;
        &self.reached
    }

    fn reached(&self) -> &Reached {
        &self.reached
    }

    fn judge(&mut self) -> Option<u16> {
        if self.reached.is_won {
            return Some(0);
        }
        let way = usize::from(self.edge.way);
        let index = self.list.iter().position(|&it| it == self.edge.from)?;
        let to = self.problem.field.go(self.edge.from, way);
        let (boxes, holes) = (&self.child_boxes, &self.child_holes);
        if self.patterns.is_dead(to, boxes, self.edge.from) {
            return None;
        }
        self.bound.after(&Pushed { index, way, to, boxes, holes }).map(clamp)
    }

    fn bytes(&self) -> u64 {
        self.bound.bytes() + self.patterns.bytes() + self.corrals.bytes()
    }

    fn lemma_nodes(&self) -> u64 {
        self.corrals.nodes
    }
}

/// The state that stands for these boxes and holes in the store, with the number of the image that
/// it is. `walkable` are the places among which the keeper's does not matter.
pub(crate) fn stored<const N: usize>(
    problem: &Problem<'_, N>,
    images: &Images,
    boxes: &Bits<N>,
    holes: &Bits<N>,
    walkable: &Bits<N>,
) -> (Reached, Option<usize>) {
    let mut reached = Reached::default();
    problem.keys.pack(boxes, holes, &mut reached.key);
    reached.keeper = walkable.first().expect("the keeper is somewhere");
    reached.is_won = problem.is_won(boxes, holes, walkable);
    let to = (&mut reached.key, &mut reached.keeper);
    let image = images.choose(&problem.keys, boxes, holes, walkable, to);
    reached.hash = reached.key.hash ^ problem.keys.keeper_hash(reached.keeper);
    (reached, image)
}

/// A bound as it is stored: too large ones become smaller, which is safe.
fn clamp(bound: u32) -> u16 {
    bound.min(u32::from(u16::MAX)) as u16
}
