//! The forest: all trees and backward searches of a level. A tree that grows from the start and one
//! that grows from the end have a solution between them as soon as one reaches a state that the
//! other knows.

use super::context::Context;
use super::state::{FessState, MacroChild, MacroMove, after};
use super::tree::{Number, Tree, Turn};
use crate::leg::Way;
use crate::meter::SearchMeter;
use crate::search::best_first::{BestFirst, Met};
use crate::search::fess::shared::HalfSolution;
use crate::slice::SliceResult;
use crate::space::pulls::PullSpace;
use sokolab_core::Stop;
use sokolab_field::{Bits, Haul, Key, Parts};

/// Work units between two exchanges with other threads.
const UNITS_ALONE: u64 = 10_000;

/// The index of a tree in the forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TreeNumber(usize);

/// A backward search beside the trees.
pub(crate) type Pulls<'a, const N: usize> = BestFirst<PullSpace<'a, N>>;

/// The trees and the backward searches; removed ones leave a gap.
pub(crate) struct Forest<'a, const N: usize> {
    trees: Vec<Option<Tree<N>>>,
    pulls: Vec<Option<Box<Pulls<'a, N>>>>,
}

/// The index of a backward search in the forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PullsNumber(usize);

/// How a turn of a tree ended.
#[derive(Debug)]
pub(crate) enum Growth {
    /// It found a solution.
    Found(Way),
    /// It reached a state that ends its search without being a solution.
    Won,
    Spent,
    Exhausted,
    Full,
}

impl<'a, const N: usize> Forest<'a, N> {
    pub(crate) fn new() -> Forest<'a, N> {
        Forest { trees: Vec::new(), pulls: Vec::new() }
    }

    pub(crate) fn add_pulls(&mut self, pulls: Pulls<'a, N>) -> PullsNumber {
        self.pulls.push(Some(Box::new(pulls)));
        PullsNumber(self.pulls.len() - 1)
    }

    pub(crate) fn drop_pulls(&mut self, number: PullsNumber) {
        self.pulls[number.0] = None;
    }

    pub(crate) fn pulls(&self, number: PullsNumber) -> Option<&Pulls<'a, N>> {
        self.pulls[number.0].as_deref()
    }

    /// Runs a backward search until the slice is used up.
    pub(crate) fn pull(
        &mut self,
        number: PullsNumber,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
        bytes_max: u64,
    ) -> Result<SliceResult, Stop> {
        let Some(mut pulls) = self.pulls[number.0].take() else { return Ok(SliceResult::Over) };
        pulls.bytes_max = bytes_max;
        let turned = self.pull_on(&mut pulls, context, meter);
        self.pulls[number.0] = Some(pulls);
        turned
    }

    fn pull_on(
        &self,
        pulls: &mut Pulls<'a, N>,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<SliceResult, Stop> {
        let meets = |hash: u64| self.across(Haul::Pull).any(|it| it.find(hash).is_some());
        loop {
            let slice = pulls.run_beside(meter, &meets)?;
            let Some(Met { key: words, keeper, mut way }) = pulls.take_met() else {
                let found = pulls.finding(None).best.map(|(mut way, _)| {
                    way.reverse();
                    way
                });
                return Ok(SliceResult::of(slice, found));
            };
            way.reverse();
            let (mut key, mut list) = (Key::default(), Vec::new());
            context.problem.keys.unpack(words, &mut key, &mut list);
            let boxes = list.into_iter().collect();
            let state = FessState { boxes, spent: Bits::EMPTY, keeper };
            let hash = context.hash(&state);
            if let Some(first) = self.rest_of(Haul::Pull, context, &state, hash) {
                return Ok(SliceResult::Found(joined(Haul::Pull, way, first)));
            }
        }
    }

    pub(crate) fn plant(&mut self, tree: Tree<N>) -> TreeNumber {
        self.trees.push(Some(tree));
        TreeNumber(self.trees.len() - 1)
    }

    pub(crate) fn fell(&mut self, tree: TreeNumber) {
        self.trees[tree.0] = None;
    }

    pub(crate) fn get(&self, tree: TreeNumber) -> Option<&Tree<N>> {
        self.trees[tree.0].as_ref()
    }

    /// The best node of a tree with its state, if at least this many nodes have been added since.
    pub(crate) fn stalled_best(
        &self,
        tree: TreeNumber,
        nodes: usize,
    ) -> Option<(Number, FessState<N>)> {
        let tree = self.get(tree)?;
        let best = tree.stalled_best(nodes)?;
        Some((best, tree.nodes[best as usize].state))
    }

    /// The pushes between a root of a tree and one of its nodes, in the order of play.
    pub(crate) fn way_to(
        &self,
        tree: TreeNumber,
        node: Number,
        context: &mut Context<'_, N>,
    ) -> Way {
        self.get(tree).map_or(Vec::new(), |it| way_along(it, context, node))
    }

    /// Closes a node of a tree that has no solution, with all nodes below it.
    pub(crate) fn refute(&mut self, tree: TreeNumber, node: Number, context: &Context<'_, N>) {
        if let Some(tree) = &mut self.trees[tree.0] {
            tree.refute(node, context);
        }
    }

    pub(crate) fn bytes(&self, tree: TreeNumber) -> u64 {
        self.get(tree).map_or(0, Tree::bytes)
    }

    /// The trees that grow in the opposite direction.
    fn across(&self, haul: Haul) -> impl Iterator<Item = &Tree<N>> {
        self.trees.iter().flatten().filter(move |it| it.haul != haul)
    }

    /// The backward searches that a search in this direction may meet.
    fn pulls_across(&self, haul: Haul) -> impl Iterator<Item = &Pulls<'a, N>> {
        self.pulls.iter().flatten().filter(move |_| haul == Haul::Push).map(|it| &**it)
    }

    /// The rest of a solution for a search that reached `state`, if a search from the other end
    /// knows that state.
    pub(crate) fn rest_of(
        &self,
        haul: Haul,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        hash: u64,
    ) -> Option<Way> {
        let by_trees = self.across(haul).find_map(|it| way_on(it, context, state, hash));
        by_trees.or_else(|| {
            let mut pulls = self.pulls_across(haul).filter(|it| it.may_know(hash));
            pulls.find_map(|it| way_back(it, context, state, hash))
        })
    }

    /// Grows a tree until the slice is used up.
    pub(crate) fn grow(
        &mut self,
        number: TreeNumber,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
        bytes_max: u64,
    ) -> Result<Growth, Stop> {
        let Some(mut tree) = self.trees[number.0].take() else { return Ok(Growth::Exhausted) };
        let grown = self.grow_out(&mut tree, context, meter, bytes_max);
        self.trees[number.0] = Some(tree);
        grown
    }

    fn grow_out(
        &self,
        tree: &mut Tree<N>,
        context: &mut Context<'_, N>,
        meter: &mut SearchMeter<'_>,
        bytes_max: u64,
    ) -> Result<Growth, Stop> {
        let (haul, shared) = (tree.haul, context.shared());
        let meets = |hash: u64| {
            self.across(haul).any(|it| it.find(hash).is_some())
                || self.pulls_across(haul).any(|it| it.may_know(hash))
                || shared.is_some_and(|shared| shared.meets(haul, hash))
        };
        let end = meter.slice_end();
        loop {
            if shared.is_some() {
                meter.begin_slice(UNITS_ALONE.min(end.saturating_sub(meter.units)));
            }
            let (node, last) = match tree.run(context, meter, bytes_max, &meets)? {
                Turn::Won(node) => (node, None),
                Turn::Met(node, carry) => (node, Some(carry)),
                Turn::Spent => {
                    if let Some(way) = self.answer(tree, context) {
                        return Ok(Growth::Found(way));
                    }
                    if meter.units >= end {
                        return Ok(Growth::Spent);
                    }
                    continue;
                }
                Turn::Exhausted => return Ok(Growth::Exhausted),
                Turn::Full => return Ok(Growth::Full),
            };
            let (state, way) = halfway(tree, context, node, last);
            if is_whole(haul, context, &state) {
                return Ok(Growth::Found(way));
            }
            let hash = context.hash(&state);
            let rest = self.rest_of(haul, context, &state, hash);
            match (rest, last) {
                (Some(rest), _) => return Ok(Growth::Found(joined(haul, way, rest))),
                (None, None) => return Ok(Growth::Won),
                // Another thread knows it, or two states have the same hash.
                (None, Some(_)) => {
                    if let Some(shared) = shared {
                        shared.post(HalfSolution { state, hash, haul, way });
                    }
                }
            }
        }
    }

    /// Looks for the other half of the posts of other threads.
    fn answer(&self, tree: &Tree<N>, context: &mut Context<'_, N>) -> Option<Way> {
        for post in context.exchange() {
            let own = std::iter::once(tree).chain(self.trees.iter().flatten());
            let mut own = own.filter(|it| it.haul != post.haul);
            if let Some(rest) = own.find_map(|it| way_on(it, context, &post.state, post.hash)) {
                return Some(joined(post.haul, post.way, rest));
            }
        }
        None
    }
}

/// The state at the end of a macro move from a node, or of the node itself, and the path there.
fn halfway<const N: usize>(
    tree: &Tree<N>,
    context: &mut Context<'_, N>,
    node: Number,
    last: Option<MacroMove>,
) -> (FessState<N>, Way) {
    let state = tree.nodes[node as usize].state;
    let way = way_along(tree, context, node);
    match last {
        None => (state, way),
        Some(carry) => {
            let pushes = context.pushes_of(tree.haul, &state, carry);
            let next = after(&state, &context.child_of(&state, carry));
            (next, joined(tree.haul, way, pushes))
        }
    }
}

/// Appends `further` to a path, or prepends it if the path was found backwards.
fn joined(haul: Haul, mut way: Way, further: Way) -> Way {
    join(haul, &mut way, further);
    way
}

/// Whether a tree that reached this state has a complete solution.
fn is_whole<const N: usize>(haul: Haul, context: &Context<'_, N>, state: &FessState<N>) -> bool {
    match haul {
        Haul::Push => {
            let holes = context.holes(state);
            let region = context.field().region(state.keeper, &state.boxes, &holes);
            context.problem.is_won(&state.boxes, &holes, &region)
        }
        Haul::Pull => {
            state.spent.is_empty() && context.problem.is_first(&state.boxes, state.keeper)
        }
    }
}

/// Appends `further` to a path, or prepends it if the path was found backwards.
pub(crate) fn join(haul: Haul, way: &mut Way, further: Way) {
    match haul {
        Haul::Push => way.extend(further),
        Haul::Pull => {
            let play = std::mem::replace(way, further);
            way.extend(play);
        }
    }
}

/// The pushes between a root and a node, in the order of play.
fn way_along<const N: usize>(tree: &Tree<N>, context: &mut Context<'_, N>, node: Number) -> Way {
    let nodes = tree.line_to(node).into_iter().map(|it| &tree.nodes[it as usize]);
    way_through(tree.haul, context, &nodes.map(|it| (it.state, it.carry)).collect::<Vec<_>>())
}

/// The pushes along a line of states, each with the macro move that led to it, in the order of
/// play.
pub(crate) fn way_through<const N: usize>(
    haul: Haul,
    context: &mut Context<'_, N>,
    line: &[(FessState<N>, MacroMove)],
) -> Way {
    let mut way = Vec::new();
    for pair in line.windows(2) {
        join(haul, &mut way, context.pushes_of(haul, &pair[0].0, pair[1].1));
    }
    way
}

/// The pushes between a root of a tree and a state that it knows.
fn way_on<const N: usize>(
    tree: &Tree<N>,
    context: &mut Context<'_, N>,
    state: &FessState<N>,
    hash: u64,
) -> Option<Way> {
    let known = tree.find(hash)?;
    let own = tree.nodes.get(known.node as usize)?.state;
    let mut way = way_along(tree, context, known.node);
    if known.is_expanded {
        return (own == *state).then_some(way);
    }
    let carry = haul_between(tree.haul, context, &own, state)?;
    join(tree.haul, &mut way, context.pushes_of(tree.haul, &own, carry));
    Some(way)
}

/// The pushes from a state that a backward search knows to the end of play.
fn way_back<const N: usize>(
    pulls: &Pulls<'_, N>,
    context: &Context<'_, N>,
    state: &FessState<N>,
    hash: u64,
) -> Option<Way> {
    let keys = &context.problem.keys;
    if !state.spent.is_empty() || !state.boxes.iter().all(|place| keys.has(place)) {
        return None;
    }
    let mut key = Key::default();
    keys.pack(&state.boxes, &Bits::EMPTY, &mut key);
    let mut way = pulls.way_to(&key, state.keeper, hash)?;
    way.reverse();
    Some(way)
}

/// The macro move from one state to another.
fn haul_between<const N: usize>(
    haul: Haul,
    context: &mut Context<'_, N>,
    one: &FessState<N>,
    two: &FessState<N>,
) -> Option<MacroMove> {
    let moved = (one.boxes & !two.boxes).first()?;
    let parts = Parts::new(context.field(), &one.boxes);
    let mut children: Vec<MacroChild> = Vec::new();
    context.list_of(haul, one, &parts, moved, &mut children);
    children.into_iter().find(|child| after(one, child) == *two).map(|child| child.carry)
}
