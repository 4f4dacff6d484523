//! Searches the sequences of events between the areas of a level.
//!
//! A node holds, for each area, the set of states that the area may be in, and the area where the
//! keeper is. The edges are boxes that cross from one area to the next, and walks of the keeper
//! from one area to another. The search counts crossings of boxes, so the first solution has the
//! fewest. It is exact if every direction of a step is also a direction of a push: if no node is
//! left, there is no solution.
//!
//! Where every box is needed, boxes are not pushed onto squares that are dead for a lone box, and
//! states in which an area without goals can no longer be emptied are dropped. Under
//! `nethack-game`, an area does not know steps past holes, so a level that is not solved is left to
//! another method. Once the crossings are known, the areas are traversed backwards to find the
//! pushes, which the referee replays.

use std::collections::{BTreeMap, HashMap};

use sokolab_core::{Board, Meter, Push, State, Stop};

use super::areas::Indivisible;
use super::divided_level::DividedLevel;
use super::local::{AreaEvent, Keeper, Local, NOTHING, SetNumber};
use super::node::{Action, Leg, Node, STEP};
use super::options::{ChamberOptions, Order};
use super::reconstruct::reconstruct;
use super::state_counter::{Halt, StateCounter};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A solution with the fewest crossings.
    Solved {
        /// The pushes.
        pushes: Vec<Push>,
        /// How often a box crosses from one area to another.
        crossings: usize,
    },
    /// A proof that there is no solution.
    Unsolvable,
    /// No solution was found, which proves nothing.
    NothingFound,
    /// The level cannot be divided into areas.
    Indivisible(Indivisible),
    /// Its areas have too many states.
    TooManyStates,
    /// A limit was reached.
    Stopped(Stop),
}

/// Identifies a node.
type Key = (Box<[SetNumber]>, usize, Option<Leg>);

/// Looks for a solution from `start`, chamber by chamber. The meter counts states of single areas
/// as lemma nodes.
#[must_use]
pub fn solve(
    board: &Board,
    start: &State,
    options: &ChamberOptions,
    meter: &mut Meter<'_>,
) -> Answer {
    let level = match DividedLevel::new(board, start, options) {
        Err(why) => return Answer::Indivisible(why),
        Ok(level) => level,
    };
    let mut counter = StateCounter { meter, most: options.states_max };
    level.search(board, start, &mut counter).unwrap_or_else(|halt| match halt {
        Halt::TooManyStates => Answer::TooManyStates,
        Halt::Stopped(stop) => Answer::Stopped(stop),
    })
}

impl DividedLevel {
    fn search(
        mut self,
        board: &Board,
        start: &State,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<Answer, Halt> {
        let first = self.first(start, counter)?;
        let is_lost = first.sets.contains(&NOTHING);
        let mut nodes = vec![first];
        let mut numbers: HashMap<Key, usize> = HashMap::new();
        numbers.insert((nodes[0].sets.clone(), nodes[0].at, None), 0);
        // Nodes by the fewest crossings of a solution through them, then by steps; among equals,
        // the newest comes first.
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
            if self.is_won(&nodes[at], counter)? {
                let crossings = nodes[at].crossings as usize;
                let pushes = reconstruct(board, start, &mut self, &nodes, at);
                return Ok(pushes
                    .map_or(Answer::NothingFound, |pushes| Answer::Solved { pushes, crossings }));
            }
            self.pay(&nodes, counter)?;
            for child in self.children(&nodes, at, counter)? {
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

    fn pay(&self, nodes: &[Node], counter: &mut StateCounter<'_, '_>) -> Result<(), Halt> {
        let meter = &mut *counter.meter;
        meter.count_node()?;
        if meter.progress.nodes.is_multiple_of(64) || meter.progress.nodes == 1 {
            let each = 96 + 8 * self.locals.len() as u64;
            let states: u64 = self.locals.iter().map(Local::bytes).sum();
            meter.take_bytes(states + each * nodes.len() as u64)?;
            meter.ask()?;
        }
        Ok(())
    }

    fn first(&mut self, start: &State, counter: &mut StateCounter<'_, '_>) -> Result<Node, Halt> {
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
            sets.push(local.begin(state, counter)?);
        }
        let action = Action::Begin;
        Ok(Node { sets: sets.into(), at, action, parent: 0, crossings: 0, steps: 0, leg: None })
    }

    fn is_won(&mut self, node: &Node, counter: &mut StateCounter<'_, '_>) -> Result<bool, Halt> {
        for (index, local) in self.locals.iter_mut().enumerate() {
            let keeper = if index == node.at { Keeper::Inside } else { Keeper::Elsewhere };
            if !local.is_ended(node.sets[index], keeper, counter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn children(
        &mut self,
        nodes: &[Node],
        parent: usize,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<Vec<Node>, Halt> {
        let Node { sets, at, crossings, steps, leg, .. } = &nodes[parent];
        let (at, crossings, steps, leg) = (*at, *crossings, *steps, *leg);
        let mut children = Vec::new();
        for port in 0..self.areas.list[at].links.len() {
            let link = self.areas.list[at].links[port];
            let own = port as u8;
            let out = self.locals[at].after(sets[at], AreaEvent::Out(own), counter)?;
            if out != NOTHING {
                let mut sets = sets.clone();
                sets[at] = out;
                let action = Action::Walk(own);
                let at = link.area;
                children.push(Node { sets, at, action, parent, crossings, steps, leg });
            }
            let left = self.locals[at].after(sets[at], AreaEvent::Leave(own), counter)?;
            if left == NOTHING {
                continue;
            }
            let entering = AreaEvent::Enter(link.port as u8);
            let entered = self.locals[link.area].after(sets[link.area], entering, counter)?;
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
