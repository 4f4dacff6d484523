//! Explores the outcomes of a part on demand: what can happen in it before anything changes
//! elsewhere.
//!
//! A step moves one box as far as it gets alone. An *outcome* is reached after the fewest steps: a
//! box leaves, a box fills a hole, or the interface of the part changes, which means that the
//! keeper reaches other places of the rim, or that boxes can be pushed in more or less far.
//! Outcomes after one step are usually all listed. Of the others, only a few of each kind are, and
//! the number of explored states is limited.

use std::collections::{HashMap, HashSet};

use super::part::{Interface, Part, PartPush, PartState, places};
use crate::by_chamber::state_counter::{Halt, StateCounter};

/// Limits on the exploration of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Width {
    /// The largest number of expanded states.
    pub(super) states_max: usize,
    /// The largest number of outcomes of a kind that take more than one step.
    pub(super) outcomes_max: usize,
    /// Which changes of a part are outcomes even though no box leaves.
    pub(super) changes: Changes,
}

/// Which changes of a part are outcomes even though no box leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changes {
    /// The keeper reaches places of the rim that it could not reach before.
    Openings,
    /// Any change of the part's interface.
    Interface,
}

/// The kind of an outcome, apart from the state in which it leaves the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum OutcomeKind {
    /// A box goes to a place of the rim or into a hole.
    BoxLeaves(u8),
    /// The keeper can walk to these places of the rim, and boxes can be pushed in from the rim this
    /// far, see [`Part::room`].
    InterfaceChanges(u128, u64),
}

/// A state during the exploration, and the pushes that led to it.
struct Reached {
    state: PartState,
    pushes: Vec<PartPush>,
}

/// The pushes to each outcome, ordered by the number of steps.
pub(super) fn outcomes(
    part: &Part,
    interface: &Interface,
    start: PartState,
    width: Width,
    counter: &mut StateCounter<'_, '_>,
) -> Result<Vec<Vec<PartPush>>, Halt> {
    let mut search = OutcomeSearch {
        part,
        interface,
        width,
        before: interface_of(part, interface, start, width.changes),
        reached: vec![Reached { state: start, pushes: Vec::new() }],
        seen: HashSet::from([start]),
        counts: HashMap::new(),
        known: HashSet::new(),
        outcomes: Vec::new(),
    };
    let mut at = 0;
    while at < search.reached.len().min(width.states_max) {
        counter.count(|| 0)?;
        search.expand(at);
        at += 1;
    }
    Ok(search.outcomes)
}

/// The interface of a state, as far as the limits ask for it.
fn interface_of(
    part: &Part,
    interface: &Interface,
    state: PartState,
    changes: Changes,
) -> (u128, u64) {
    let rim = part.region(interface, state) & part.rim_places();
    match changes {
        Changes::Openings => (rim, 0),
        Changes::Interface => (rim, part.room(state.boxes | state.holes)),
    }
}

struct OutcomeSearch<'a> {
    part: &'a Part,
    interface: &'a Interface,
    width: Width,
    before: (u128, u64),
    reached: Vec<Reached>,
    seen: HashSet<PartState>,
    counts: HashMap<OutcomeKind, usize>,
    known: HashSet<(OutcomeKind, u128)>,
    outcomes: Vec<Vec<PartPush>>,
}

impl OutcomeSearch<'_> {
    fn expand(&mut self, at: usize) {
        let state = self.reached[at].state;
        for from in places(state.boxes) {
            let trail = self.part.trail(self.interface, state, from);
            for &end in &trail.ends {
                let boxes = state.boxes & !(1 << from);
                if self.is_wanted(OutcomeKind::BoxLeaves(end.to), boxes, at) {
                    let pushes = [&self.reached[at].pushes[..], &trail.pushes_to_end(end)].concat();
                    self.outcomes.push(pushes);
                }
            }
            for (stop, rested) in trail.rests(state) {
                if !self.seen.insert(rested) {
                    continue;
                }
                let pushes = [&self.reached[at].pushes[..], &trail.pushes_to(stop)].concat();
                let interface = interface_of(self.part, self.interface, rested, self.width.changes);
                let kind = OutcomeKind::InterfaceChanges(interface.0, interface.1);
                if self.is_change(interface) && self.is_wanted(kind, rested.boxes, at) {
                    self.outcomes.push(pushes.clone());
                }
                self.reached.push(Reached { state: rested, pushes });
            }
        }
    }

    fn is_change(&self, interface: (u128, u64)) -> bool {
        match self.width.changes {
            Changes::Openings => interface.0 & !self.before.0 != 0,
            Changes::Interface => interface != self.before,
        }
    }

    /// Whether an outcome that was found from the state `at` is listed.
    fn is_wanted(&mut self, kind: OutcomeKind, boxes: u128, at: usize) -> bool {
        let count = self.counts.entry(kind).or_insert(0);
        let is_plain = self.width.changes == Changes::Openings;
        let is_first = at == 0 && (is_plain || matches!(kind, OutcomeKind::BoxLeaves(_)));
        let has_room = is_first || *count < self.width.outcomes_max;
        let is_wanted = has_room && self.known.insert((kind, boxes));
        *count += usize::from(is_wanted);
        is_wanted
    }
}
