//! Chambers with goals: the orders in which they can be filled from outside.
//!
//! A goal counts as filled when the box on it never moves again; under rules where boxes vanish,
//! that is always so. The order in which the goals can be filled is the puzzle of such a chamber.

use std::collections::{BTreeSet, HashMap};

use sokolab_core::{GoalKind, Rules};

use super::graph::TooManyStates;
use crate::annex::Annex;
use crate::shape::ChamberShape;
use crate::space::{BehindPort, ChamberState, Parking, Space};

/// How the goals of a chamber can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The orders in which goals can be filled for good; goals are numbered row by row.
    pub orders: BTreeSet<Vec<u8>>,
    /// The fewest boxes that must have entered before the first goal is filled for good. A goal
    /// lock demands all of them.
    pub boxes_before_first: usize,
}

impl Filling {
    /// Whether all goals can be filled.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        !self.orders.is_empty()
    }

    /// The goals that can be filled first.
    #[must_use]
    pub fn firsts(&self) -> BTreeSet<u8> {
        self.orders.iter().filter_map(|order| order.first().copied()).collect()
    }
}

/// How the goals of `shape` can be filled with boxes that enter by the first port, one for each
/// goal, with `others` behind the other ports. Boxes may also leave again. The keeper starts
/// outside the first port.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn filling(
    shape: &ChamberShape,
    rules: Rules,
    parking: Parking,
    others: &[BehindPort],
    states_max: usize,
) -> Result<Filling, TooManyStates> {
    filling_without(shape, rules, parking, others, 0, states_max)
}

/// Like [`filling`], but no box is pushed onto the squares of `barred`, from which it could reach
/// neither a goal nor a port.
///
/// # Errors
/// If there are more than `states_max` states.
pub fn filling_without(
    shape: &ChamberShape,
    rules: Rules,
    parking: Parking,
    others: &[BehindPort],
    barred: u64,
    states_max: usize,
) -> Result<Filling, TooManyStates> {
    let supply = shape.goals().count_ones() as u8;
    let beyond = [&[BehindPort::Annex(Annex::storage(supply, supply))], others].concat();
    let space = Space::new(shape, rules, parking, &beyond);
    let barred = space.played(barred);
    let space = space.with_barred(barred);
    let steps = Steps::of(&space, rules.goal(), states_max)?;
    let goals = space.shape().goals();
    let numbers: Vec<usize> = (0..64).filter(|it| goals >> it & 1 == 1).collect();
    let number =
        |filled: u64| numbers.iter().position(|&it| filled >> it & 1 == 1).map_or(0, |it| it as u8);
    let mut words: Vec<BTreeSet<Vec<u8>>> = vec![BTreeSet::new(); steps.states.len()];
    for filled in (0..=numbers.len()).rev() {
        let layer: Vec<usize> = steps.layer(filled).collect();
        for &state in &layer {
            if filled == numbers.len() {
                words[state].insert(Vec::new());
            }
            for &to in &steps.arcs[state] {
                let fresh = steps.states[to].filled & !steps.states[state].filled;
                if fresh != 0 {
                    let longer = words[to].iter().map(|it| [&[number(fresh)], &it[..]].concat());
                    let longer: Vec<_> = longer.collect();
                    words[state].extend(longer);
                }
            }
        }
        steps.spread(&layer, &mut words);
    }
    let firsts = steps.layer(0).flat_map(|state| &steps.arcs[state]);
    let firsts = firsts.filter(|&&to| steps.states[to].filled != 0 && !words[to].is_empty());
    let brought = |&to: &usize| usize::from(supply - steps.states[to].annexes[0]);
    let least = firsts.map(brought).min().unwrap_or(0);
    Ok(Filling { orders: words.swap_remove(0), boxes_before_first: least })
}

/// The states of a chamber whose goals are filled one by one.
struct Steps {
    states: Vec<ChamberState>,
    arcs: Vec<Vec<usize>>,
    arriving: Vec<Vec<usize>>,
}

impl Steps {
    fn of(space: &Space, goal: GoalKind, states_max: usize) -> Result<Steps, TooManyStates> {
        let start = space.empty();
        let mut numbers = HashMap::from([(start, 0)]);
        let mut steps = Steps { states: vec![start], arcs: Vec::new(), arriving: Vec::new() };
        while steps.arcs.len() < steps.states.len() {
            let state = steps.states[steps.arcs.len()];
            let mut arcs = Vec::new();
            let mut found = |after: ChamberState| {
                let fresh = steps.states.len();
                let to = *numbers.entry(after).or_insert(fresh);
                if to == fresh {
                    steps.states.push(after);
                }
                arcs.push(to);
            };
            space.successors(&state, &mut |_, after| {
                // A box that fills a goal for good is equivalent to a wall.
                let is_moved = goal == GoalKind::Keep && state.filled & !after.boxes != 0;
                if is_moved {
                    return;
                }
                found(after);
                // When a box is pushed onto a goal, the search decides whether it stays there for
                // good.
                let brought = after.boxes & !state.boxes & space.shape().goals();
                if goal == GoalKind::Keep && brought != 0 {
                    found(ChamberState { filled: state.filled | brought, ..after });
                }
            });
            steps.arcs.push(arcs);
            if steps.states.len() > states_max {
                return Err(TooManyStates(states_max));
            }
        }
        steps.arriving = vec![Vec::new(); steps.states.len()];
        for (from, arcs) in steps.arcs.iter().enumerate() {
            for &to in arcs {
                steps.arriving[to].push(from);
            }
        }
        Ok(steps)
    }

    /// The states with this number of filled goals.
    fn layer(&self, filled: usize) -> impl Iterator<Item = usize> + '_ {
        let count = |it: &usize| self.states[*it].filled.count_ones() as usize;
        (0..self.states.len()).filter(move |it| count(it) == filled)
    }

    /// Gives every state of a layer the values of the states it leads to in the same layer.
    fn spread(&self, layer: &[usize], words: &mut [BTreeSet<Vec<u8>>]) {
        let mut pending = layer.to_vec();
        while let Some(state) = pending.pop() {
            let own = words[state].clone();
            for &from in &self.arriving[state] {
                if self.states[from].filled != self.states[state].filled {
                    continue;
                }
                let known = words[from].len();
                words[from].extend(own.iter().cloned());
                if words[from].len() > known {
                    pending.push(from);
                }
            }
        }
    }
}
