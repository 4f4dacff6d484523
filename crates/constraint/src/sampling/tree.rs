//! Monte Carlo tree search over pushes.
//!
//! A node is a set of boxes and the keeper's region, shared by all paths that lead to it. From the
//! root the search descends to the child that looks best or was rarely tried, until it reaches a
//! node that has not been expanded; it lists the pushes there, evaluates the children, and
//! propagates their value to every node on the path. An evaluation function replaces random
//! playouts.
//!
//! Inference: pushes that are known to lose are not listed, and a node whose children are all dead
//! is dead. When no node is left to expand, there is no solution.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sokolab_analysis::matching_bound;
use sokolab_core::{Meter, Push, Square, SquareSet, State, Stop, is_won, normalized};

use super::live::Live;
use super::random::effort;
use crate::blocks::blocks;
use crate::priors::StateEvaluator;
use crate::sweep::PreprocessedLevel;
use crate::task::{CandidateSolution, Heuristic, Task, TechniqueAnswer};

/// The exploration weight.
const CURIOSITY: f64 = 0.5;

/// With more boxes, matching them with goals is not worth its time.
const BOXES_MATCHED_MAX: u64 = 150;

/// Runs the tree search.
pub(crate) fn solve(
    task: &Task<'_>,
    ready: &PreprocessedLevel,
    judge: &mut dyn StateEvaluator,
    meter: &mut Meter<'_>,
) -> Result<TechniqueAnswer, Stop> {
    let blocks = blocks(task, &ready.shut, meter)?;
    let boxes = task.start.boxes.len() as u64;
    let is_matched = task.options.without.keeps(Heuristic::Matching) && boxes <= BOXES_MATCHED_MAX;
    let mut tree = Tree {
        task,
        ready,
        matching_work: if is_matched { 1 + boxes.pow(3) / 100 } else { 0 },
        live: Live::new(task.board, &ready.shut, blocks, task.options.without),
        judge,
        chance: Pcg64Mcg::seed_from_u64(task.options.seed),
        nodes: Vec::new(),
        known: HashMap::new(),
        open: 0,
        bytes: 0,
    };
    tree.add(task.start.clone(), ready.pushes_min);
    loop {
        if tree.open == 0 || tree.nodes[0].is_dead {
            return Ok(TechniqueAnswer::Unsolvable);
        }
        if let Some(way) = tree.grow(meter)? {
            return Ok(TechniqueAnswer::Solved {
                way: CandidateSolution::Pushes(way),
                is_fewest: false,
            });
        }
    }
}

struct Node {
    state: State,
    visits: f64,
    worth: f64,
    /// `None` until the node is expanded.
    children: Option<Vec<(Push, usize)>>,
    parents: Vec<usize>,
    is_dead: bool,
}

struct Tree<'a, 'j> {
    task: &'a Task<'a>,
    ready: &'a PreprocessedLevel,
    /// The cost of matching the boxes of a state with goals; 0 if they are not matched.
    matching_work: u64,
    live: Live<'a>,
    judge: &'j mut dyn StateEvaluator,
    chance: Pcg64Mcg,
    nodes: Vec<Node>,
    known: HashMap<(SquareSet, Square), usize>,
    /// Number of nodes that are neither expanded nor dead.
    open: usize,
    bytes: u64,
}

impl Tree<'_, '_> {
    /// Expands one more node; returns the pushes of a solution if it finds one.
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Push>>, Stop> {
        let (mut path, mut way) = (vec![0], Vec::new());
        let mut at = 0;
        let worth = loop {
            if self.nodes[at].children.is_none() {
                self.show(at, &way);
                match self.expand(at, meter)? {
                    Expanded::Won(push) => {
                        way.push(push);
                        return Ok(Some(way));
                    }
                    Expanded::Worth(worth) => break worth,
                }
            }
            let Some((push, child)) = self.select(at, &path) else { break 0.0 };
            meter.work(20)?;
            way.push(push);
            path.push(child);
            at = child;
        };
        for node in path {
            self.nodes[node].visits += 1.0;
            self.nodes[node].worth += worth;
        }
        meter.take_bytes(self.bytes)?;
        Ok(None)
    }

    /// Shows a node to a watcher, with the keeper where the last push leaves it.
    fn show(&self, at: usize, way: &[Push]) {
        self.ready.show(|visits| {
            let keeper = way.last().map_or(self.task.start.keeper, |push| push.from);
            let state = State { keeper, ..self.nodes[at].state.clone() };
            visits.add(way.len(), &state, self.task.board.square_count());
        });
    }

    /// The child to descend to: neither dead nor on the current path.
    fn select(&mut self, at: usize, path: &[usize]) -> Option<(Push, usize)> {
        let log = self.nodes[at].visits.max(1.0).ln();
        let mut best: Option<(f64, (Push, usize))> = None;
        for &(push, child) in self.nodes[at].children.iter().flatten() {
            let node = &self.nodes[child];
            if node.is_dead || path.contains(&child) {
                continue;
            }
            let curiosity = CURIOSITY * (log / node.visits).sqrt();
            let tie = self.chance.random::<f64>() * 1e-6;
            let score = node.worth / node.visits + curiosity + tie;
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, (push, child)));
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    fn expand(&mut self, at: usize, meter: &mut Meter<'_>) -> Result<Expanded, Stop> {
        meter.count_node()?;
        let state = self.nodes[at].state.clone();
        let effort = effort(self.task.board, &state);
        let candidates = self.live.candidates(&state);
        let mut children = Vec::with_capacity(candidates.len());
        for (push, to) in candidates {
            meter.work(effort + self.matching_work)?;
            let Some(after) = self.live.after(&state, push, to) else { continue };
            if is_won(self.task.board, &after) {
                return Ok(Expanded::Won(push));
            }
            let after = normalized(self.task.board, &after);
            let known = self.known.get(&(after.boxes.clone(), after.keeper)).copied();
            let child = match known {
                Some(child) => child,
                None => match self.estimate(&after) {
                    Some(estimate) => self.add(after, estimate),
                    None => continue,
                },
            };
            self.nodes[child].parents.push(at);
            children.push((push, child));
        }
        let alive = children.iter().filter(|(_, child)| !self.nodes[*child].is_dead);
        let worth = alive.map(|(_, child)| self.nodes[*child].worth / self.nodes[*child].visits);
        let best = worth.fold(None, |best: Option<f64>, it| Some(best.map_or(it, |b| b.max(it))));
        self.bytes += (children.len() * 40) as u64;
        self.nodes[at].children = Some(children);
        self.open -= 1;
        if best.is_none() {
            self.mark_dead(at);
        }
        Ok(Expanded::Worth(best.unwrap_or(0.0)))
    }

    /// A lower bound on the pushes from a state; `None` if it cannot be solved.
    fn estimate(&self, state: &State) -> Option<u32> {
        let distances = &self.ready.distances;
        if self.matching_work > 0 {
            let bound = matching_bound(self.task.board, distances, state)?;
            return Some(u32::try_from(bound).unwrap_or(u32::MAX));
        }
        let nearest = |it| distances.least_nearest(it).map_or(0, u32::from);
        Some(state.boxes.iter().map(nearest).sum())
    }

    fn add(&mut self, state: State, estimate: u32) -> usize {
        let number = self.nodes.len();
        let state = if number == 0 { normalized(self.task.board, &state) } else { state };
        let (board, first) = (self.task.board, self.ready.pushes_min);
        let worth = self.judge.worth(board, &state, estimate, first).clamp(0.0, 1.0);
        self.known.insert((state.boxes.clone(), state.keeper), number);
        self.bytes += 200 + 2 * state.boxes.words().len() as u64 * 8;
        self.open += 1;
        let parents = Vec::new();
        self.nodes.push(Node {
            state,
            visits: 1.0,
            worth,
            children: None,
            parents,
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
            for index in 0..self.nodes[node].parents.len() {
                let parent = self.nodes[node].parents[index];
                let children = self.nodes[parent].children.as_deref();
                let is_over = children
                    .is_some_and(|all| all.iter().all(|(_, child)| self.nodes[*child].is_dead));
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
    /// The value of the best child.
    Worth(f64),
}
