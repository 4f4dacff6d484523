//! One area in play: which events are possible at its ports.
//!
//! The arrangement of boxes inside need not be decided until it matters. An area is therefore
//! represented by the *set* of states that it may be in, and every event at its ports leads from
//! set to set. Pushes inside are deferred to the next event at a port.

use std::collections::HashMap;

use sokolab_core::{GoalKind, Square};

use super::state_counter::{Halt, StateCounter};
use crate::space::{ChamberState, Event, Space};

/// The number of a state of an area.
pub(crate) type StateNumber = u32;

/// The number of a set of states of an area.
pub(crate) type SetNumber = u32;

/// The empty set: the result of an impossible event.
pub(crate) const NOTHING: SetNumber = 0;

/// An event at the ports of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AreaEvent {
    /// A box leaves, and the keeper stays inside.
    Leave(u8),
    /// A box enters, and the keeper stays outside.
    Enter(u8),
    /// The keeper walks from inside to this port.
    Out(u8),
    /// Only pushes inside.
    Inside,
}

/// Where the keeper is, relative to an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Keeper {
    /// In this area, where it can still push.
    Inside,
    /// In another area.
    Elsewhere,
}

/// Whether there is a box for every goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Supply {
    /// There are at least as many boxes as goals.
    Enough,
    /// There are fewer boxes than goals.
    Short,
}

/// The condition that a win imposes on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WinCondition {
    /// Every goal of the area has a box.
    GoalsServed,
    /// Every box of the area is on a goal.
    BoxesServed,
    /// Every hole of the area is filled.
    Filled,
    /// The keeper can walk to one of these squares if it is in the area; otherwise every state
    /// satisfies the condition.
    Exit(u64),
}

/// An area in play.
#[derive(Debug)]
pub(crate) struct Local {
    pub(crate) space: Space,
    /// The squares of the board, in the order of their numbers in the area.
    pub(crate) squares: Vec<Square>,
    wanted: WinCondition,
    /// Whether every box must eventually leave the area.
    must_empty: bool,
    states: Vec<ChamberState>,
    numbers: HashMap<ChamberState, StateNumber>,
    arcs: Vec<Option<Vec<(Event, StateNumber)>>>,
    /// For each state, whether the area can still be emptied, if that has been computed.
    hope: Vec<Option<bool>>,
    sets: Vec<Vec<StateNumber>>,
    set_numbers: HashMap<Vec<StateNumber>, SetNumber>,
    known: HashMap<(SetNumber, AreaEvent), SetNumber>,
    ended: HashMap<(SetNumber, Keeper), bool>,
}

impl Local {
    pub(crate) fn new(
        space: Space,
        squares: Vec<Square>,
        wanted: WinCondition,
        must_empty: bool,
    ) -> Local {
        Local {
            space,
            squares,
            wanted,
            must_empty,
            states: Vec::new(),
            numbers: HashMap::new(),
            arcs: Vec::new(),
            hope: Vec::new(),
            sets: vec![Vec::new()],
            set_numbers: HashMap::from([(Vec::new(), NOTHING)]),
            known: HashMap::new(),
            ended: HashMap::new(),
        }
    }

    /// The set with this state alone; the empty set if the state is hopeless.
    pub(crate) fn begin(
        &mut self,
        state: ChamberState,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<SetNumber, Halt> {
        let state = self.number(state);
        let is_hopeful = self.is_hopeful(state, counter)?;
        Ok(self.set(if is_hopeful { vec![state] } else { Vec::new() }))
    }

    pub(crate) fn state(&self, number: StateNumber) -> &ChamberState {
        &self.states[number as usize]
    }

    /// The states of a set, in ascending order.
    pub(crate) fn members(&self, set: SetNumber) -> &[StateNumber] {
        &self.sets[set as usize]
    }

    /// The number of boxes in an area without goals.
    pub(crate) fn box_count(&self, set: SetNumber) -> u32 {
        self.members(set).first().map_or(0, |&it| self.state(it).boxes.count_ones())
    }

    /// The set that an event leads to.
    pub(crate) fn after(
        &mut self,
        set: SetNumber,
        happening: AreaEvent,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<SetNumber, Halt> {
        if let Some(&known) = self.known.get(&(set, happening)) {
            return Ok(known);
        }
        let mut found = Vec::new();
        match happening {
            AreaEvent::Inside => found = self.closure(set, counter)?,
            AreaEvent::Out(port) => {
                let inside = self.after(set, AreaEvent::Inside, counter)?;
                let is_out = |it: &StateNumber| {
                    self.space.is_outside(self.space.region(self.state(*it)), usize::from(port))
                };
                found.extend(self.members(inside).iter().copied().filter(is_out));
            }
            AreaEvent::Leave(port) => {
                let inside = self.after(set, AreaEvent::Inside, counter)?;
                self.follow(inside, Event::Leave(port), &mut found, counter)?;
            }
            AreaEvent::Enter(port) => self.follow(set, Event::Enter(port), &mut found, counter)?,
        }
        let number = self.set(found);
        self.known.insert((set, happening), number);
        Ok(number)
    }

    /// Whether some state of a set satisfies the win condition. With the keeper inside, more pushes
    /// may be made first.
    pub(crate) fn is_ended(
        &mut self,
        set: SetNumber,
        keeper: Keeper,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<bool, Halt> {
        if let Some(&known) = self.ended.get(&(set, keeper)) {
            return Ok(known);
        }
        let from = match keeper {
            Keeper::Inside => self.after(set, AreaEvent::Inside, counter)?,
            Keeper::Elsewhere => set,
        };
        let is_ended = self.members(from).iter().any(|&it| self.ends(it, keeper));
        self.ended.insert((set, keeper), is_ended);
        Ok(is_ended)
    }

    /// Whether a state satisfies the win condition.
    pub(crate) fn ends(&self, state: StateNumber, keeper: Keeper) -> bool {
        let state = self.state(state);
        let goals = self.space.shape().goals();
        match self.wanted {
            WinCondition::GoalsServed => goals & !state.boxes == 0,
            WinCondition::BoxesServed => state.boxes & !goals == 0,
            WinCondition::Filled => goals & !state.filled == 0,
            WinCondition::Exit(exits) => {
                keeper == Keeper::Elsewhere || self.space.region(state) & exits != 0
            }
        }
    }

    /// The moves from a state.
    pub(crate) fn arcs(&mut self, state: StateNumber) -> &[(Event, StateNumber)] {
        let at = state as usize;
        if self.arcs[at].is_none() {
            let mut after = Vec::new();
            self.space.successors(&self.states[at], &mut |event, state| after.push((event, state)));
            let arcs = after.into_iter().map(|(event, state)| (event, self.number(state)));
            self.arcs[at] = Some(arcs.collect());
        }
        self.arcs[at].as_deref().unwrap_or(&[])
    }

    /// The approximate number of bytes that states and sets take.
    pub(crate) fn bytes(&self) -> u64 {
        let states = self.states.len() * 160;
        let sets: usize = self.sets.len() * 120;
        (states + sets) as u64
    }

    fn number(&mut self, state: ChamberState) -> StateNumber {
        let fresh = self.states.len() as StateNumber;
        let number = *self.numbers.entry(state).or_insert(fresh);
        if number == fresh {
            self.states.push(state);
            self.arcs.push(None);
            self.hope.push(None);
        }
        number
    }

    fn set(&mut self, mut states: Vec<StateNumber>) -> SetNumber {
        states.sort_unstable();
        states.dedup();
        if let Some(&number) = self.set_numbers.get(&states) {
            return number;
        }
        let number = self.sets.len() as SetNumber;
        self.sets.push(states.clone());
        self.set_numbers.insert(states, number);
        number
    }

    /// All states that pushes inside lead to.
    fn closure(
        &mut self,
        set: SetNumber,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<Vec<StateNumber>, Halt> {
        let mut found = self.members(set).to_vec();
        let mut seen: std::collections::HashSet<StateNumber> = found.iter().copied().collect();
        let mut at = 0;
        while at < found.len() {
            counter.count(|| self.bytes())?;
            let arcs = self.arcs(found[at]).to_vec();
            for (_, to) in arcs.into_iter().filter(|it| it.0 == Event::Push) {
                if seen.insert(to) && self.is_hopeful(to, counter)? {
                    found.push(to);
                }
            }
            at += 1;
        }
        Ok(found)
    }

    fn follow(
        &mut self,
        set: SetNumber,
        wanted: Event,
        found: &mut Vec<StateNumber>,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<(), Halt> {
        for state in self.members(set).to_vec() {
            counter.count(|| self.bytes())?;
            let arcs = self.arcs(state).to_vec();
            for (_, to) in arcs.into_iter().filter(|it| it.0 == wanted) {
                if self.is_hopeful(to, counter)? {
                    found.push(to);
                }
            }
        }
        Ok(())
    }

    /// Whether an area that must be emptied still can be. Boxes that enter do not help: without
    /// them the keeper could take the same steps, walking where it would have pushed.
    fn is_hopeful(
        &mut self,
        state: StateNumber,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<bool, Halt> {
        if !self.must_empty {
            return Ok(true);
        }
        if let Some(known) = self.hope[state as usize] {
            return Ok(known);
        }
        let mut seen = HashMap::from([(state, state)]);
        let mut pending = vec![state];
        let mut order = vec![state];
        while let Some(at) = pending.pop() {
            counter.count(|| self.bytes())?;
            if self.states[at as usize].boxes == 0 || self.hope[at as usize] == Some(true) {
                let mut at = at;
                while self.hope[at as usize] != Some(true) || at != seen[&at] {
                    self.hope[at as usize] = Some(true);
                    if at == seen[&at] {
                        break;
                    }
                    at = seen[&at];
                }
                return Ok(true);
            }
            let arcs = self.arcs(at).to_vec();
            for (event, to) in arcs {
                let is_way =
                    !matches!(event, Event::Enter(_)) && self.hope[to as usize] != Some(false);
                if is_way && !seen.contains_key(&to) {
                    seen.insert(to, at);
                    pending.push(to);
                    order.push(to);
                }
            }
        }
        for it in order {
            self.hope[it as usize] = Some(false);
        }
        Ok(false)
    }
}

/// The win condition of each area, by the kind of goals; `exits` are the exits in the area, if the
/// level has any.
pub(crate) fn wanted(goal: GoalKind, exits: Option<u64>, supply: Supply) -> WinCondition {
    match (goal, exits, supply) {
        // Boxes in sinks have vanished, so every remaining box is off the goals.
        (GoalKind::Keep, _, Supply::Short) | (GoalKind::Sink, _, _) => WinCondition::BoxesServed,
        (GoalKind::Keep, _, Supply::Enough) => WinCondition::GoalsServed,
        (GoalKind::Fill, Some(exits), _) => WinCondition::Exit(exits),
        (GoalKind::Fill, None, _) => WinCondition::Filled,
    }
}
