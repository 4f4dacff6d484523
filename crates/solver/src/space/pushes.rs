//! The space of pushes: states are boxes, open holes and the keeper's region.

use crate::leg::{Action, Leg};
use sokolab_core::{Direction, GoalKind, Stop};

use super::{Edge, Reached, Space, effort_of, node_bound};
use crate::deadlock::Arrival;
use crate::deadlock::detectors::Detectors;
use crate::deadlock::patterns::Patterns;
use crate::heuristic::LowerBound;
use crate::heuristic::bound::{Bound, Pushed};
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::prune::absorb::absorb;
use crate::prune::pi_corral::{self, closed_parts, pi_corral};
use crate::prune::rule::{Pruning, Rule};
use crate::prune::symmetry::Images;
use sokolab_field::{Around, Bits, BoxStop, FieldPush, Key, Macros, Obstacles, Place};

/// The number of states entered before the table of pairs is worth its cost.
const NODES_BEFORE_PAIRS: u64 = 20_000;

/// The number of states entered before the table of triples is worth its cost.
const NODES_BEFORE_TRIPLES: u64 = 50_000;

/// The space of pushes.
#[derive(Debug)]
pub(crate) struct PushSpace<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    pruning: Pruning,
    lands: Bits<N>,
    bound: Bound<'a, N>,
    images: Images,
    detectors: Detectors<N>,
    entered: u64,
    /// The number of its patterns that have been published.
    published: usize,
    macros: Macros<N>,
    // The current state.
    key: Key,
    list: Vec<Place>,
    boxes: Bits<N>,
    holes: Bits<N>,
    region: Bits<N>,
    keeper: Place,
    // The state at the end of the edge just followed.
    edge: Edge,
    /// The last push of the edge.
    last: FieldPush,
    child_boxes: Bits<N>,
    child_holes: Bits<N>,
    reached: Reached,
}

impl<'a, const N: usize> PushSpace<'a, N> {
    pub(crate) fn new(problem: &'a Problem<'a, N>, pruning: Pruning) -> PushSpace<'a, N> {
        let images =
            if pruning.has(Rule::Symmetry) { Images::new(problem) } else { Images::default() };
        let lands =
            if pruning.has(Rule::Filling) { problem.lands & problem.live } else { problem.lands };
        PushSpace {
            problem,
            pruning,
            lands,
            bound: Bound::new(problem),
            images,
            detectors: Detectors::with_capacities(problem),
            entered: 0,
            published: 0,
            macros: Macros::new(),
            key: Key::default(),
            list: Vec::new(),
            boxes: Bits::EMPTY,
            holes: Bits::EMPTY,
            region: Bits::EMPTY,
            keeper: 0,
            edge: Edge::new(Leg::NONE),
            last: FieldPush { from: 0, way: Direction::Left },
            child_boxes: Bits::EMPTY,
            child_holes: Bits::EMPTY,
            reached: Reached::default(),
        }
    }

    /// Enters a state that will not be evaluated.
    pub(crate) fn enter_without_bound(&mut self, words: &[u64], keeper: Place) {
        self.holes = self.problem.keys.unpack(words, &mut self.key, &mut self.list);
        self.boxes = self.list.iter().copied().collect();
        self.region = self.problem.field.region(keeper, &self.boxes, &self.holes);
        self.keeper = keeper;
    }

    /// Lists the push of a box that must move first, if there is one: a box that the keeper can
    /// ever push in one direction only, because it separates the keeper from everything ahead. It
    /// must move that way, and whatever else can be pushed now can still be pushed afterwards. If
    /// the push is blocked, nothing is listed and the state is dead. Returns `false` if there is no
    /// such box. Tunnels, straight or bent, are chains of such squares.
    ///
    /// Keeps the fewest pushes; every box must be needed.
    fn gate(&self, edges: &mut Vec<Edge>) -> bool {
        let Some(costs) = self.bound.costs() else { return false };
        let field = &self.problem.field;
        for (&place, &node) in self.list.iter().zip(self.bound.nodes()) {
            let Some(way) = node.and_then(|node| costs.only(node)) else { continue };
            if field.goals.contains(place) || !self.region.contains(field.back(place, way)) {
                continue;
            }
            let to = field.go(place, way);
            if self.lands.contains(to) && !self.boxes.contains(to) {
                edges.push(Edge::push(place, way));
            }
            return true;
        }
        false
    }

    /// The delivery macro to use: that of the first box that can sink on a shortest path, or that
    /// of the box that needs the fewest pushes into a hole.
    fn absorbing(&mut self) -> Option<Edge> {
        let wanted = self.wanted();
        let is_sink = self.problem.field.goal_kind() == GoalKind::Sink;
        let mut best: Option<Edge> = None;
        for index in 0..self.list.len() {
            let from = self.list[index];
            if !self.can_be_pushed(from) {
                continue;
            }
            let Some(stop) = self.stop_of(from, &wanted) else { continue };
            let node = self.bound.nodes()[index];
            let nearest = node.zip(self.bound.costs()).map(|(node, costs)| costs.nearest(node));
            if is_sink && nearest != Some(i32::from(stop.pushes)) {
                continue;
            }
            if best.is_none_or(|known| stop.pushes < known.cost) {
                let leg = Leg { from, action: Action::Deliver };
                best = Some(Edge { cost: stop.pushes, ..Edge::new(leg) });
            }
            if is_sink {
                break;
            }
        }
        best
    }

    /// Whether the keeper can push a box somewhere now.
    fn can_be_pushed(&self, place: Place) -> bool {
        let field = &self.problem.field;
        field.push_ways().iter().any(|&way| {
            let (to, behind) = (field.go(place, way), field.back(place, way));
            let is_open = self.lands.contains(to) && !self.boxes.contains(to);
            is_open && self.region.contains(behind)
        })
    }

    /// Where a box should vanish: in any sink, or in a hole that the win needs.
    fn wanted(&self) -> Bits<N> {
        match self.problem.field.goal_kind() {
            GoalKind::Keep => Bits::EMPTY,
            GoalKind::Fill => self.bound.required_places(),
            GoalKind::Sink => self.problem.field.goals,
        }
    }

    fn stop_of(&mut self, from: Place, wanted: &Bits<N>) -> Option<BoxStop> {
        let problem = self.problem;
        let obstacles = Obstacles { boxes: &self.boxes, holes: &self.holes };
        absorbing_stop(problem, &mut self.macros, obstacles, wanted, from, self.keeper)
    }

    /// Lists the pushes that pruning leaves; `false` if no rule applies.
    fn prune(&mut self, edges: &mut Vec<Edge>) -> bool {
        let goal_kind = self.problem.field.goal_kind();
        let absorbs = self.pruning.has(Rule::Sinking) || self.pruning.has(Rule::Filling);
        if absorbs && let Some(edge) = self.absorbing() {
            edges.push(edge);
            return true;
        }
        if self.pruning == Pruning::NONE || !self.problem.is_classical() {
            return false;
        }
        let parts = closed_parts(&self.problem.field, &self.boxes, &self.region);
        if self.pruning.has(Rule::Deadlocks)
            && self.detectors.is_corral_dead(self.problem, &self.boxes, &self.region, &parts)
        {
            return true;
        }
        if self.pruning.has(Rule::Gates) && self.gate(edges) {
            return true;
        }
        if !self.pruning.has(Rule::PiCorrals) {
            return false;
        }
        let field = &self.problem.field;
        let fills_goals = goal_kind == GoalKind::Keep && self.list.len() >= field.goals.len();
        let scene = pi_corral::CorralScene {
            field,
            boxes: &self.boxes,
            region: &self.region,
            lands: &self.lands,
            fills_goals,
        };
        let Some(pushes) = pi_corral(&scene, &parts) else { return false };
        edges.extend(pushes.into_iter().map(|push| Edge::push(push.from, push.way)));
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
        let (reached, _) = canonical_state(self.problem, &self.images, &boxes, &holes, &region);
        let (words, keeper) = (reached.key.words.clone(), reached.keeper);
        self.enter(&words, keeper);
        match self.bound.estimate() {
            _ if reached.is_won => vec![(reached, 0)],
            Some(bound) => vec![(reached, node_bound(bound))],
            None => Vec::new(),
        }
    }

    fn prepare(&mut self, meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        let is_next = |count: u64| self.entered + 1 == count;
        let mut stopped = Ok(());
        let mut keep_going = |_, _| {
            stopped = meter.ask();
            stopped.is_ok()
        };
        if is_next(NODES_BEFORE_PAIRS) && self.pruning.has(Rule::Deadlocks) {
            self.detectors.add_pairs(self.problem, &mut keep_going);
        } else if is_next(NODES_BEFORE_TRIPLES) {
            self.detectors.add_triples(self.problem, &mut keep_going);
        }
        stopped
    }

    fn enter(&mut self, words: &[u64], keeper: Place) {
        self.entered += 1;
        self.enter_without_bound(words, keeper);
        self.bound.enter(&self.list, &self.boxes, &self.holes, keeper);
    }

    fn edges(&mut self, edges: &mut Vec<Edge>) {
        edges.clear();
        if self.prune(edges) {
            return;
        }
        let field = &self.problem.field;
        for &place in &self.list {
            for &way in field.push_ways() {
                let (to, behind) = (field.go(place, way), field.back(place, way));
                if self.region.contains(behind)
                    && self.lands.contains(to)
                    && !self.boxes.contains(to)
                {
                    edges.push(Edge::push(place, way));
                }
            }
        }
    }

    fn follow(&mut self, edge: Edge) -> &Reached {
        let (problem, field) = (self.problem, &self.problem.field);
        self.edge = edge;
        let from = edge.leg.from;
        self.last = edge.leg.push().unwrap_or_else(|| {
            let wanted = self.wanted();
            let stop = self.stop_of(from, &wanted).expect("the edge was found that way");
            let way = stop.way.expect("the box was pushed");
            FieldPush { from: field.back(stop.place, way), way }
        });
        let to = field.go(self.last.from, self.last.way);
        (self.child_boxes, self.child_holes) = (self.boxes, self.holes);
        self.reached.key.copy_from(&self.key);
        let (boxes, holes) = (&mut self.child_boxes, &mut self.child_holes);
        problem.make_push_in(&mut self.reached.key, boxes, holes, from, to);
        let region = if edge.leg.action == Action::Deliver {
            field.region(self.last.from, &self.child_boxes, &self.child_holes)
        } else {
            let after = Obstacles { boxes: &self.child_boxes, holes: &self.child_holes };
            field.region_after(&self.region, after, from, to)
        };
        self.reached.keeper = region.first().unwrap_or(from);
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
        let index = self.list.iter().position(|&it| it == self.edge.leg.from)?;
        let FieldPush { from: keeper, way } = self.last;
        let to = self.problem.field.go(keeper, way);
        let (boxes, holes) = (&self.child_boxes, &self.child_holes);
        if self.detectors.is_dead_after(self.problem, Arrival { to, boxes, keeper }) {
            return None;
        }
        self.bound.after(&Pushed { index, way, to, keeper, boxes, holes }).map(node_bound)
    }

    fn effort(&self) -> u64 {
        effort_of(N, self.list.len())
    }

    fn bytes(&self) -> u64 {
        let tables = self.images.bytes() + self.macros.bytes();
        self.bound.bytes() + self.detectors.bytes() + tables
    }

    fn lemma_nodes(&self) -> u64 {
        self.detectors.corral_nodes()
    }

    fn exchange(spaces: &mut [&mut Self]) {
        let learners = spaces.iter_mut().map(|it| {
            let PushSpace { detectors, published, .. } = &mut **it;
            (&mut detectors.learned, published)
        });
        Patterns::exchange(&mut learners.collect::<Vec<_>>());
    }
}

/// The first stop at which the box at `from` vanishes on one of `wanted` while no other box moves.
/// Leaves all its stops in `macros`.
pub(crate) fn absorbing_stop<const N: usize>(
    problem: &Problem<'_, N>,
    macros: &mut Macros<N>,
    Obstacles { boxes, holes }: Obstacles<'_, N>,
    wanted: &Bits<N>,
    from: Place,
    keeper: Place,
) -> Option<BoxStop> {
    let mut others = *boxes;
    others.remove(from);
    let (field, lands, ends) = (&problem.field, &problem.lands, problem.ends(holes));
    let around = Around { field, others: &others, holes, lands, ends: &ends };
    absorb(macros, &around, wanted, from, keeper)
}

/// The state that represents these boxes and holes in the store, with the index of the symmetry
/// that maps to it. `walkable` are the places among which the keeper's exact place does not matter.
pub(crate) fn canonical_state<const N: usize>(
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
