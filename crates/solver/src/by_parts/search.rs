//! A* over plain states: nodes in order of cost plus estimate, then as the options say.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use rayon::prelude::*;
use sokolab_analysis::{
    BlockRequest, KeeperWay, Listed, PushDistances, block_list, dead_squares, spare_boxes,
};
use sokolab_core::reference::is_won_by_walking;
use sokolab_core::{Board, Meter, Objective, Observer, Push, State, Stop, normalized};

use super::block_store::StoredBlocks;
use super::expand::{Components, Successor};
use super::record::{SearchEvent, SearchRecorder};
use crate::part_options::{Checker, PartHeuristic, PartOptions, Tie, Ties};
use crate::playback::moves_of;
use crate::prepared::Prepared;
use crate::request::Request;
use crate::search::{Found, Searched};

/// The most work, in the units of the meter, to expand a node beside others: only the thread of the
/// search learns that a limit has been reached.
const WORK_SIDE_BY_SIDE_MAX: u64 = 100_000;

/// The bytes of an entry of the distance tables, at least: one for the side of the keeper, one for
/// the best side.
const ENTRY_BYTES: u64 = 4;

/// Searches with the components in `options` and reports every step to `recorder`.
pub(crate) fn search(
    level: &Prepared,
    request: &Request<'_>,
    options: PartOptions,
    observer: &mut Observer<'_>,
    recorder: &mut SearchRecorder<'_>,
) -> Searched {
    let (board, start) = (&level.board, &level.start);
    let mut meter = Meter::new(request.budget, observer);
    let parts = match prepare(board, start, options, &mut meter) {
        Ok(parts) => parts,
        Err(stop) => return Searched::of(Found::Stopped(stop), &meter.progress),
    };
    let mut search = Search::new(&parts, recorder);
    let result = search.run(start, &mut meter);
    let bound = search.lower_bound();
    let result = match result {
        Ok(Some(node)) => {
            let moves = moves_of(board, start, search.way_to(node));
            let is_asked = request.objective == Objective::Pushes;
            Found::Moves { moves, optimal: is_asked && !search.is_unsound, stopped: None }
        }
        Ok(None) if search.is_unsound => Found::Stopped(Stop::Incomplete),
        Ok(None) => Found::NoSolution,
        Err(stop) => Found::Stopped(stop),
    };
    meter.progress.lower_bound = u64::from(bound);
    Searched::of(result, &meter.progress)
}

fn prepare<'a>(
    board: &'a Board,
    start: &State,
    options: PartOptions,
    meter: &mut Meter<'_>,
) -> Result<Components<'a>, Stop> {
    // With many goals these tables alone can exceed the limit.
    let entries = board.square_count() as u64 * board.goals().len() as u64;
    meter.take_bytes(ENTRY_BYTES * entries)?;
    let mut stopped = None;
    let mut keep_going = || {
        stopped = stopped.or_else(|| meter.ask().err());
        stopped.is_none()
    };
    let none = board.no_squares();
    let way = KeeperWay::Walking;
    let distances = PushDistances::with_walls_while(board, &none, way, &mut keep_going);
    let wants_list = options.preprocesses()
        || options.heuristic == PartHeuristic::BlockList
        || options.checkers.has(Checker::BlockList);
    let request = BlockRequest {
        boxes: usize::from(options.blocks.number).clamp(2, BlockRequest::BOXES_MAX),
        reach: usize::from(options.blocks.distance),
        listed: Listed::Minimal,
        ..BlockRequest::default()
    };
    let list = wants_list.then(|| block_list(board, request, &mut |_, _| keep_going()));
    let blocks = match list {
        None => None,
        Some(Some(list)) => Some(StoredBlocks::new(list, options.blocks.store)),
        Some(None) => return Err(stopped.unwrap_or(Stop::Interrupted)),
    };
    let distances = distances.ok_or(stopped.unwrap_or(Stop::Interrupted))?;
    // Asking for a block list turns its checker on, as in petersohn's program.
    let checkers = if options.preprocesses() {
        options.checkers.with(Checker::BlockList)
    } else {
        options.checkers
    };
    Ok(Components {
        board,
        options: PartOptions { checkers, ..options },
        dead: dead_squares(board, &distances),
        distances,
        blocks,
        needs_every_box: spare_boxes(board, start) == Ok(0),
    })
}

struct Node {
    state: State,
    pushes: Vec<Push>,
    parent: Option<usize>,
    cost: u32,
    estimate: u32,
    is_closed: bool,
}

/// A place on the open list. The lesser one is expanded first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// Cost plus estimate.
    sum: u32,
    /// Whether pushes are left by the estimate: a node without any comes first, since it is the
    /// end of the search if it is won.
    is_unfinished: bool,
    /// What decides between equal nodes, by the options.
    ties: [u32; Ties::MAX],
    time: u32,
    node: usize,
}

impl Entry {
    fn new(node: usize, it: &Node, time: u32, ties: Ties) -> Entry {
        let value = |tie: Tie| match tie {
            Tie::Oldest => time,
            Tie::Newest => !time,
            Tie::LeastEstimate => it.estimate,
            Tie::GreatestEstimate => !it.estimate,
            Tie::Shallowest => it.cost,
            Tie::Deepest => !it.cost,
        };
        let ties = ties.list().map(|tie| tie.map_or(0, value));
        let sum = it.cost + it.estimate;
        Entry { sum, is_unfinished: it.estimate > 0, ties, time, node }
    }
}

struct Search<'a, 'r> {
    parts: &'a Components<'a>,
    recorder: &'a mut SearchRecorder<'r>,
    nodes: Vec<Node>,
    known: HashMap<State, usize>,
    open: BinaryHeap<Reverse<Entry>>,
    /// How often a node was put on the open list.
    time: u32,
    /// Successors that were computed ahead of their node's turn.
    ahead: HashMap<usize, Vec<Successor>>,
    /// Whether an unsound checker has rejected a state.
    is_unsound: bool,
    first_estimate: u32,
    least: u32,
    distance_bytes: u64,
}

impl<'a, 'r> Search<'a, 'r> {
    fn new(parts: &'a Components<'a>, recorder: &'a mut SearchRecorder<'r>) -> Search<'a, 'r> {
        Search {
            parts,
            recorder,
            nodes: Vec::new(),
            known: HashMap::new(),
            open: BinaryHeap::new(),
            time: 0,
            ahead: HashMap::new(),
            is_unsound: false,
            first_estimate: 0,
            least: 0,
            distance_bytes: parts.distances.bytes(),
        }
    }

    /// A lower bound on the pushes of every solution.
    fn lower_bound(&self) -> u32 {
        if self.is_unsound { self.first_estimate } else { self.least }
    }

    /// Returns the first node expanded that is won, or `None` if the open list runs empty.
    fn run(&mut self, start: &State, meter: &mut Meter<'_>) -> Result<Option<usize>, Stop> {
        meter.ask()?;
        let start = normalized(self.parts.board, start);
        let Some(estimate) = self.parts.estimate(&start) else { return Ok(None) };
        self.first_estimate = estimate;
        let (pushes, is_by_pusher) = (Vec::new(), false);
        self.add(Successor { state: start, pushes, is_by_pusher, fate: Ok(estimate) }, None);
        while let Some(node) = self.next() {
            let Node { cost, estimate, .. } = self.nodes[node];
            self.least = self.least.max(cost + estimate);
            if is_won_by_walking(self.parts.board, &self.nodes[node].state) {
                return Ok(Some(node));
            }
            meter.work(self.parts.work_per_state(&self.nodes[node].state))?;
            meter.progress.lower_bound = u64::from(self.lower_bound());
            meter.progress.open = self.open.len() as u64;
            meter.progress.seen = self.nodes.len() as u64;
            meter.take_bytes(self.bytes())?;
            let state = self.nodes[node].state.clone();
            (self.recorder)(
                self.parts.board,
                &SearchEvent::Expanded { node, state: &state, cost, estimate },
            );
            let children = self.successors(node, meter)?;
            // The state that the stone pusher makes stands for this one and is counted itself, as
            // in petersohn's program.
            if !children.iter().any(|it| it.is_by_pusher) {
                meter.count_node()?;
            }
            for child in children {
                self.follow(node, child);
            }
        }
        Ok(None)
    }

    /// Takes the next node from the open list.
    fn next(&mut self) -> Option<usize> {
        loop {
            let Reverse(Entry { sum, node, .. }) = self.open.pop()?;
            let it = &mut self.nodes[node];
            if !it.is_closed && it.cost + it.estimate == sum {
                it.is_closed = true;
                return Some(node);
            }
        }
    }

    /// The successors of a node. In parallel mode, successors of following nodes with the same sum
    /// are computed ahead. They depend on their node alone, so the search order does not change.
    fn successors(&mut self, node: usize, meter: &mut Meter<'_>) -> Result<Vec<Successor>, Stop> {
        if let Some(children) = self.ahead.remove(&node) {
            return Ok(children);
        }
        let width = usize::from(self.parts.options.side_by_side);
        let state = &self.nodes[node].state;
        let work = (1 + state.boxes.len() as u64) * self.parts.work_per_state(state);
        if width <= 1 || work > WORK_SIDE_BY_SIDE_MAX {
            let (bytes, each) = (self.bytes(), self.bytes_per_node());
            return self.parts.expand(state, &mut |work, held| {
                meter.take_bytes(bytes + held as u64 * each)?;
                meter.work(work)
            });
        }
        meter.work(work)?;
        let sum = self.nodes[node].cost + self.nodes[node].estimate;
        let mut taken = Vec::new();
        let mut batch = vec![node];
        while batch.len() < width && self.open.peek().is_some_and(|it| it.0.sum == sum) {
            let Some(entry) = self.open.pop() else { break };
            taken.push(entry);
            let other = entry.0.node;
            if !self.nodes[other].is_closed && !self.ahead.contains_key(&other) {
                batch.push(other);
            }
        }
        self.open.extend(taken);
        let (parts, nodes) = (self.parts, &self.nodes);
        let states: Vec<&State> = batch.iter().map(|&it| &nodes[it].state).collect();
        let expand = |it: &&State| parts.expand(it, &mut |_, _| Ok(()));
        let lists: Vec<Vec<Successor>> = states.par_iter().map(expand).collect::<Result<_, _>>()?;
        self.ahead.extend(batch.into_iter().zip(lists));
        Ok(self.ahead.remove(&node).unwrap_or_default())
    }

    fn follow(&mut self, parent: usize, child: Successor) {
        match child.fate {
            Ok(_) => self.add(child, Some(parent)),
            Err(checker) => {
                self.is_unsound |= checker.is_some_and(|it| !it.is_sound());
                let push = *child.pushes.last().expect("a push led here");
                let state = &child.state;
                let event = SearchEvent::Rejected { parent, state, push, checker };
                (self.recorder)(self.parts.board, &event);
            }
        }
    }

    /// Adds a node, or reopens it if this path is cheaper.
    fn add(&mut self, child: Successor, parent: Option<usize>) {
        let Successor { state, pushes, fate, .. } = child;
        let estimate = fate.unwrap_or(0);
        let before = parent.map_or(0, |it| self.nodes[it].cost);
        let cost = before + pushes.len() as u32;
        let node = match self.known.get(&state) {
            Some(&node) if self.nodes[node].cost <= cost => return,
            Some(&node) => {
                let it = &mut self.nodes[node];
                (it.cost, it.parent, it.pushes, it.is_closed) = (cost, parent, pushes, false);
                node
            }
            None => {
                let node = self.nodes.len();
                self.known.insert(state.clone(), node);
                let is_closed = false;
                self.nodes.push(Node { state, pushes, parent, cost, estimate, is_closed });
                node
            }
        };
        let ties = self.parts.options.ties;
        self.open.push(Reverse(Entry::new(node, &self.nodes[node], self.time, ties)));
        self.time = self.time.saturating_add(1);
        let Node { state, pushes, .. } = &self.nodes[node];
        let event = SearchEvent::Added { node, parent, state, pushes, cost, estimate };
        (self.recorder)(self.parts.board, &event);
    }

    fn way_to(&self, mut node: usize) -> Vec<Push> {
        let mut parts = Vec::new();
        loop {
            let it = &self.nodes[node];
            parts.push(&it.pushes[..]);
            match it.parent {
                Some(parent) => node = parent,
                None => break,
            }
        }
        parts.into_iter().rev().flatten().copied().collect()
    }

    /// The memory of distances, nodes and open list, in bytes.
    fn bytes(&self) -> u64 {
        self.distance_bytes
            + self.nodes.len() as u64 * self.bytes_per_node()
            + self.open.len() as u64 * size_of::<Entry>() as u64
    }

    /// The memory of one node, in bytes. Each state is stored twice.
    fn bytes_per_node(&self) -> u64 {
        let words = self.parts.board.square_count().div_ceil(64) as u64;
        let state = 2 * 2 * (words * 8 + 32) + 48;
        state + size_of::<Node>() as u64 + 16
    }
}
