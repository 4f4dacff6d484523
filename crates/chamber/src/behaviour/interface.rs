//! The behaviour of a chamber as seen from outside: automata over boxes that enter and leave.
//!
//! The [`Interface`] preserves the choices of a keeper inside: any number of pushes inside is one
//! letter, and states that cannot be distinguished from outside are merged (bisimulation). The
//! [`Annex`] of a chamber with one connection goes further: it omits what the keeper does inside,
//! because the keeper has no opponent, and everything that loses a box.

use std::collections::BTreeSet;

use super::graph::{ChamberGraph, TooManyStates};
use super::refine::{Labelled, blocks};
use crate::annex::{Annex, AnnexNode};
use crate::space::{ChamberState, Event, Space};

/// A letter of the alphabet of an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// A box enters by this port.
    Enter(u8),
    /// A box leaves by this port.
    Leave(u8),
    /// The keeper can be outside this port.
    Walk(u8),
    /// Any number of pushes inside.
    Rearrange,
}

impl Letter {
    pub(super) fn number(self) -> u8 {
        match self {
            Letter::Enter(port) => port,
            Letter::Leave(port) => 4 + port,
            Letter::Walk(port) => 8 + port,
            Letter::Rearrange => 12,
        }
    }

    fn from_number(number: u8) -> Letter {
        match number {
            0..4 => Letter::Enter(number),
            4..8 => Letter::Leave(number - 4),
            8..12 => Letter::Walk(number - 8),
            _ => Letter::Rearrange,
        }
    }
}

/// The states from which a chamber can still be emptied, as seen from outside.
#[derive(Clone, Debug)]
pub struct Interface {
    /// The states themselves, with the start states first.
    pub states: Vec<ChamberState>,
    /// The node of each state.
    pub node_of: Vec<u32>,
    /// For each node, its letters and the nodes they lead to.
    pub nodes: Vec<BTreeSet<(Letter, u32)>>,
    /// For each node, the number of boxes inside.
    pub boxes: Vec<usize>,
}

impl Interface {
    /// The node of `state`, if the chamber can be emptied from there.
    #[must_use]
    pub fn node(&self, state: &ChamberState) -> Option<u32> {
        self.states.iter().position(|it| it == state).map(|it| self.node_of[it])
    }

    /// The nodes to which `letter` leads from `node`.
    #[must_use]
    pub fn after(&self, node: u32, letter: Letter) -> Vec<u32> {
        let arcs = self.nodes[node as usize].iter();
        arcs.filter(|it| it.0 == letter).map(|it| it.1).collect()
    }
}

/// The interface of `space` from these start states, over all states from which it can be emptied.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn interface(
    space: &Space,
    starts: &[ChamberState],
    states_max: usize,
) -> Result<Interface, TooManyStates> {
    let live = Live::of(space, starts, states_max)?;
    let ports = space.shape().ports().len();
    let mut arcs: Vec<Vec<Labelled>> = vec![Vec::new(); live.states.len()];
    for (state, arcs) in arcs.iter_mut().enumerate() {
        for &(event, to) in &live.arcs[state] {
            match event {
                Event::Enter(port) => arcs.push((Letter::Enter(port).number(), to)),
                Event::Leave(port) => arcs.push((Letter::Leave(port).number(), to)),
                Event::Push => {}
            }
        }
        let pushed = live.pushed(state).into_iter();
        arcs.extend(pushed.map(|to| (Letter::Rearrange.number(), to)));
        let region = space.region(&live.states[state]);
        let walks = (0..ports).filter(|&port| space.is_outside(region, port));
        arcs.extend(walks.map(|port| (Letter::Walk(port as u8).number(), state as u32)));
    }
    let count = |state: &ChamberState| state.boxes.count_ones();
    let colours: Vec<u32> = live.states.iter().map(count).collect();
    let node_of = blocks(&colours, &arcs);
    let nodes = node_of.iter().max().map_or(0, |&it| it as usize + 1);
    let mut result = Interface {
        nodes: vec![BTreeSet::new(); nodes],
        boxes: vec![0; nodes],
        node_of,
        states: live.states,
    };
    for (state, arcs) in arcs.iter().enumerate() {
        let node = result.node_of[state] as usize;
        result.boxes[node] = colours[state] as usize;
        let seen = arcs.iter();
        let seen = seen.map(|&(it, to)| (Letter::from_number(it), result.node_of[to as usize]));
        result.nodes[node].extend(seen);
    }
    Ok(result)
}

/// Whether the keeper can walk past the boxes of a chamber with several ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// In every state from which no box is lost.
    Always,
    /// In some of these states.
    Sometimes,
    /// In none of them.
    Never,
}

/// For each number of boxes inside, whether the keeper can walk from port to port in the states
/// that the empty chamber, or one of `starts`, can reach and from which no box is lost.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn passages(
    space: &Space,
    starts: &[ChamberState],
    states_max: usize,
) -> Result<Vec<Passage>, TooManyStates> {
    let starts = [starts, &[space.empty()]].concat();
    let live = Live::of(space, &starts, states_max)?;
    let mut seen: Vec<[bool; 2]> = Vec::new();
    for state in &live.states {
        let count = state.boxes.count_ones() as usize;
        if seen.len() <= count {
            seen.resize(count + 1, [false; 2]);
        }
        seen[count][usize::from(space.is_passable(state))] = true;
    }
    let passage = |[blocked, open]: [bool; 2]| match (blocked, open) {
        (false, _) => Passage::Always,
        (true, true) => Passage::Sometimes,
        (true, false) => Passage::Never,
    };
    Ok(seen.into_iter().map(passage).collect())
}

/// The chamber `space` with its other ports and what lies behind them, as an annex at its first
/// port, starting in `start`. `None` if it cannot be emptied from there, if the keeper is enclosed,
/// or if the annex would have more than 255 nodes.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn annex(
    space: &Space,
    start: ChamberState,
    states_max: usize,
) -> Result<Option<Annex>, TooManyStates> {
    let live = Live::of(space, &[start], states_max)?;
    let is_outside = |state: &ChamberState| space.is_outside(space.region(state), 0);
    let is_start = live.states.first().is_some_and(|&it| it == start);
    if !is_start || !is_outside(&start) {
        return Ok(None);
    }
    let outside: Vec<bool> = live.states.iter().map(is_outside).collect();
    let kept: Vec<usize> = (0..live.states.len()).filter(|&it| outside[it]).collect();
    let mut place = vec![u32::MAX; live.states.len()];
    for (new, &old) in kept.iter().enumerate() {
        place[old] = new as u32;
    }
    let pushed: Vec<Vec<u32>> = (0..live.states.len()).map(|it| live.inside(it)).collect();
    let mut arcs: Vec<Vec<Labelled>> = Vec::new();
    for &state in &kept {
        let mut seen = BTreeSet::new();
        for &before in &pushed[state] {
            for &(event, to) in &live.arcs[before as usize] {
                let label = match event {
                    Event::Enter(0) => 0,
                    Event::Leave(0) => 1,
                    _ => continue,
                };
                let ends = pushed[to as usize].iter().filter(|&&it| outside[it as usize]);
                seen.extend(ends.map(|&it| (label, place[it as usize])));
            }
        }
        arcs.push(seen.into_iter().collect());
    }
    let colour = |&it: &usize| u32::from(live.is_empty[it]);
    let colours: Vec<u32> = kept.iter().map(colour).collect();
    let node_of = blocks(&colours, &arcs);
    let count = node_of.iter().max().map_or(0, |&it| it as usize + 1);
    if count > usize::from(u8::MAX) {
        return Ok(None);
    }
    let mut nodes = vec![AnnexNode::default(); count];
    for (state, arcs) in arcs.iter().enumerate() {
        let node = &mut nodes[node_of[state] as usize];
        node.is_empty = colours[state] == 1;
        for &(label, to) in arcs {
            let list = if label == 0 { &mut node.taking } else { &mut node.giving };
            list.push(node_of[to as usize] as u8);
        }
    }
    for node in &mut nodes {
        for list in [&mut node.taking, &mut node.giving] {
            list.sort_unstable();
            list.dedup();
        }
    }
    Ok(Some(Annex::new(nodes, node_of[place[0] as usize] as u8)))
}

/// The states from which a chamber can be emptied, and the moves between them.
pub(super) struct Live {
    pub(super) states: Vec<ChamberState>,
    pub(super) arcs: Vec<Vec<(Event, u32)>>,
    is_empty: Vec<bool>,
}

impl Live {
    pub(super) fn of(
        space: &Space,
        starts: &[ChamberState],
        states_max: usize,
    ) -> Result<Live, TooManyStates> {
        let graph = ChamberGraph::forwards(space, starts, states_max)?;
        let is_empty = |state: &ChamberState| state.boxes == 0 && space.annexes_are_empty(state);
        let empty: Vec<bool> = graph.states.iter().map(is_empty).collect();
        let live = graph.backwards((0..empty.len()).filter(|&it| empty[it]), |_| true);
        let mut place = vec![u32::MAX; live.len()];
        let mut result = Live { states: Vec::new(), arcs: Vec::new(), is_empty: Vec::new() };
        for state in (0..live.len()).filter(|&it| live[it]) {
            place[state] = result.states.len() as u32;
            result.states.push(graph.states[state]);
            result.is_empty.push(empty[state]);
        }
        result.arcs = vec![Vec::new(); result.states.len()];
        for arc in &graph.arcs {
            let (from, to) = (place[arc.from as usize], place[arc.to as usize]);
            if from != u32::MAX && to != u32::MAX {
                result.arcs[from as usize].push((arc.event, to));
            }
        }
        Ok(result)
    }

    /// The states that pushes inside lead to, including `state` itself.
    pub(super) fn pushed(&self, state: usize) -> Vec<u32> {
        self.closure(state, |event| event == Event::Push)
    }

    /// The same, but boxes may also go to annexes behind the other ports and come back.
    fn inside(&self, state: usize) -> Vec<u32> {
        self.closure(state, |event| !matches!(event, Event::Enter(0) | Event::Leave(0)))
    }

    fn closure(&self, state: usize, may: impl Fn(Event) -> bool) -> Vec<u32> {
        let mut seen = BTreeSet::from([state as u32]);
        let mut pending = vec![state as u32];
        while let Some(at) = pending.pop() {
            for &(_, to) in self.arcs[at as usize].iter().filter(|it| may(it.0)) {
                if seen.insert(to) {
                    pending.push(to);
                }
            }
        }
        seen.into_iter().collect()
    }
}
