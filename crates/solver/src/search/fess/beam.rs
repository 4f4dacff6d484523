//! Beam search over macro moves.
//!
//! All states one macro move beyond a layer are scored, and the best of them form the next layer. A
//! best-first search that is misled tries everything around a bad idea before it gives it up; a
//! beam continues with every idea that is not much worse than the best. When a beam ends without a
//! solution, a wider one starts from scratch.

use super::context::Context;
use super::forest::{Forest, join, way_through};
use super::landscape::Landscape;
use super::score::Score;
use super::state::{ExpansionVerdict, FessState, MacroChild, MacroMove, after};
use crate::leg::Way;
use crate::memory::hash::FixedSet;
use crate::meter::SearchMeter;
use crate::slice::SliceResult;
use sokolab_core::Direction;
use sokolab_core::Stop;

/// The number of states in a layer of the first beam.
const FIRST_WIDTH: usize = 1_000;

/// How many times wider the next beam is.
const WIDENING: usize = 4;

/// Candidates kept for each place in the next layer; more than one, because some turn out to be
/// dead.
const SPARE: usize = 2;

/// The most layers of a beam.
const LAYERS_MAX: usize = 1_000;

/// The parent of a root.
const NO_PARENT: u32 = u32::MAX;

/// A state of a layer.
#[derive(Clone, Copy, Debug)]
struct Node<const N: usize> {
    state: FessState<N>,
    parent: u32,
    carry: MacroMove,
}

/// A macro move that leads to a state of the next layer.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    score: Score,
    hash: u64,
    node: u32,
    carry: MacroMove,
}

impl Candidate {
    /// The greatest is best. The hash breaks ties, which is as good as chance.
    fn rank(&self) -> (Score, u64) {
        (self.score, self.hash)
    }
}

/// A resumable beam search.
pub(crate) struct Beam<const N: usize> {
    land: Box<dyn Landscape<N>>,
    width: usize,
    layers: usize,
    /// The states of all layers.
    nodes: Vec<Node<N>>,
    /// The hashes of states that were expanded or are dead.
    seen: FixedSet<u64>,
    /// The candidates of the current layer that have not been tried, best last.
    layer: Vec<Candidate>,
    /// The number of states of the current layer that may still be expanded.
    room: usize,
    /// Candidates for the next layer.
    found: Vec<Candidate>,
    found_hashes: FixedSet<u64>,
    /// Whether this beam has left anything out.
    is_cut: bool,
    children: Vec<MacroChild>,
}

impl<const N: usize> Beam<N> {
    pub(crate) fn new(land: impl Landscape<N> + 'static) -> Beam<N> {
        Beam {
            land: Box::new(land),
            width: FIRST_WIDTH,
            layers: 0,
            nodes: Vec::new(),
            seen: FixedSet::default(),
            layer: Vec::new(),
            room: 0,
            found: Vec::new(),
            found_hashes: FixedSet::default(),
            is_cut: false,
            children: Vec::new(),
        }
    }

    pub(crate) fn own_bytes(&self) -> u64 {
        let hashes = (self.seen.capacity() + self.found_hashes.capacity()) * 9;
        let candidates = self.layer.capacity() + self.found.capacity();
        let nodes = self.nodes.capacity() * size_of::<Node<N>>();
        let children = self.children.capacity() * size_of::<MacroChild>();
        let states = (candidates * size_of::<Candidate>() + nodes + children) as u64;
        hashes as u64 + states + self.land.bytes()
    }

    /// The extra memory if the node table has to grow now: for a moment, the old table and one
    /// twice as large exist.
    fn growth(&self) -> u64 {
        let room = self.nodes.capacity();
        if self.nodes.len() < room { 0 } else { 2 * room as u64 * size_of::<Node<N>>() as u64 }
    }

    /// Searches until the slice is used up.
    pub(crate) fn widen(
        &mut self,
        (context, forest): (&mut Context<'_, N>, &Forest<'_, N>),
        meter: &mut SearchMeter<'_>,
        bytes_max: u64,
    ) -> Result<SliceResult, Stop> {
        loop {
            if meter.is_spent() {
                return Ok(SliceResult::Spent);
            }
            if self.own_bytes() + self.growth() > bytes_max {
                return Err(Stop::Memory);
            }
            let found = if self.nodes.is_empty() {
                self.begin((context, forest), meter)?
            } else if let Some(candidate) = self.next() {
                self.make((context, forest), meter, candidate)?
            } else if self.go_on() {
                None
            } else {
                return Ok(SliceResult::Over);
            };
            if let Some(way) = found {
                return Ok(SliceResult::Found(way));
            }
        }
    }

    /// The best candidate that has not been tried, if the layer has room for its state.
    fn next(&mut self) -> Option<Candidate> {
        if self.room > 0 { self.layer.pop() } else { None }
    }

    /// Expands the root states.
    fn begin(
        &mut self,
        (context, forest): (&mut Context<'_, N>, &Forest<'_, N>),
        meter: &mut SearchMeter<'_>,
    ) -> Result<Option<Way>, Stop> {
        for state in self.land.roots(context) {
            let carry = MacroMove { from: 0, to: 0, side: Direction::Left, is_gone: false };
            self.seen.insert(context.hash(&state));
            let node = Node { state, parent: NO_PARENT, carry };
            if let Some(way) = self.expand((context, forest), meter, node)? {
                return Ok(Some(way));
            }
        }
        Ok(None)
    }

    /// Makes a macro move and expands the state it leads to, if that is not dead.
    fn make(
        &mut self,
        (context, forest): (&mut Context<'_, N>, &Forest<'_, N>),
        meter: &mut SearchMeter<'_>,
        made: Candidate,
    ) -> Result<Option<Way>, Stop> {
        let parent = self.nodes[made.node as usize].state;
        let state = after(&parent, &context.child_of(&parent, made.carry));
        if !self.land.is_won(context.problem, &state) {
            match self.land.is_dead(context, &state, Some(made.carry)) {
                ExpansionVerdict::Fine => {}
                ExpansionVerdict::WrongWay => return meter.work(500).map(|()| None),
                ExpansionVerdict::Dead => {
                    self.seen.insert(made.hash);
                    return meter.work(1_000).map(|()| None);
                }
            }
        }
        self.seen.insert(made.hash);
        self.room -= 1;
        self.expand((context, forest), meter, Node { state, parent: made.node, carry: made.carry })
    }

    /// Adds a state to its layer and scores its successors.
    fn expand(
        &mut self,
        (context, forest): (&mut Context<'_, N>, &Forest<'_, N>),
        meter: &mut SearchMeter<'_>,
        node: Node<N>,
    ) -> Result<Option<Way>, Stop> {
        meter.count_node()?;
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        if self.land.is_won(context.problem, &node.state) {
            return Ok(Some(self.way_to(context, number)));
        }
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.land.list(context, &node.state, &mut children);
        for child in &children {
            meter.units += 1;
            meter.work(4 + 2 * N as u64)?;
            let is_new = !self.seen.contains(&child.hash) && self.found_hashes.insert(child.hash);
            if !is_new {
                continue;
            }
            meter.work(8 + 4 * N as u64)?;
            let next = after(&node.state, child);
            if let Some(rest) = forest.rest_of(self.land.haul(), context, &next, child.hash) {
                let mut way = self.way_to(context, number);
                let haul = self.land.haul();
                join(haul, &mut way, context.pushes_of(haul, &node.state, child.carry));
                join(haul, &mut way, rest);
                return Ok(Some(way));
            }
            if let Some(score) = self.land.score(context, &node.state, child) {
                let (hash, carry) = (child.hash, child.carry);
                self.found.push(Candidate { score, hash, node: number, carry });
            }
        }
        self.children = children;
        if self.found.len() > 4 * SPARE * self.width {
            self.drop_worst();
        }
        meter.progress.open = (self.layer.len() + self.found.len()) as u64;
        meter.progress.seen = self.seen.len() as u64;
        Ok(None)
    }

    /// Keeps only the best candidates for the next layer.
    fn drop_worst(&mut self) {
        let kept = SPARE * self.width;
        if self.found.len() > kept {
            self.is_cut = true;
            self.found.select_nth_unstable_by_key(kept, |it| std::cmp::Reverse(it.rank()));
            self.found.truncate(kept);
        }
    }

    /// Continues with the next layer or, if there is none, with a wider beam. Returns `false` if
    /// this beam has left nothing out, so that a wider one would find no more.
    fn go_on(&mut self) -> bool {
        self.is_cut |= !self.layer.is_empty();
        self.drop_worst();
        self.found_hashes.clear();
        self.layer.clear();
        std::mem::swap(&mut self.layer, &mut self.found);
        self.layer.sort_unstable_by_key(Candidate::rank);
        self.layers += 1;
        self.room = self.width;
        if !self.layer.is_empty() && self.layers < LAYERS_MAX {
            return true;
        }
        self.is_cut |= !self.layer.is_empty();
        self.width = self.width.saturating_mul(WIDENING);
        self.layers = 0;
        self.layer.clear();
        self.nodes.clear();
        self.seen.clear();
        std::mem::take(&mut self.is_cut)
    }

    /// The pushes between a root and a node, in the order of play.
    fn way_to(&self, context: &mut Context<'_, N>, node: u32) -> Way {
        let line = std::iter::successors(Some(node), |&it| {
            Some(self.nodes[it as usize].parent).filter(|&parent| parent != NO_PARENT)
        });
        let mut line: Vec<u32> = line.collect();
        line.reverse();
        let step = |&it: &u32| (self.nodes[it as usize].state, self.nodes[it as usize].carry);
        way_through(self.land.haul(), context, &line.iter().map(step).collect::<Vec<_>>())
    }
}
