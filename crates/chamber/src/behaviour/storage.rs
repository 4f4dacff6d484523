//! Chambers with one connection that store boxes.
//!
//! The capacity is that of the `NetHack` 4 document, made exact as its author's program did: states
//! that can reach each other are one, and the capacity is the most boxes in a state that the empty
//! chamber can come to and come back from, with the keeper outside.

use sokolab_core::Rules;

use super::graph::{ChamberGraph, TooManyStates};
use crate::shape::ChamberShape;
use crate::space::{Beyond, ChamberState, Event, Parking, Space};

/// What a chamber with one connection can store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// The most boxes that can be stored and taken out again.
    pub capacity: usize,
    /// Whether boxes can always be added up to the capacity, and always be taken out, whatever was
    /// done so far, as long as nothing was lost.
    pub is_regular: bool,
    /// The placements of `capacity` boxes with the keeper outside and free to enter, as sets of
    /// squares of the shape as it is given.
    pub full: Vec<u64>,
    /// The squares on which a stored box may ever stand.
    pub used: u64,
    /// The fewest moves of boxes, entering included, that fill it to capacity.
    pub fill_moves: u32,
    /// Moves after which something is lost, of all moves with nothing lost before.
    pub wrong_moves: usize,
    /// All moves with nothing lost before.
    pub moves: usize,
}

/// What `shape` stores, with its first port open and the others shut.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn storage(
    shape: &ChamberShape,
    rules: Rules,
    parking: Parking,
    states_max: usize,
) -> Result<Storage, TooManyStates> {
    let mut beyond = vec![Beyond::Nothing; shape.ports().len()];
    beyond[0] = Beyond::Anything;
    storage_in(&Space::new(shape, rules, parking, &beyond), states_max)
}

/// What `space` stores, boxes coming and going by its open ports.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn storage_in(space: &Space, states_max: usize) -> Result<Storage, TooManyStates> {
    // A stored box could be stored there alone: the others may be thought away, since the keeper
    // can walk where it would have pushed them.
    let lone = Kept::of(&space.clone().with_boxes_max(1), states_max)?;
    let used = lone.states().fold(0, |set, (_, state)| set | state.boxes);
    let barred = !used & ((1 << space.shape().area()) - 1);
    let kept = Kept::of(&space.clone().with_barred(barred), states_max)?;
    let (moves, wrong_moves) = kept.count_moves(&lone);
    let full = kept.full_states();
    let given = |set| kept.space.given(set);
    let depth = |it: &usize| kept.graph.depths[*it];
    let mut storage = Storage {
        capacity: kept.capacity,
        is_regular: kept.is_regular(),
        full: full.iter().map(|&it| given(kept.graph.states[it].boxes)).collect(),
        used: given(used),
        fill_moves: full.iter().map(depth).min().unwrap_or(0),
        wrong_moves,
        moves,
    };
    storage.full.sort_unstable();
    storage.full.dedup();
    Ok(storage)
}

/// The states of a chamber that the empty one can come to and come back from.
struct Kept {
    space: Space,
    graph: ChamberGraph,
    is_kept: Vec<bool>,
    capacity: usize,
}

impl Kept {
    fn of(space: &Space, states_max: usize) -> Result<Kept, TooManyStates> {
        let graph = ChamberGraph::forwards(space, &[space.empty()], states_max)?;
        let is_kept = graph.backwards(std::iter::once(0), |_| true);
        let mut kept = Kept { space: space.clone(), graph, is_kept, capacity: 0 };
        let outside = kept.states().filter(|(_, it)| kept.is_outside(it));
        kept.capacity = outside.map(|(it, _)| kept.graph.box_count(it)).max().unwrap_or(0);
        Ok(kept)
    }

    fn states(&self) -> impl Iterator<Item = (usize, &ChamberState)> {
        self.graph.states.iter().enumerate().filter(|&(number, _)| self.is_kept[number])
    }

    fn is_outside(&self, state: &ChamberState) -> bool {
        self.space.is_outside_open_port(state)
    }

    /// Whether no box stands in the keeper's way at the entrance.
    fn can_enter(&self, state: &ChamberState) -> bool {
        self.space.region(state) & ((1 << self.space.shape().area()) - 1) != 0
    }

    fn full_states(&self) -> Vec<usize> {
        let is_full = |&(number, state): &(usize, &ChamberState)| {
            let count = self.graph.box_count(number);
            count == self.capacity && self.is_outside(state) && self.can_enter(state)
        };
        self.states().filter(is_full).map(|(number, _)| number).collect()
    }

    /// With the keeper outside: below capacity a box can be added before one is taken out, and a
    /// box that is there can be taken out before one is added.
    fn is_regular(&self) -> bool {
        let leads = |is_wanted: fn(Event) -> bool| {
            let arcs = self.graph.arcs.iter();
            let can = arcs.filter(|it| is_wanted(it.event) && self.is_kept[it.to as usize]);
            let is_inside =
                |it: &super::graph::Arc| it.event == Event::Push && self.is_kept[it.to as usize];
            self.graph.backwards(can.map(|it| it.from as usize), is_inside)
        };
        let adds = leads(|it| matches!(it, Event::Enter(_)));
        let removes = leads(|it| matches!(it, Event::Leave(_)));
        let outside = self.states().filter(|(_, state)| self.is_outside(state));
        { outside }.all(|(number, _)| {
            let count = self.graph.box_count(number);
            (count >= self.capacity || adds[number]) && (count == 0 || removes[number])
        })
    }

    /// Moves from kept states, and how many of them lose something. Pushes onto squares that are
    /// of no use even to a lone box are not in the graph; they are counted apart.
    fn count_moves(&self, lone: &Kept) -> (usize, usize) {
        let from_kept = self.graph.arcs.iter().filter(|it| self.is_kept[it.from as usize]);
        let (mut moves, mut wrong) = (0, 0);
        for arc in from_kept {
            moves += 1;
            wrong += usize::from(!self.is_kept[arc.to as usize]);
        }
        for (_, state) in self.states() {
            let mut listed = 0;
            lone.space.clone().with_boxes_max(64).successors(state, &mut |_, _| listed += 1);
            let mut barred = 0;
            self.space.successors(state, &mut |_, _| barred += 1);
            moves += listed - barred;
            wrong += listed - barred;
        }
        (moves, wrong)
    }
}
