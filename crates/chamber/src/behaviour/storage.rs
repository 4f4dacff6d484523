//! Storages: chambers with one connection that store boxes.
//!
//! The capacity is that of the `NetHack` 4 document, defined exactly as in its author's program:
//! states that can reach each other are equivalent, and the capacity is the largest number of boxes
//! in a state with the keeper outside that the empty chamber can reach and return from.

use sokolab_core::Rules;

use super::graph::{ChamberGraph, TooManyStates};
use crate::shape::ChamberShape;
use crate::space::{BehindPort, ChamberState, Event, Parking, Space};

/// What a chamber with one connection can store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// The largest number of boxes that can be stored and taken out again.
    pub capacity: usize,
    /// Whether boxes can always be added up to the capacity, and always be taken out, after any
    /// moves that lose no box.
    pub is_regular: bool,
    /// The placements of `capacity` boxes with the keeper outside and free to enter, as sets of
    /// squares of the given shape.
    pub full: Vec<u64>,
    /// The squares on which a stored box can stand.
    pub used: u64,
    /// The fewest box moves, including those into the chamber, that fill it to capacity.
    pub fill_moves: u32,
    /// The number of moves that lose a box, among all moves before which no box is lost.
    pub wrong_moves: usize,
    /// The number of moves before which no box is lost.
    pub moves: usize,
}

/// What `shape` stores, with its first port open and the others closed.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn storage(
    shape: &ChamberShape,
    rules: Rules,
    parking: Parking,
    states_max: usize,
) -> Result<Storage, TooManyStates> {
    let mut beyond = vec![BehindPort::Nothing; shape.ports().len()];
    beyond[0] = BehindPort::Anything;
    storage_in(&Space::new(shape, rules, parking, &beyond), states_max)
}

/// What `space` stores, with boxes that enter and leave by its open ports.
///
/// # Errors
/// If the chamber has more than `states_max` states.
pub fn storage_in(space: &Space, states_max: usize) -> Result<Storage, TooManyStates> {
    // Each stored box could be stored there alone: without the other boxes, the keeper walks where
    // it would have pushed them.
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

/// The states of a chamber that its empty state can reach and return from.
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

    /// Whether no box blocks the keeper at the entrance.
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

    /// Whether, with the keeper outside, a box can be added before one is taken out if the storage
    /// is below capacity, and a box can be taken out before one is added if there is any.
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

    /// The moves from kept states, and how many of them lose a box. Pushes onto squares that are
    /// useless even for a lone box are not in the graph, so they are counted separately.
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
