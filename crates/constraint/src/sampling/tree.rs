//! Monte Carlo tree search over pushes.
//!
//! A node is a set of boxes and the keeper's region, shared by all paths that lead to it. From the
//! root the search descends to the child that looks best or was rarely tried, until it reaches a
//! node that has not been expanded; it lists the pushes there, evaluates the children, and
//! propagates their value to every node on the path. A [`Judge`] replaces random playouts: it
//! values every new node and may weigh the pushes of a node that is expanded, as a policy network
//! does.
//!
//! Steps between two pushes cost a fraction of a push each, counted from where the keeper stood
//! when a node was expanded, so of two pushes that are worth the same the nearer is tried first.
//!
//! Inference: pushes that are known to lose are not listed, constraints are propagated in every new
//! state, and a node whose children are all dead is dead. When no node is left to expand, there is
//! no solution.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sokolab_analysis::matching_bound;
use sokolab_core::{Meter, Push, Square, SquareSet, State, Stop, is_won, normalized};

use super::inference::Inference;
use super::live_pushes::LivePushes;
use super::random::effort;
use super::steps::steps_from;
use crate::blocks::blocks;
use crate::judge::{Judge, Position};
use crate::preprocess::PreprocessedLevel;
use crate::task::{CandidateSolution, Heuristic, Task, TechniqueAnswer};

/// The exploration weight without an opinion of the judge.
const CURIOSITY: f64 = 0.5;

/// The exploration weight of the judge's opinion.
const TRUST: f64 = 0.5;

/// With more boxes, matching them with goals is not worth its time.
const BOXES_MATCHED_MAX: u64 = 150;

/// Runs the tree search.
pub(crate) fn solve(
    task: &Task<'_>,
    ready: &PreprocessedLevel,
    judge: &dyn Judge,
    meter: &mut Meter<'_>,
) -> Result<TechniqueAnswer, Stop> {
    let disabled = task.options.disabled;
    let blocks = blocks(task, &ready.shut, meter)?;
    let boxes = task.start.boxes.len() as u64;
    let is_matched = disabled.enables(Heuristic::Matching) && boxes <= BOXES_MATCHED_MAX;
    let is_inferred = is_matched && disabled.enables(Heuristic::Propagation);
    let mut tree = Tree {
        task,
        ready,
        matching_work: if is_matched { 1 + boxes.pow(3) / 100 } else { 0 },
        inference: is_inferred.then(|| Inference::new(task.board, &ready.shut)),
        live: LivePushes::new(task.board, &ready.shut, blocks, disabled),
        judge,
        step_cost: task.options.step_cost / (1.5 * f64::from(ready.pushes_min.max(1))),
        chance: Pcg64Mcg::seed_from_u64(task.options.seed),
        nodes: Vec::new(),
        known: HashMap::new(),
        open: 0,
        bytes: 0,
    };
    let answer = tree.search(meter);
    ready.pruned.set(Some(tree.live.pruned()));
    answer
}

struct Node {
    state: State,
    /// A lower bound on the pushes left.
    estimate: u32,
    visits: f64,
    worth: f64,
    /// `None` until the node is expanded.
    edges: Option<Vec<Edge>>,
    parents: Vec<usize>,
    is_dead: bool,
}

/// A push and the node that it leads to.
#[derive(Clone, Copy)]
struct Edge {
    push: Push,
    child: usize,
    /// What the steps before the push cost.
    toll: f64,
    /// The share of the judge's opinion; `None` if it has none.
    weight: Option<f64>,
}

struct Tree<'a, 'j> {
    task: &'a Task<'a>,
    ready: &'a PreprocessedLevel,
    /// The cost of matching the boxes of a state with goals; 0 if they are not matched.
    matching_work: u64,
    inference: Option<Inference<'a>>,
    live: LivePushes<'a>,
    judge: &'j dyn Judge,
    /// What a step costs, in units of worth.
    step_cost: f64,
    chance: Pcg64Mcg,
    nodes: Vec<Node>,
    known: HashMap<(SquareSet, Square), usize>,
    /// Number of nodes that are neither expanded nor dead.
    open: usize,
    bytes: u64,
}

impl Tree<'_, '_> {
    fn search(&mut self, meter: &mut Meter<'_>) -> Result<TechniqueAnswer, Stop> {
        self.add(self.task.start.clone(), self.ready.pushes_min, 0.0);
        loop {
            if self.open == 0 || self.nodes[0].is_dead {
                return Ok(TechniqueAnswer::Unsolvable);
            }
            if let Some(way) = self.grow(meter)? {
                return Ok(TechniqueAnswer::Solved {
                    way: CandidateSolution::Pushes(way),
                    is_fewest: false,
                });
            }
        }
    }

    /// Expands one more node; returns the pushes of a solution if it finds one.
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Push>>, Stop> {
        let (mut path, mut way, mut tolls) = (vec![0], Vec::new(), Vec::new());
        let mut at = 0;
        let mut worth = loop {
            if self.nodes[at].edges.is_none() {
                let keeper = way.last().map_or(self.task.start.keeper, |push: &Push| push.from);
                self.show(at, keeper, way.len());
                match self.expand(at, keeper, meter)? {
                    Expanded::Won(push) => {
                        way.push(push);
                        return Ok(Some(way));
                    }
                    Expanded::Worth(worth) => break worth,
                }
            }
            let Some(edge) = self.select(at, &path) else { break 0.0 };
            meter.work(20)?;
            way.push(edge.push);
            path.push(edge.child);
            tolls.push(edge.toll);
            at = edge.child;
        };
        while let Some(node) = path.pop() {
            self.nodes[node].visits += 1.0;
            self.nodes[node].worth += worth;
            worth = (worth - tolls.pop().unwrap_or(0.0)).max(0.0);
        }
        let inferred = self.inference.as_ref().map_or(0, Inference::bytes);
        meter.take_bytes(self.bytes + inferred)?;
        Ok(None)
    }

    /// Shows a node to a watcher, with the keeper where the last push leaves it.
    fn show(&self, at: usize, keeper: Square, pushes: usize) {
        self.ready.show(|visits| {
            let state = State { keeper, ..self.nodes[at].state.clone() };
            visits.add(pushes, &state, self.task.board.square_count());
        });
    }

    /// The edge to descend: its child is neither dead nor on the current path.
    fn select(&mut self, at: usize, path: &[usize]) -> Option<Edge> {
        let visits = self.nodes[at].visits.max(1.0);
        let (log, root) = (visits.ln(), visits.sqrt());
        let mut best: Option<(f64, Edge)> = None;
        for &edge in self.nodes[at].edges.iter().flatten() {
            let node = &self.nodes[edge.child];
            if node.is_dead || path.contains(&edge.child) {
                continue;
            }
            let curiosity = match edge.weight {
                None => CURIOSITY * (log / node.visits).sqrt(),
                Some(weight) => TRUST * weight * root / node.visits,
            };
            let tie = self.chance.random::<f64>() * 1e-6;
            let score = node.worth / node.visits - edge.toll + curiosity + tie;
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, edge));
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    fn expand(
        &mut self,
        at: usize,
        keeper: Square,
        meter: &mut Meter<'_>,
    ) -> Result<Expanded, Stop> {
        meter.count_node()?;
        let state = self.nodes[at].state.clone();
        let effort = effort(self.task.board, &state);
        let candidates = self.live.candidates(&state);
        let pushes: Vec<Push> = candidates.iter().map(|(push, _)| *push).collect();
        let position = self.position(&state, self.nodes[at].estimate);
        let opinion = self.judge.opinion(&position, &pushes);
        // A second look may show that the state is better or worse than thought; so are its
        // successors, which are compared by the quick look alone.
        let shift = opinion.as_ref().map_or(0.0, |it| it.worth - self.judge.worth(&position));
        let steps = steps_from(self.task.board, &State { keeper, ..state.clone() });
        let mut edges = Vec::with_capacity(candidates.len());
        for (index, (push, to)) in candidates.into_iter().enumerate() {
            meter.work(effort + self.matching_work)?;
            let Some(after) = self.live.after(&state, push, to) else { continue };
            if is_won(self.task.board, &after) {
                return Ok(Expanded::Won(push));
            }
            let Some(child) = self.child(at, &after, shift, meter)? else { continue };
            let behind = self.task.board.neighbour(push.from, push.direction.opposite());
            let steps = behind.and_then(|it| steps[it.index()]).unwrap_or(0);
            let weight = opinion.as_ref().map(|it| it.weights.get(index).copied().unwrap_or(0.0));
            edges.push(Edge { push, child, toll: self.step_cost * f64::from(steps), weight });
        }
        self.bytes += (edges.len() * size_of::<Edge>()) as u64;
        self.open -= 1;
        let alive = edges.iter().filter(|edge| !self.nodes[edge.child].is_dead);
        let worth = |edge: &Edge| {
            let child = &self.nodes[edge.child];
            (child.worth / child.visits - edge.toll).max(0.0)
        };
        let best = alive
            .map(worth)
            .fold(None, |best: Option<f64>, it| Some(best.map_or(it, |best| best.max(it))));
        self.nodes[at].edges = Some(edges);
        if best.is_none() {
            self.mark_dead(at);
        }
        let judged = opinion.map(|it| it.worth.clamp(0.0, 1.0)).or(best);
        Ok(Expanded::Worth(best.and(judged).unwrap_or(0.0)))
    }

    /// The node of a state, new or known; `None` if the state is refuted.
    fn child(
        &mut self,
        parent: usize,
        after: &State,
        shift: f64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, Stop> {
        let after = normalized(self.task.board, after);
        let known = self.known.get(&(after.boxes.clone(), after.keeper)).copied();
        let child = match known {
            Some(child) => child,
            None => match self.estimate(&after, meter)? {
                Some(estimate) => self.add(after, estimate, shift),
                None => return Ok(None),
            },
        };
        self.nodes[child].parents.push(parent);
        Ok(Some(child))
    }

    /// A lower bound on the pushes from a state; `None` if it cannot be solved.
    fn estimate(&mut self, state: &State, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let distances = &self.ready.distances;
        if self.matching_work == 0 {
            let nearest = |it| distances.least_nearest(it).map_or(0, u32::from);
            return Ok(Some(state.boxes.iter().map(nearest).sum()));
        }
        let Some(bound) = matching_bound(self.task.board, distances, state) else {
            self.live.count(|pruned| pruned.matching += 1);
            return Ok(None);
        };
        let bound = u32::try_from(bound).unwrap_or(u32::MAX);
        let Some(inference) = &mut self.inference else { return Ok(Some(bound)) };
        let inferred = inference.infer(state, meter)?;
        if inferred.is_none() {
            self.live.count(|pruned| pruned.propagation += 1);
        }
        Ok(inferred.map(|it| it.max(bound)))
    }

    fn position<'s>(&'s self, state: &'s State, estimate: u32) -> Position<'s> {
        Position { board: self.task.board, state, estimate, first: self.ready.pushes_min }
    }

    /// Adds a node whose worth is that of a quick look, corrected by `shift`.
    fn add(&mut self, state: State, estimate: u32, shift: f64) -> usize {
        let number = self.nodes.len();
        let state = if number == 0 { normalized(self.task.board, &state) } else { state };
        let worth = self.judge.worth(&self.position(&state, estimate)) + shift;
        self.known.insert((state.boxes.clone(), state.keeper), number);
        self.bytes += 200 + 2 * state.boxes.words().len() as u64 * 8;
        self.open += 1;
        self.nodes.push(Node {
            state,
            estimate,
            visits: 1.0,
            worth: worth.clamp(0.0, 1.0),
            edges: None,
            parents: Vec::new(),
            is_dead: false,
        });
        number
    }

    /// Marks a node without live children as dead, and its ancestors likewise.
    fn mark_dead(&mut self, node: usize) {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut self.nodes[node].is_dead, true) {
                continue;
            }
            self.live.count(|pruned| pruned.exhausted += 1);
            for index in 0..self.nodes[node].parents.len() {
                let parent = self.nodes[node].parents[index];
                let edges = self.nodes[parent].edges.as_deref();
                let is_over =
                    edges.is_some_and(|all| all.iter().all(|edge| self.nodes[edge.child].is_dead));
                if is_over {
                    pending.push(parent);
                }
            }
        }
    }
}

/// The result of expanding a node.
enum Expanded {
    /// A push that wins.
    Won(Push),
    /// The value of the node.
    Worth(f64),
}
