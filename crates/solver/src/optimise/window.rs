//! A* search for the best path from one state of a solution to a later one, within its vicinity.
//!
//! If only pushes count, states use the keeper's region; if moves count as well, the keeper's place
//! after its last push is part of the state, and an edge includes the cost of the walk. Only states
//! that may still lead to a better path than the known one are kept.

use crate::leg::Leg;
use sokolab_core::{GoalKind, Stop};

use super::distances::LoneDistances;
use super::remaining::Remaining;
use super::trace::SolutionState;
use super::vicinity::Vicinity;
use crate::deadlock::freeze::{frozen, is_free};
use crate::memory::{Link, NodeNumber, NodeStore, OpenList};
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::space::effort_of;
use crate::space::steps::Steps;
use sokolab_field::{Bits, FieldPush, Key, Obstacles, Place};

/// What makes one path better than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Metric {
    /// Fewer pushes; moves do not matter.
    Pushes,
    /// Fewer pushes, then fewer moves.
    PushesMoves,
    /// Fewer moves, then fewer pushes.
    MovesPushes,
}

/// A cost, the more important part first.
pub(crate) type Cost = (u32, u32);

impl Metric {
    /// The cost of this many pushes and moves.
    pub(crate) fn cost(self, pushes: u32, moves: u32) -> Cost {
        match self {
            Metric::Pushes => (pushes, 0),
            Metric::PushesMoves => (pushes, moves),
            Metric::MovesPushes => (moves, pushes),
        }
    }
}

/// Where the keeper must be able to walk at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// To this square, from which the known path continues.
    To(Place),
    Exit,
    /// Nowhere in particular.
    Anywhere,
}

/// Where a path may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// In the state in which the known path ends.
    Same,
    /// In any won state.
    Won,
}

/// What to search for.
#[derive(Debug)]
pub(crate) struct WindowTask<const N: usize> {
    pub(crate) start: SolutionState<N>,
    /// The state to reach.
    pub(crate) end: SolutionState<N>,
    /// Where paths may end; they are tried in turn until one gives a better path.
    pub(crate) ends: &'static [Ends],
    pub(crate) finish: Finish,
    pub(crate) metric: Metric,
    /// A path must cost less than this.
    pub(crate) limit: Cost,
    /// The allowed states; `None` for all.
    pub(crate) vicinity: Option<Vicinity>,
    pub(crate) nodes_max: u64,
    pub(crate) bytes_max: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WindowOutcome {
    /// The best path there is.
    Better(Vec<FieldPush>),
    /// A better path, but the search for the best one was cut short.
    Cut(Vec<FieldPush>),
    /// There is no better path.
    Nothing,
    /// The search took too many nodes or too much memory.
    TooLarge,
}

/// The parent of the first node.
const NO_PARENT: NodeNumber = NodeNumber::MAX;

/// A search of one window.
#[derive(Debug)]
pub(crate) struct WindowSearch<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    task: &'a WindowTask<N>,
    ends: Ends,
    vicinity: Option<Vicinity>,
    remaining: Option<Remaining<'a, N>>,
    store: NodeStore,
    open: OpenList,
    steps: Steps,
    /// The cost of the best path found, or of the known one.
    limit: Cost,
    best: Option<NodeNumber>,
    // The current state.
    node: NodeNumber,
    key: Key,
    list: Vec<Place>,
    boxes: Bits<N>,
    holes: Bits<N>,
    region: Bits<N>,
    child: Key,
}

impl<'a, const N: usize> WindowSearch<'a, N> {
    pub(crate) fn new(
        problem: &'a Problem<'a, N>,
        distances: &'a LoneDistances<N>,
        task: &'a WindowTask<N>,
        ends: Ends,
    ) -> WindowSearch<'a, N> {
        let remaining = match ends {
            Ends::Same => Some(Remaining::new(problem, distances, &task.end)),
            Ends::Won => None,
        };
        let store = NodeStore::new(problem.keys.words(), task.bytes_max);
        WindowSearch {
            problem,
            task,
            ends,
            vicinity: task.vicinity.clone(),
            remaining,
            store,
            open: OpenList::default(),
            steps: Steps::new(N * 64),
            limit: task.limit,
            best: None,
            node: 0,
            key: Key::default(),
            list: Vec::new(),
            boxes: Bits::EMPTY,
            holes: Bits::EMPTY,
            region: Bits::EMPTY,
            child: Key::default(),
        }
    }

    /// The peak memory, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.store.bytes_peak() + self.open.bytes()
    }

    /// Runs the search.
    ///
    /// # Errors
    /// If a limit of the meter is hit.
    pub(crate) fn run(&mut self, meter: &mut SearchMeter<'_>) -> Result<WindowOutcome, Stop> {
        self.put_first();
        let mut nodes = 0;
        while let Some(least) = self.open.least() {
            if least as u32 > self.limit.0 || self.is_pointless(least as u32) {
                break;
            }
            let Some((_, node)) = self.open.pop() else { break };
            let link = self.store.link(node);
            if link.is_closed {
                continue;
            }
            let is_full = self.bytes() > self.task.bytes_max;
            if nodes == self.task.nodes_max || is_full {
                return Ok(self.way().map_or(WindowOutcome::TooLarge, WindowOutcome::Cut));
            }
            nodes += 1;
            meter.count_node()?;
            meter.work(effort_of(N, self.list.len()))?;
            self.store.set_link(node, Link { is_closed: true, ..link });
            if !self.expand(node, (link.cost.into(), link.bound.into())) {
                return Ok(self.way().map_or(WindowOutcome::TooLarge, WindowOutcome::Cut));
            }
        }
        Ok(self.way().map_or(WindowOutcome::Nothing, WindowOutcome::Better))
    }

    /// Whether no path with this lower bound can be better: where moves do not matter, an equal
    /// number of pushes is no gain.
    fn is_pointless(&self, least: u32) -> bool {
        self.task.metric == Metric::Pushes && least >= self.limit.0
    }

    fn put_first(&mut self) {
        let problem = self.problem;
        let SolutionState { boxes, holes, keeper } = self.task.start;
        problem.keys.pack(&boxes, &holes, &mut self.child);
        let keeper = match self.task.metric {
            Metric::Pushes => {
                problem.field.region(keeper, &boxes, &holes).first().unwrap_or(keeper)
            }
            Metric::PushesMoves | Metric::MovesPushes => keeper,
        };
        let link = Link {
            parent: NO_PARENT,
            leg: Leg::NONE,
            cost: 0,
            bound: 0,
            is_closed: false,
            is_won: false,
        };
        let hash = self.child.hash ^ problem.keys.keeper_hash(keeper);
        if let Ok(node) = self.store.insert(&self.child.words, keeper, hash, link) {
            self.open.push(0, 0, node);
        }
    }

    /// Expands a node. Returns `false` if there is no memory for its successors.
    fn expand(&mut self, node: NodeNumber, cost: Cost) -> bool {
        let problem = self.problem;
        let keeper = self.store.keeper(node);
        self.node = node;
        self.holes = problem.keys.unpack(self.store.key(node), &mut self.key, &mut self.list);
        self.boxes = self.list.iter().copied().collect();
        if self.task.metric == Metric::Pushes {
            self.region = problem.field.region(keeper, &self.boxes, &self.holes);
        } else {
            let obstacles = Obstacles { boxes: &self.boxes, holes: &self.holes };
            self.steps.count(&problem.field, obstacles, keeper);
            self.region = self.steps.region();
        }
        self.finish(cost);
        if let Some(remaining) = &mut self.remaining
            && remaining.enter(&self.list, &self.holes, keeper).is_none()
        {
            return true;
        }
        if let Some(vicinity) = &mut self.vicinity {
            vicinity.enter(&self.list);
        }
        for index in 0..self.list.len() {
            let from = self.list[index];
            for &way in problem.field.push_ways() {
                let (to, behind) = (problem.field.go(from, way), problem.field.back(from, way));
                if self.region.contains(behind)
                    && problem.lands.contains(to)
                    && !self.boxes.contains(to)
                    && !self.follow(index, FieldPush { from, way }, cost)
                {
                    return false;
                }
            }
        }
        true
    }

    /// Records the current state if it is an end and its path is better than the best known one.
    fn finish(&mut self, cost: Cost) {
        let end = &self.task.end;
        let is_end = match self.ends {
            Ends::Same => self.boxes == end.boxes && self.holes == end.holes,
            Ends::Won => self.problem.is_won(&self.boxes, &self.holes, &self.region),
        };
        let exits = self.problem.field.exits;
        let is_there = match self.task.finish {
            Finish::To(place) => self.region.contains(place),
            Finish::Exit => self.region.intersects(&exits),
            Finish::Anywhere => true,
        };
        if !is_end || !is_there {
            return;
        }
        let steps = match (self.task.metric, self.task.finish) {
            (Metric::Pushes, _) | (_, Finish::Anywhere) => 0,
            (_, Finish::To(place)) => u32::from(self.steps.to(place)),
            (_, Finish::Exit) => {
                let ways = (exits & self.region).iter().map(|it| u32::from(self.steps.to(it)));
                ways.min().unwrap_or(0)
            }
        };
        let total = sum(cost, self.task.metric.cost(0, steps));
        if total < self.limit {
            self.limit = total;
            self.best = Some(self.node);
        }
    }

    /// Evaluates the state after a push. Returns `false` if there is no memory for it.
    fn follow(&mut self, index: usize, push: FieldPush, cost: Cost) -> bool {
        let problem = self.problem;
        let FieldPush { from, way } = push;
        let to = problem.field.go(from, way);
        let vanishes = self.holes.contains(to) || problem.swallows(to);
        if let Some(vicinity) = &self.vicinity
            && !vicinity.has_after(from, (!vanishes).then_some(to))
        {
            return true;
        }
        let steps = match self.task.metric {
            Metric::Pushes => 0,
            _ => u32::from(self.steps.to(problem.field.back(from, way))),
        };
        let cost = sum(cost, self.task.metric.cost(1, steps + 1));
        let rest = match &mut self.remaining {
            None => 0,
            Some(remaining) => match remaining.after(index, push, &self.holes) {
                Some(rest) => rest,
                None => return true,
            },
        };
        let total = sum(cost, self.task.metric.cost(rest, rest));
        if total >= self.limit {
            return true;
        }
        let here = SolutionState { boxes: self.boxes, holes: self.holes, keeper: from };
        let after = here.after(problem, push);
        if self.is_stuck(&after, to) {
            return true;
        }
        self.put(&here, &after, push, cost, total)
    }

    /// Whether a box is frozen on a square where the target state has none.
    fn is_stuck(&self, after: &SolutionState<N>, to: Place) -> bool {
        let problem = self.problem;
        let field = &problem.field;
        self.ends == Ends::Same
            && problem.is_classical()
            && field.goal_kind() == GoalKind::Keep
            && after.boxes.contains(to)
            && !is_free(field, &after.boxes, &problem.lands, to)
            && !frozen(field, &after.boxes, &problem.lands).is_subset(&self.task.end.boxes)
    }

    fn put(
        &mut self,
        here: &SolutionState<N>,
        after: &SolutionState<N>,
        push: FieldPush,
        cost: Cost,
        total: Cost,
    ) -> bool {
        let problem = self.problem;
        let FieldPush { from, way } = push;
        let (keys, to) = (&problem.keys, problem.field.go(from, way));
        self.child.copy_from(&self.key);
        keys.toggle_box(&mut self.child, from);
        if after.holes != here.holes {
            keys.toggle_hole(&mut self.child, to);
        } else if after.boxes.contains(to) {
            keys.toggle_box(&mut self.child, to);
        }
        let keeper = match self.task.metric {
            Metric::Pushes => {
                let now = Obstacles { boxes: &after.boxes, holes: &after.holes };
                let region = problem.field.region_after(&self.region, now, from, to);
                region.first().unwrap_or(from)
            }
            Metric::PushesMoves | Metric::MovesPushes => from,
        };
        let hash = self.child.hash ^ keys.keeper_hash(keeper);
        let link = Link {
            parent: self.node,
            leg: push.into(),
            cost: cost.0 as u16,
            bound: cost.1 as u16,
            is_closed: false,
            is_won: false,
        };
        let node = match self.store.find(&self.child.words, keeper, hash) {
            Some(node) => {
                let known = self.store.link(node);
                if (u32::from(known.cost), u32::from(known.bound)) <= cost {
                    return true;
                }
                self.store.set_link(node, link);
                node
            }
            None => match self.store.insert(&self.child.words, keeper, hash, link) {
                Ok(node) => node,
                Err(_) => return false,
            },
        };
        // Among equal sums, the state nearest to the end comes first.
        let second = match self.task.metric {
            Metric::Pushes => total.0 - cost.0,
            Metric::PushesMoves | Metric::MovesPushes => total.1,
        };
        self.open.push(total.0 as usize, second as usize, node);
        true
    }

    /// The pushes of the best path.
    fn way(&self) -> Option<Vec<FieldPush>> {
        let mut node = self.best?;
        let mut way = Vec::new();
        loop {
            let link = self.store.link(node);
            if link.parent == NO_PARENT {
                way.reverse();
                return Some(way);
            }
            way.push(link.leg.push().expect("every leg is a push"));
            node = link.parent;
        }
    }
}

fn sum(one: Cost, two: Cost) -> Cost {
    (one.0 + two.0, one.1 + two.1)
}
