//! The search over what happens between the areas of a level.
//!
//! A node says for each area which set of states it may be in, and where the keeper is. Edges are
//! boxes that cross from one area to the next, and the keeper that walks across; crossings are
//! counted, so the first solution found has the fewest. All of it is exact where steps go the ways
//! that pushes go: when nothing is left, there is no solution.
//!
//! Where every box is needed, squares that are dead for a lone box are barred, and so are states of
//! areas without goals that can no longer be emptied. Under `nethack-game` an area does not know
//! steps past holes, so a level that is not solved is left to another method. Once the crossings
//! are known, the areas are traversed backwards to find the pushes, which the referee replays.

use std::collections::{BTreeMap, HashMap};

use sokolab_analysis::{KeeperWay, PushDistances, dead_squares, spare_boxes};
use sokolab_core::{Board, Push, Square, State};

use crate::areas::{Areas, NotSplit};
use crate::expand::expand;
use crate::local::{Happening, Keeper, Local, NOTHING, SetNumber, Supply, wanted};
use crate::space::{Beyond, Parking, Space};

/// Which of the solutions with the fewest crossings is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The first that is found.
    #[default]
    Any,
    /// One that is told in the fewest steps: boxes that go the same way, one after the other, are
    /// one step.
    FewestSteps,
}

/// What is wanted of a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Which of those with the fewest crossings.
    pub order: Order,
    /// Never more boxes in the area of a square than so many. With such a wish nothing found
    /// proves nothing.
    pub at_most: Vec<(Square, usize)>,
}

/// What a search may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most nodes that may be expanded.
    pub nodes_max: u64,
    /// The most states of single areas that may be looked at: larger areas are no help.
    pub looks_max: u64,
    /// The most bytes that nodes and states of areas may take.
    pub bytes_max: u64,
}

/// What a search has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Nodes expanded.
    pub nodes: u64,
    /// States of single areas looked at.
    pub looks: u64,
    /// Bytes taken, roughly.
    pub bytes: u64,
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The nodes were spent.
    Nodes,
    /// The memory was spent.
    Memory,
    /// The areas have too many states.
    Looks,
    /// It was told to.
    Told,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Pushes that win, with the fewest crossings.
    Solved {
        /// The pushes.
        pushes: Vec<Push>,
        /// How often a box crosses from area to area.
        crossings: usize,
    },
    /// A proof that there is no solution.
    Unsolvable,
    /// Nothing was found, and that proves nothing.
    NothingFound,
    /// The level does not fall apart.
    NotSplit(NotSplit),
    /// A limit came first.
    Stopped(Stop),
}

/// Asked now and then whether to go on.
pub(crate) struct Watch<'a> {
    pub(crate) spent: Spent,
    limits: Limits,
    keep_going: &'a mut dyn FnMut(&Spent) -> bool,
}

/// Looks between two questions.
const POLL_INTERVAL: u64 = 1 << 12;

impl Watch<'_> {
    /// Counts a look at a state of an area.
    pub(crate) fn look(&mut self, local: &Local) -> Result<(), Stop> {
        if self.spent.looks >= self.limits.looks_max {
            return Err(Stop::Looks);
        }
        self.spent.looks += 1;
        if self.spent.looks.is_multiple_of(POLL_INTERVAL) {
            if local.bytes() > self.limits.bytes_max {
                return Err(Stop::Memory);
            }
            return self.ask();
        }
        Ok(())
    }

    fn ask(&mut self) -> Result<(), Stop> {
        if (self.keep_going)(&self.spent) { Ok(()) } else { Err(Stop::Told) }
    }
}

/// How a node came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// It is the first.
    Begin,
    /// The keeper walks out by a port of the area where it was.
    Walk(u8),
    /// A box crosses by a port of the area where the keeper is.
    Cross(u8),
}

/// A node of the search.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The set of each area.
    pub(crate) sets: Box<[SetNumber]>,
    /// The area where the keeper is.
    pub(crate) at: usize,
    pub(crate) action: Action,
    pub(crate) parent: usize,
    crossings: u32,
    /// What its steps cost, see [`STEP`].
    steps: u64,
    leg: Option<Leg>,
}

/// What a step costs, less the crossings made before it: of plans with as many steps, the one is
/// the plainest that stays longest with what it does.
const STEP: u64 = 1 << 32;

/// A crossing from area to area.
type Crossing = (usize, usize);

/// A box on its way through areas, with no other that crosses in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Leg {
    /// Its first and its last crossing.
    route: (Crossing, Crossing),
    /// The route of the leg before.
    before: Option<(Crossing, Crossing)>,
    /// Whether it is counted as a step; else it must come to be like the one before.
    is_counted: bool,
}

impl Leg {
    /// The leg after a crossing, and how many steps more that makes. Legs with the same route, one
    /// after the other, are one step.
    fn after(leg: Option<Leg>, from: usize, to: usize) -> (Leg, u32) {
        let crossing = (from, to);
        let Some(leg) = leg else {
            let route = (crossing, crossing);
            return (Leg { route, before: None, is_counted: true }, 1);
        };
        let (first, last) = leg.route;
        let is_like_before = leg.before == Some(leg.route);
        if last.1 == from && last.0 != to {
            let is_more = !leg.is_counted && is_like_before;
            let is_counted = leg.is_counted || is_more;
            let longer = Leg { route: (first, crossing), is_counted, ..leg };
            return (longer, u32::from(is_more));
        }
        let falls_short = !leg.is_counted && !is_like_before;
        let is_counted = crossing != first;
        let fresh = Leg { route: (crossing, crossing), before: Some(leg.route), is_counted };
        (fresh, u32::from(falls_short) + u32::from(is_counted))
    }
}

/// What tells nodes apart.
type Key = (Box<[SetNumber]>, usize, Option<Leg>);

/// A level made ready.
#[derive(Debug)]
pub(crate) struct Level {
    pub(crate) areas: Areas,
    pub(crate) locals: Vec<Local>,
    /// Crossings to the nearest area with goals, by area; 0 where boxes need not get there.
    distances: Vec<u32>,
    order: Order,
    is_exact: bool,
}

/// Looks for a solution of `start` chamber by chamber. `keep_going` is asked now and then.
pub fn solve(
    board: &Board,
    start: &State,
    wish: &Wish,
    limits: Limits,
    keep_going: &mut dyn FnMut(&Spent) -> bool,
) -> (Answer, Spent) {
    let mut watch = Watch { spent: Spent::default(), limits, keep_going };
    let answer = match Level::new(board, start, wish) {
        Err(why) => Answer::NotSplit(why),
        Ok(level) => level.search(board, start, &mut watch).unwrap_or_else(Answer::Stopped),
    };
    (answer, watch.spent)
}

impl Level {
    fn new(board: &Board, start: &State, wish: &Wish) -> Result<Level, NotSplit> {
        let areas = Areas::of(board)?;
        let rules = board.rules();
        // With a box to spare, a lost one is no loss.
        let needs_all = spare_boxes(board, start) == Ok(0);
        let mut barred = board.dead_fields().clone();
        if needs_all {
            let distances = PushDistances::new(board, KeeperWay::Walking);
            barred.extend(dead_squares(board, &distances).iter());
        }
        let is_short = start.boxes.len() < board.goals().len();
        let supply = if is_short { Supply::Short } else { Supply::Enough };
        let mut locals = Vec::new();
        for area in &areas.list {
            let bits = |is: &dyn Fn(sokolab_core::Square) -> bool| {
                let squares = area.squares.iter().enumerate().filter(|(_, it)| is(**it));
                squares.fold(0, |set, (number, _)| set | 1u64 << number)
            };
            let beyond = vec![Beyond::Anything; area.links.len()];
            let space = Space::new(&area.shape, rules, Parking::AsDrawn, &beyond);
            let mut space = space.with_barred(bits(&|it| barred.contains(it)));
            for (_, most) in wish.at_most.iter().filter(|it| area.squares.contains(&it.0)) {
                space = space.with_boxes_max(*most);
            }
            let exits = bits(&|it| board.exits().contains(it));
            let exits = Some(exits).filter(|_| !board.exits().is_empty());
            let wanted = wanted(rules.goal(), exits, supply);
            let must_empty = needs_all && area.shape.goals() == 0;
            locals.push(Local::new(space, area.squares.clone(), wanted, must_empty));
        }
        // Steps past a hole that are no pushes are not known to an area.
        let is_exact = wish.at_most.is_empty() && rules.steps() == rules.pushes();
        let order = wish.order;
        let mut level = Level { areas, locals, distances: Vec::new(), order, is_exact };
        level.distances = level.distances_to_goals(needs_all);
        Ok(level)
    }

    fn distances_to_goals(&self, needs_all: bool) -> Vec<u32> {
        let count = self.areas.list.len();
        let mut distances = vec![u32::MAX; count];
        let has_goals = |it: &usize| self.areas.list[*it].shape.goals() != 0;
        let mut layer: Vec<usize> = (0..count).filter(has_goals).collect();
        let mut distance = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for at in layer {
                if distances[at] == u32::MAX {
                    distances[at] = distance;
                    next.extend(self.areas.list[at].links.iter().map(|it| it.area));
                }
            }
            layer = next;
            distance += 1;
        }
        let is_used = |it: u32| if needs_all && it != u32::MAX { it } else { 0 };
        distances.into_iter().map(is_used).collect()
    }

    /// The least number of crossings still to come.
    fn bound(&self, sets: &[SetNumber]) -> u32 {
        let areas = self.locals.iter().zip(sets).zip(&self.distances);
        areas.filter(|it| *it.1 > 0).map(|((local, &set), &far)| local.box_count(set) * far).sum()
    }

    fn search(
        mut self,
        board: &Board,
        start: &State,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, Stop> {
        let first = self.first(start, watch)?;
        let is_lost = first.sets.contains(&NOTHING);
        let mut nodes = vec![first];
        let mut numbers: HashMap<Key, usize> = HashMap::new();
        numbers.insert((nodes[0].sets.clone(), nodes[0].at, None), 0);
        // Nodes by the least number of crossings of a solution through them, then by steps; the
        // last come first.
        let mut open: BTreeMap<(u32, u64), Vec<usize>> = BTreeMap::new();
        if !is_lost {
            open.entry((self.bound(&nodes[0].sets), 0)).or_default().push(0);
        }
        let mut is_expanded: Vec<bool> = vec![false];
        while let Some(mut entry) = open.first_entry() {
            let Some(at) = entry.get_mut().pop() else {
                entry.remove();
                continue;
            };
            if std::mem::replace(&mut is_expanded[at], true) {
                continue;
            }
            if self.is_won(&nodes[at], watch)? {
                let crossings = nodes[at].crossings as usize;
                let pushes = expand(board, start, &mut self, &nodes, at);
                return Ok(pushes
                    .map_or(Answer::NothingFound, |pushes| Answer::Solved { pushes, crossings }));
            }
            self.pay(&nodes, watch)?;
            for child in self.children(&nodes, at, watch)? {
                let key = (child.sets.clone(), child.at, child.leg);
                let fresh = nodes.len();
                let number = *numbers.entry(key).or_insert(fresh);
                let bound = (child.crossings + self.bound(&child.sets), child.steps);
                let cost = |it: &Node| (it.crossings, it.steps);
                if number == fresh {
                    nodes.push(child);
                    is_expanded.push(false);
                } else if cost(&child) < cost(&nodes[number]) && !is_expanded[number] {
                    nodes[number] = child;
                } else {
                    continue;
                }
                open.entry(bound).or_default().push(number);
            }
        }
        Ok(if self.is_exact { Answer::Unsolvable } else { Answer::NothingFound })
    }

    fn pay(&self, nodes: &[Node], watch: &mut Watch<'_>) -> Result<(), Stop> {
        if watch.spent.nodes >= watch.limits.nodes_max {
            return Err(Stop::Nodes);
        }
        watch.spent.nodes += 1;
        if watch.spent.nodes.is_multiple_of(64) || watch.spent.nodes == 1 {
            let each = 96 + 8 * self.locals.len() as u64;
            let states: u64 = self.locals.iter().map(Local::bytes).sum();
            watch.spent.bytes = states + each * nodes.len() as u64;
            if watch.spent.bytes > watch.limits.bytes_max {
                return Err(Stop::Memory);
            }
            watch.ask()?;
        }
        Ok(())
    }

    fn first(&mut self, start: &State, watch: &mut Watch<'_>) -> Result<Node, Stop> {
        let at = self.areas.area_of[start.keeper.index()];
        let ports = self.areas.ports_towards(at);
        let mut sets = Vec::new();
        for (index, local) in self.locals.iter_mut().enumerate() {
            let bits = |is: &dyn Fn(sokolab_core::Square) -> bool| {
                let squares = local.squares.iter().enumerate().filter(|(_, it)| is(**it));
                squares.fold(0, |set, (number, _)| set | 1u64 << number)
            };
            let boxes = bits(&|it| start.boxes.contains(it));
            let filled = bits(&|it| start.filled.contains(it));
            let keeper = match local.squares.iter().position(|&it| it == start.keeper) {
                Some(number) => number,
                None => local.space.outside(ports[index]),
            };
            let mut state = local.space.state(boxes, keeper);
            state.filled = filled;
            state.keeper = keeper as u8;
            let state = local.space.normalized(state);
            sets.push(local.begin(state, watch)?);
        }
        let action = Action::Begin;
        Ok(Node { sets: sets.into(), at, action, parent: 0, crossings: 0, steps: 0, leg: None })
    }

    fn is_won(&mut self, node: &Node, watch: &mut Watch<'_>) -> Result<bool, Stop> {
        for (index, local) in self.locals.iter_mut().enumerate() {
            let keeper = if index == node.at { Keeper::Inside } else { Keeper::Elsewhere };
            if !local.is_ended(node.sets[index], keeper, watch)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn children(
        &mut self,
        nodes: &[Node],
        parent: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Node>, Stop> {
        let Node { sets, at, crossings, steps, leg, .. } = &nodes[parent];
        let (at, crossings, steps, leg) = (*at, *crossings, *steps, *leg);
        let mut children = Vec::new();
        for port in 0..self.areas.list[at].links.len() {
            let link = self.areas.list[at].links[port];
            let own = port as u8;
            let out = self.locals[at].after(sets[at], Happening::Out(own), watch)?;
            if out != NOTHING {
                let mut sets = sets.clone();
                sets[at] = out;
                let action = Action::Walk(own);
                let at = link.area;
                children.push(Node { sets, at, action, parent, crossings, steps, leg });
            }
            let left = self.locals[at].after(sets[at], Happening::Leave(own), watch)?;
            if left == NOTHING {
                continue;
            }
            let entering = Happening::Enter(link.port as u8);
            let entered = self.locals[link.area].after(sets[link.area], entering, watch)?;
            if entered != NOTHING {
                let mut sets = sets.clone();
                sets[at] = left;
                sets[link.area] = entered;
                let action = Action::Cross(own);
                let (leg, more) = match self.order {
                    Order::Any => (None, 0),
                    Order::FewestSteps => {
                        let (leg, more) = Leg::after(leg, at, link.area);
                        (Some(leg), more)
                    }
                };
                let steps = steps + u64::from(more) * (STEP - u64::from(crossings));
                let crossings = crossings + 1;
                children.push(Node { sets, at, action, parent, crossings, steps, leg });
            }
        }
        Ok(children)
    }
}
