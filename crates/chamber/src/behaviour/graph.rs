//! The states of a chamber that can be reached, and the moves between them.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use crate::space::{ChamberState, Event, Space};

/// A chamber has more states than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates(pub usize);

impl fmt::Display for TooManyStates {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the chamber has more than {} states", self.0)
    }
}

impl std::error::Error for TooManyStates {}

/// A move between two states, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arc {
    /// The state before.
    pub from: u32,
    /// The state after.
    pub to: u32,
    /// What happens.
    pub event: Event,
}

/// States and the moves between them; states are numbered as they were met, in breadth.
#[derive(Clone, Debug)]
pub struct ChamberGraph {
    /// The states; those it was grown from come first.
    pub states: Vec<ChamberState>,
    /// The moves, by the state before.
    pub arcs: Vec<Arc>,
    /// The fewest moves from a start, by state.
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

    /// The moves that lead to a state.
    pub fn arriving(&self, state: usize) -> impl Iterator<Item = &Arc> {
        let range = self.arriving_ends[state] as usize..self.arriving_ends[state + 1] as usize;
        self.arriving[range].iter().map(|&it| &self.arcs[it as usize])
    }

    /// The moves that leave a state.
    #[must_use]
    pub fn leaving(&self, state: usize) -> &[Arc] {
        let from = |number: usize| self.arcs.partition_point(|it| (it.from as usize) < number);
        &self.arcs[from(state)..from(state + 1)]
    }

    /// The states from which one of `targets` can be reached by moves that `may` allows.
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

    /// How many boxes a state has inside.
    #[must_use]
    pub fn box_count(&self, state: usize) -> usize {
        self.states[state].boxes.count_ones() as usize
    }
}

/// All states from which `space` can come to `ends` without a box that enters, with the fewest
/// moves it takes; `ends` come first.
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

/// States numbered as they come.
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

/// A quick hash for keys of a few words; nobody chooses them to collide.
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
