//! All the trees of a level, and the searches backwards. One that grows from the start and one that
//! grows from the end have a solution between them as soon as one of them comes to a state that
//! the other knows.

use super::stand::{Carry, Child, Stand, after};
use super::tools::Tools;
use super::tree::{Number, Tree, Turn};
use crate::meter::SearchMeter;
use crate::search::best_first::{BestFirst, Met};
use crate::search::fess::shared::Post;
use crate::slice::{SliceResult, Way};
use crate::space::pulls::PullSpace;
use sokolab_core::Stop;
use sokolab_field::{Bits, Haul, Key, Parts};

/// Units between two looks at what other threads have found.
const UNITS_ALONE: u64 = 10_000;

/// A tree of the grove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TreeNumber(usize);

/// A search backwards beside the trees.
pub(crate) type Pulls<'a, const N: usize> = BestFirst<PullSpace<'a, N>>;

/// The trees, and the searches backwards; those that were felled leave a gap.
pub(crate) struct Grove<'a, const N: usize> {
    trees: Vec<Option<Tree<N>>>,
    pulls: Vec<Option<Box<Pulls<'a, N>>>>,
}

/// A search backwards of the grove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PullsNumber(usize);

/// How a turn of a tree ended.
#[derive(Debug)]
pub(crate) enum Growth {
    /// With a solution.
    Found(Way),
    /// With a state that ends its search without being a solution.
    Won,
    Spent,
    Exhausted,
    Full,
}

impl<'a, const N: usize> Grove<'a, N> {
    pub(crate) fn new() -> Grove<'a, N> {
        Grove { trees: Vec::new(), pulls: Vec::new() }
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

    /// Lets a search backwards go on until the slice is spent.
    pub(crate) fn pull(
        &mut self,
        number: PullsNumber,
        tools: &mut Tools<'_, N>,
        meter: &mut SearchMeter<'_>,
        bytes_max: u64,
    ) -> Result<SliceResult, Stop> {
        let Some(mut pulls) = self.pulls[number.0].take() else { return Ok(SliceResult::Over) };
        pulls.bytes_max = bytes_max;
        let turned = self.pull_on(&mut pulls, tools, meter);
        self.pulls[number.0] = Some(pulls);
        turned
    }

    fn pull_on(
        &self,
        pulls: &mut Pulls<'a, N>,
        tools: &mut Tools<'_, N>,
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
            tools.problem.keys.unpack(words, &mut key, &mut list);
            let boxes = list.into_iter().collect();
            let stand = Stand { boxes, spent: Bits::EMPTY, keeper };
            let hash = tools.hash(&stand);
            if let Some(first) = self.rest_of(Haul::Pull, tools, &stand, hash) {
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

    pub(crate) fn bytes(&self, tree: TreeNumber) -> u64 {
        self.get(tree).map_or(0, Tree::bytes)
    }

    /// The trees that grow towards a search in this direction.
    fn across(&self, haul: Haul) -> impl Iterator<Item = &Tree<N>> {
        self.trees.iter().flatten().filter(move |it| it.haul != haul)
    }

    /// The searches backwards that a search in this direction may meet.
    fn pulls_across(&self, haul: Haul) -> impl Iterator<Item = &Pulls<'a, N>> {
        self.pulls.iter().flatten().filter(move |_| haul == Haul::Push).map(|it| &**it)
    }

    /// The rest of a solution for a search that came to a state, if one from the other end knows
    /// it.
    pub(crate) fn rest_of(
        &self,
        haul: Haul,
        tools: &mut Tools<'_, N>,
        stand: &Stand<N>,
        hash: u64,
    ) -> Option<Way> {
        let by_trees = self.across(haul).find_map(|it| way_on(it, tools, stand, hash));
        by_trees.or_else(|| {
            let mut pulls = self.pulls_across(haul).filter(|it| it.may_know(hash));
            pulls.find_map(|it| way_back(it, tools, stand, hash))
        })
    }

    /// Lets a tree grow until the slice is spent.
    pub(crate) fn grow(
        &mut self,
        number: TreeNumber,
        tools: &mut Tools<'_, N>,
        meter: &mut SearchMeter<'_>,
        bytes_max: u64,
    ) -> Result<Growth, Stop> {
        let Some(mut tree) = self.trees[number.0].take() else { return Ok(Growth::Exhausted) };
        let grown = self.grow_out(&mut tree, tools, meter, bytes_max);
        self.trees[number.0] = Some(tree);
        grown
    }

    fn grow_out(
        &self,
        tree: &mut Tree<N>,
        tools: &mut Tools<'_, N>,
        meter: &mut SearchMeter<'_>,
        bytes_max: u64,
    ) -> Result<Growth, Stop> {
        let (haul, shared) = (tree.haul, tools.shared());
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
            let (node, last) = match tree.run(tools, meter, bytes_max, &meets)? {
                Turn::Won(node) => (node, None),
                Turn::Met(node, carry) => (node, Some(carry)),
                Turn::Spent => {
                    if let Some(way) = self.answer(tree, tools) {
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
            let (stand, way) = halfway(tree, tools, node, last);
            if is_whole(haul, tools, &stand) {
                return Ok(Growth::Found(way));
            }
            let hash = tools.hash(&stand);
            let rest = self.rest_of(haul, tools, &stand, hash);
            match (rest, last) {
                (Some(rest), _) => return Ok(Growth::Found(joined(haul, way, rest))),
                (None, None) => return Ok(Growth::Won),
                // Another thread knows it, or two states had the same hash.
                (None, Some(_)) => {
                    if let Some(shared) = shared {
                        shared.post(Post { stand, hash, haul, way });
                    }
                }
            }
        }
    }

    /// Looks for the other half of what other threads have found.
    fn answer(&self, tree: &Tree<N>, tools: &mut Tools<'_, N>) -> Option<Way> {
        for post in tools.exchange() {
            let own = std::iter::once(tree).chain(self.trees.iter().flatten());
            let mut own = own.filter(|it| it.haul != post.haul);
            if let Some(rest) = own.find_map(|it| way_on(it, tools, &post.stand, post.hash)) {
                return Some(joined(post.haul, post.way, rest));
            }
        }
        None
    }
}

/// The state at the end of a haul from a node, or the node's own, and the way there.
fn halfway<const N: usize>(
    tree: &Tree<N>,
    tools: &mut Tools<'_, N>,
    node: Number,
    last: Option<Carry>,
) -> (Stand<N>, Way) {
    let stand = tree.nodes[node as usize].stand;
    let way = way_along(tree, tools, node);
    match last {
        None => (stand, way),
        Some(carry) => {
            let pushes = tools.pushes_of(tree.haul, &stand, carry);
            let next = after(&stand, &tools.child_of(&stand, carry));
            (next, joined(tree.haul, way, pushes))
        }
    }
}

/// Play that was found, and further pushes at its end, or before its beginning.
fn joined(haul: Haul, mut way: Way, further: Way) -> Way {
    join(haul, &mut way, further);
    way
}

/// Whether a tree that came to this state has a whole solution.
fn is_whole<const N: usize>(haul: Haul, tools: &Tools<'_, N>, stand: &Stand<N>) -> bool {
    match haul {
        Haul::Push => {
            let holes = tools.holes(stand);
            let region = tools.field().region(stand.keeper, &stand.boxes, &holes);
            tools.problem.is_won(&stand.boxes, &holes, &region)
        }
        Haul::Pull => stand.spent.is_empty() && tools.problem.is_first(&stand.boxes, stand.keeper),
    }
}

/// Adds further pushes at the end of play that was found, or before its beginning.
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
fn way_along<const N: usize>(tree: &Tree<N>, tools: &mut Tools<'_, N>, node: Number) -> Way {
    let nodes = tree.line_to(node).into_iter().map(|it| &tree.nodes[it as usize]);
    way_through(tree.haul, tools, &nodes.map(|it| (it.stand, it.carry)).collect::<Vec<_>>())
}

/// The pushes through states, each with the haul that led to it, in the order of play.
pub(crate) fn way_through<const N: usize>(
    haul: Haul,
    tools: &mut Tools<'_, N>,
    line: &[(Stand<N>, Carry)],
) -> Way {
    let mut way = Vec::new();
    for pair in line.windows(2) {
        join(haul, &mut way, tools.pushes_of(haul, &pair[0].0, pair[1].1));
    }
    way
}

/// The pushes between a root of a tree and a state that it knows.
fn way_on<const N: usize>(
    tree: &Tree<N>,
    tools: &mut Tools<'_, N>,
    stand: &Stand<N>,
    hash: u64,
) -> Option<Way> {
    let known = tree.find(hash)?;
    let own = tree.nodes.get(known.node as usize)?.stand;
    let mut way = way_along(tree, tools, known.node);
    if known.is_expanded {
        return (own == *stand).then_some(way);
    }
    let carry = haul_between(tree.haul, tools, &own, stand)?;
    join(tree.haul, &mut way, tools.pushes_of(tree.haul, &own, carry));
    Some(way)
}

/// The pushes from a state that a search backwards knows to its end.
fn way_back<const N: usize>(
    pulls: &Pulls<'_, N>,
    tools: &Tools<'_, N>,
    stand: &Stand<N>,
    hash: u64,
) -> Option<Way> {
    let keys = &tools.problem.keys;
    if !stand.spent.is_empty() || !stand.boxes.iter().all(|place| keys.has(place)) {
        return None;
    }
    let mut key = Key::default();
    keys.pack(&stand.boxes, &Bits::EMPTY, &mut key);
    let mut way = pulls.way_to(&key, stand.keeper, hash)?;
    way.reverse();
    Some(way)
}

/// The haul from one state to another.
fn haul_between<const N: usize>(
    haul: Haul,
    tools: &mut Tools<'_, N>,
    one: &Stand<N>,
    two: &Stand<N>,
) -> Option<Carry> {
    let moved = (one.boxes & !two.boxes).first()?;
    let parts = Parts::new(tools.field(), &one.boxes);
    let mut children: Vec<Child> = Vec::new();
    tools.list_of(haul, one, &parts, moved, &mut children);
    children.into_iter().find(|child| after(one, child) == *two).map(|child| child.carry)
}
