//! The search tree of FESS: nodes, cells, and the order in which macro moves are made.

use sokolab_core::Direction;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::context::Context;
use super::landscape::Landscape;
use super::score::Score;
use super::state::{ExpansionVerdict, FessState, MacroChild, MacroMove, after};
use crate::memory::hash::FixedMap;
use crate::meter::SearchMeter;
use sokolab_core::Stop;
use sokolab_field::Haul;

/// The index of a node.
pub(crate) type Number = u32;

/// The parent of a root.
pub(crate) const NO_PARENT: Number = Number::MAX;

/// A node: a state that has been expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const N: usize> {
    pub(crate) state: FessState<N>,
    pub(crate) parent: Number,
    pub(crate) carry: MacroMove,
    weight: u32,
    pub(crate) score: Score,
    /// The best score of the node and its ancestors, which determines its cell.
    best: Score,
    /// The number of nodes below it, counted up to `STALLED`.
    below: u32,
    /// Whether a probe has proved that nothing below it leads to a solution.
    is_refuted: bool,
}

/// The number of nodes below a node after which the search tries to learn from it.
const STALLED: u32 = 64;

/// What is known about a state that some macro move leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownState {
    score: Score,
    /// The node from which the state is reached, or its own node once it is expanded.
    pub(crate) node: Number,
    weight: u32,
    pub(crate) is_expanded: bool,
}

/// The score of a dead state; every other score is higher.
const DEAD: Score = 0;

/// A macro move that may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    weight: u32,
    score: Score,
    order: u32,
    node: Number,
    carry: MacroMove,
}

impl Ord for Candidate {
    /// The greatest is made first: least weight, then best score, then latest.
    fn cmp(&self, other: &Candidate) -> std::cmp::Ordering {
        let rank = |it: &Candidate| (Reverse(it.weight), it.score, it.order);
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// How a turn of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// It reached a state that ends the search.
    Won(Number),
    /// A macro move from a node leads to a state that a tree from the other end knows.
    Met(Number, MacroMove),
    /// The slice is used up.
    Spent,
    /// Nothing is left to try.
    Exhausted,
    /// The memory is used up.
    Full,
}

/// A resumable FESS tree.
pub(crate) struct Tree<const N: usize> {
    land: Box<dyn Landscape<N>>,
    /// The direction of play in which it grows.
    pub(crate) haul: Haul,
    pub(crate) nodes: Vec<Node<N>>,
    known: FixedMap<u64, KnownState>,
    cells: Vec<BinaryHeap<Candidate>>,
    cell_of: FixedMap<Score, usize>,
    next: usize,
    /// The node with the best score among itself and its ancestors.
    best: Number,
    is_best_next: bool,
    candidates: usize,
    order: u32,
    children: Vec<MacroChild>,
    won: Option<Number>,
    met: Option<(Number, MacroMove)>,
    has_begun: bool,
}

impl<const N: usize> Tree<N> {
    pub(crate) fn new(land: impl Landscape<N> + 'static) -> Tree<N> {
        Tree {
            haul: land.haul(),
            land: Box::new(land),
            nodes: Vec::new(),
            known: FixedMap::default(),
            cells: Vec::new(),
            cell_of: FixedMap::default(),
            next: 0,
            best: 0,
            is_best_next: false,
            candidates: 0,
            order: 0,
            children: Vec::new(),
            won: None,
            met: None,
            has_begun: false,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        let known = self.known.capacity() * (size_of::<(u64, KnownState)>() + 1);
        let cells: usize = self.cells.iter().map(BinaryHeap::capacity).sum();
        let nodes = self.nodes.capacity() * size_of::<Node<N>>();
        let children = self.children.capacity() * size_of::<MacroChild>();
        (known + cells * size_of::<Candidate>() + nodes + children) as u64 + self.land.bytes()
    }

    /// The extra memory if the tables have to grow now.
    fn growth(&self) -> u64 {
        let (held, room) = (self.known.len(), self.known.capacity());
        let is_near = held + room / 16 >= room;
        let known = if is_near { 2 * room * (size_of::<(u64, KnownState)>() + 1) } else { 0 };
        let room = self.nodes.capacity();
        let nodes = if self.nodes.len() < room { 0 } else { 2 * room * size_of::<Node<N>>() };
        (known + nodes) as u64
    }

    /// The node whose line has come furthest.
    pub(crate) fn best(&self) -> Option<&Node<N>> {
        self.nodes.get(self.best as usize)
    }

    pub(crate) fn best_number(&self) -> Number {
        self.best
    }

    /// The best node, if at least this many nodes have been added since.
    pub(crate) fn stalled_best(&self, nodes: usize) -> Option<Number> {
        let is_stalled = self.nodes.len() > self.best as usize + nodes;
        let is_alive = self.best().is_some_and(|it| !it.is_refuted);
        (is_stalled && is_alive && self.won.is_none()).then_some(self.best)
    }

    /// Closes a node without a solution and all nodes below it, which have none either, and elects
    /// a new best node.
    pub(crate) fn refute(&mut self, number: Number, context: &Context<'_, N>) {
        let first = number as usize;
        self.nodes[first].is_refuted = true;
        for index in first..self.nodes.len() {
            let parent = self.nodes[index].parent as usize;
            if self.nodes.get(parent).is_some_and(|it| it.is_refuted) {
                self.nodes[index].is_refuted = true;
            }
            if self.nodes[index].is_refuted
                && let Some(known) = self.known.get_mut(&context.hash(&self.nodes[index].state))
            {
                known.score = DEAD;
            }
        }
        let alive = (0..self.nodes.len()).filter(|&it| !self.nodes[it].is_refuted);
        let best = alive.max_by_key(|&it| (self.nodes[it].best, Reverse(it)));
        self.best = best.map_or(self.best, |it| it as Number);
    }

    /// What is known about the state with a hash, unless it is dead.
    pub(crate) fn find(&self, hash: u64) -> Option<KnownState> {
        self.known.get(&hash).copied().filter(|known| known.score != DEAD)
    }

    /// Searches until the slice is used up; `bytes_max` is the memory limit of the tree.
    pub(crate) fn run(
        &mut self,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
        bytes_max: u64,
        meets: &dyn Fn(u64) -> bool,
    ) -> Result<Turn, Stop> {
        if !self.has_begun {
            self.has_begun = true;
            self.plant(context, meter, meets)?;
        }
        while self.won.is_none() {
            if let Some((node, carry)) = self.met.take() {
                return Ok(Turn::Met(node, carry));
            }
            if meter.is_spent() {
                return Ok(Turn::Spent);
            }
            if self.bytes() + self.growth() > bytes_max {
                return Ok(Turn::Full);
            }
            let Some(candidate) = self.take() else { return Ok(Turn::Exhausted) };
            self.make(context, meter, candidate, meets)?;
        }
        Ok(self.won.map_or(Turn::Exhausted, Turn::Won))
    }

    fn plant(
        &mut self,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
        meets: &dyn Fn(u64) -> bool,
    ) -> Result<(), Stop> {
        let roots = self.land.roots(context);
        for state in roots {
            let carry = MacroMove { from: 0, to: 0, side: Direction::Left, is_gone: false };
            let hash = context.hash(&state);
            if self.known.contains_key(&hash)
                || self.land.is_dead(context, &state, None) != ExpansionVerdict::Fine
            {
                continue;
            }
            let (parent, weight, score, best) = (NO_PARENT, 0, DEAD, DEAD);
            let node =
                Node { state, parent, carry, weight, score, best, below: 0, is_refuted: false };
            self.expand(context, meter, (node, hash), meets)?;
        }
        Ok(())
    }

    /// Removes the next candidate: from the next cell and from the best cell in turn.
    fn take(&mut self) -> Option<Candidate> {
        self.is_best_next = !self.is_best_next;
        if !self.is_best_next
            && let Some(best) = self.nodes.get(self.best as usize)
        {
            let cell = self.cell_of[&(best.best & self.land.cell_mask())];
            if let Some(candidate) = self.take_from(cell) {
                return Some(candidate);
            }
        }
        for _ in 0..self.cells.len() {
            let cell = self.next;
            self.next = (self.next + 1) % self.cells.len();
            if let Some(candidate) = self.take_from(cell) {
                return Some(candidate);
            }
        }
        None
    }

    /// Removes the best candidate of a cell. It may be outdated; `make` checks.
    fn take_from(&mut self, cell: usize) -> Option<Candidate> {
        let candidate = self.cells[cell].pop()?;
        self.candidates -= 1;
        Some(candidate)
    }

    /// Makes a macro move and expands the state it leads to, if that is new and not dead.
    fn make(
        &mut self,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
        made: Candidate,
        meets: &dyn Fn(u64) -> bool,
    ) -> Result<(), Stop> {
        let parent = self.nodes[made.node as usize];
        if parent.is_refuted {
            return Ok(());
        }
        let child = context.child_of(&parent.state, made.carry);
        let state = after(&parent.state, &child);
        let hash = context.hash(&state);
        let Some(known) = self.known.get_mut(&hash) else { return Ok(()) };
        if known.is_expanded || known.score == DEAD {
            return Ok(());
        }
        if !self.land.is_won(context.problem, &state) {
            match self.land.is_dead(context, &state, Some(made.carry)) {
                ExpansionVerdict::Fine => {}
                ExpansionVerdict::WrongWay => {
                    known.weight = u32::MAX;
                    return meter.work(500);
                }
                ExpansionVerdict::Dead => {
                    known.score = DEAD;
                    return meter.work(1_000);
                }
            }
        }
        let node = Node {
            state,
            parent: made.node,
            carry: made.carry,
            weight: made.weight,
            score: made.score,
            best: parent.best,
            below: 0,
            is_refuted: false,
        };
        self.expand(context, meter, (node, hash), meets)
    }

    /// Adds a node to the tree, lists its macro moves and scores the states they lead to.
    fn expand(
        &mut self,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
        (mut node, hash): (Node<N>, u64),
        meets: &dyn Fn(u64) -> bool,
    ) -> Result<(), Stop> {
        meter.count_node()?;
        let number = self.nodes.len() as Number;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.land.list(context, &node.state, &mut children);
        let own = self.land.own_score(context, &node.state);
        meter.work(context.macros.take_work())?;
        node.score = own;
        node.best = node.best.max(own);
        let (score, weight) = (own, node.weight);
        self.known.insert(hash, KnownState { score, node: number, weight, is_expanded: true });
        self.nodes.push(node);
        context.add_tables(self.haul, self.nodes.len(), meter)?;
        if let Some(shared) = context.shared().filter(|_| node.state.spent.is_empty()) {
            shared.publish(self.haul, hash);
        }
        if self.land.is_won(context.problem, &node.state) {
            self.won = Some(number);
        }
        if number == 0 || node.best > self.nodes[self.best as usize].best {
            self.best = number;
        }
        if let Some(child) = self.judge(context, meter, &node, &mut children, meets)? {
            self.met = Some((number, child));
        }
        self.land.advise(context, &node.state, own, &mut children);
        meter.work(context.macros.take_work())?;
        self.offer(number, &node, &children);
        self.children = children;
        self.learn_from_stall(context, meter, number)?;
        meter.progress.open = self.candidates as u64;
        meter.progress.seen = self.known.len() as u64;
        Ok(())
    }

    /// Counts a new node in its ancestors, and learns from one below which the search has stalled.
    fn learn_from_stall(
        &mut self,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
        number: Number,
    ) -> Result<(), Stop> {
        if self.haul != Haul::Push || !context.problem.is_classical() {
            return Ok(());
        }
        let mut above = self.nodes[number as usize].parent;
        // Everything above a stalled node has stalled before.
        while let Some(node) = self.nodes.get_mut(above as usize).filter(|it| it.below < STALLED) {
            node.below += 1;
            let (state, parent) = (node.state, node.parent);
            if node.below == STALLED {
                context.learn_from(&state, meter)?;
            }
            above = parent;
        }
        Ok(())
    }

    /// Scores the children and removes those that are dead. Returns one that a tree from the other
    /// end knows, if any.
    fn judge(
        &mut self,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
        node: &Node<N>,
        children: &mut Vec<MacroChild>,
        meets: &dyn Fn(u64) -> bool,
    ) -> Result<Option<MacroMove>, Stop> {
        let (mut outcome, mut met) = (Ok(()), None);
        let (land, known) = (&mut self.land, &mut self.known);
        children.retain_mut(|child| {
            if outcome.is_err() {
                return false;
            }
            meter.units += 1;
            outcome = outcome.and_then(|()| meter.work(4 + 2 * N as u64));
            if let Some(known) = known.get(&child.hash) {
                (child.score, child.is_old) = (known.score, known.is_expanded);
                return known.score != DEAD;
            }
            outcome = outcome.and_then(|()| meter.work(8 + 4 * N as u64));
            if meets(child.hash) {
                met = Some(child.carry);
            }
            let score = land.score(context, &node.state, child);
            let more = context.macros.take_work();
            outcome = outcome.and_then(|()| meter.work(more));
            child.score = score.unwrap_or(DEAD);
            if score.is_none() {
                let dead =
                    KnownState { score: DEAD, node: NO_PARENT, weight: 0, is_expanded: false };
                known.insert(child.hash, dead);
            }
            score.is_some()
        });
        outcome.map(|()| met)
    }

    /// Adds the macro moves of a node to its cell, except those to states with a lighter known
    /// path.
    fn offer(&mut self, number: Number, node: &Node<N>, children: &[MacroChild]) {
        let next = self.cells.len();
        let cell = *self.cell_of.entry(node.best & self.land.cell_mask()).or_insert(next);
        if cell == next {
            self.cells.push(BinaryHeap::new());
        }
        for child in children.iter().filter(|child| !child.is_old) {
            let weight = node.weight + u32::from(child.weight);
            let (score, is_expanded) = (child.score, false);
            let fresh = KnownState { score, node: number, weight, is_expanded };
            let known = self.known.entry(child.hash).or_insert(fresh);
            if known.node != number && known.weight <= weight {
                continue;
            }
            *known = fresh;
            self.order += 1;
            let (order, carry) = (self.order, child.carry);
            self.cells[cell].push(Candidate { weight, score, order, node: number, carry });
            self.candidates += 1;
        }
    }

    /// The nodes from a root to a node.
    pub(crate) fn line_to(&self, node: Number) -> Vec<Number> {
        let mut line = vec![node];
        while let Some(&last) = line.last() {
            let parent = self.nodes[last as usize].parent;
            if parent == NO_PARENT {
                break;
            }
            line.push(parent);
        }
        line.reverse();
        line
    }
}
