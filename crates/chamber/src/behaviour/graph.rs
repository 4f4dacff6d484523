//! The reachable states of a chamber and the moves between them.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use crate::space::{ChamberState, Event, Space};

/// The error for chambers with more states than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates(pub usize);

impl fmt::Display for TooManyStates {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the chamber has more than {} states", self.0)
    }
}

impl std::error::Error for TooManyStates {}

/// A move from one state to another, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc {
    /// The state before.
    pub from: u32,
    /// The state after.
    pub to: u32,
    /// The event of the move.
    pub event: Event,
}

/// States and the moves between them; states are numbered in breadth-first order.
#[derive(Clone, Debug)]
pub struct ChamberGraph {
    /// The states; the start states come first.
    pub states: Vec<ChamberState>,
    /// The moves, ordered by the state before.
    pub arcs: Vec<Arc>,
    /// For each state, the fewest moves from a start state.
    pub depths: Vec<u32>,
    arriving: Vec<u32>,
    arriving_ends: Vec<u32>,
}

impl ChamberGraph {
    /// All states that can be reached from `starts` in `space`.
    ///
    /// # Errors
    /// If there are more than `states_max`.
    pub fn forwards(
        space: &Space,
        starts: &[ChamberState],
        states_max: usize,
    ) -> Result<ChamberGraph, TooManyStates> {
        let mut known = Numbers::default();
        for start in starts {
            known.number(*start);
        }
        let mut depths = vec![0; known.states.len()];
        let mut arcs = Vec::new();
        let mut at = 0;
        while at < known.states.len() {
            let state = known.states[at];
            space.successors(&state, &mut |event, after| {
                let to = known.number(after);
                arcs.push(Arc { from: at as u32, to, event });
            });
            depths.resize(known.states.len(), depths[at] + 1);
            if known.states.len() > states_max {
                return Err(TooManyStates(states_max));
            }
            at += 1;
        }
        Ok(ChamberGraph::new(known.states, arcs, depths))
    }

    fn new(states: Vec<ChamberState>, arcs: Vec<Arc>, depths: Vec<u32>) -> ChamberGraph {
        let mut ends = vec![0u32; states.len() + 1];
        for arc in &arcs {
            ends[arc.to as usize + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut arriving = vec![0; arcs.len()];
        let mut next = ends.clone();
        for (number, arc) in arcs.iter().enumerate() {
            let at = &mut next[arc.to as usize];
            arriving[*at as usize] = number as u32;
            *at += 1;
        }
        ChamberGraph { states, arcs, depths, arriving, arriving_ends: ends }
    }

    /// The moves into a state.
    pub fn arriving(&self, state: usize) -> impl Iterator<Item = &Arc> {
        let range = self.arriving_ends[state] as usize..self.arriving_ends[state + 1] as usize;
        self.arriving[range].iter().map(|&it| &self.arcs[it as usize])
    }

    /// The moves out of a state.
    #[must_use]
    pub fn leaving(&self, state: usize) -> &[Arc] {
        let from = |number: usize| self.arcs.partition_point(|it| (it.from as usize) < number);
        &self.arcs[from(state)..from(state + 1)]
    }

    /// The states from which one of `targets` can be reached by moves that `may` permits.
    #[must_use]
    pub fn backwards(
        &self,
        targets: impl Iterator<Item = usize>,
        may: impl Fn(&Arc) -> bool,
    ) -> Vec<bool> {
        let mut reached = vec![false; self.states.len()];
        let mut pending: Vec<usize> = Vec::new();
        for target in targets {
            if !std::mem::replace(&mut reached[target], true) {
                pending.push(target);
            }
        }
        while let Some(state) = pending.pop() {
            for arc in self.arriving(state).filter(|it| may(it)) {
                let from = arc.from as usize;
                if !std::mem::replace(&mut reached[from], true) {
                    pending.push(from);
                }
            }
        }
        reached
    }

    /// The number of boxes inside in a state.
    #[must_use]
    pub fn box_count(&self, state: usize) -> usize {
        self.states[state].boxes.count_ones() as usize
    }
}

/// All states from which `space` can reach one of `ends` without a box entering, with the fewest
/// moves for each; `ends` come first.
///
/// # Errors
/// If there are more than `states_max`.
pub fn before(
    space: &Space,
    ends: &[ChamberState],
    states_max: usize,
) -> Result<(Vec<ChamberState>, Vec<u32>), TooManyStates> {
    let mut known = Numbers::default();
    for end in ends {
        known.number(*end);
    }
    let mut depths = vec![0; known.states.len()];
    let mut at = 0;
    while at < known.states.len() {
        let state = known.states[at];
        space.predecessors(&state, &mut |before| {
            known.number(before);
        });
        depths.resize(known.states.len(), depths[at] + 1);
        if known.states.len() > states_max {
            return Err(TooManyStates(states_max));
        }
        at += 1;
    }
    Ok((known.states, depths))
}

/// Numbers states in the order of their discovery.
#[derive(Default)]
struct Numbers {
    states: Vec<ChamberState>,
    numbers: HashMap<ChamberState, u32, BuildHasherDefault<Mixer>>,
}

impl Numbers {
    fn number(&mut self, state: ChamberState) -> u32 {
        let fresh = self.states.len() as u32;
        let number = *self.numbers.entry(state).or_insert(fresh);
        if number == fresh {
            self.states.push(state);
        }
        number
    }
}

/// A fast hash function for keys of a few words. The keys are not under an attacker's control.
#[derive(Default)]
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(u64::from(byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
}
