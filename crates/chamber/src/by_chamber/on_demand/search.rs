//! The search over the outcomes of parts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::rc::Rc;

use sokolab_analysis::{KeeperWay, PushDistances, dead_squares};
use sokolab_core::{
    Board, Demand, Direction, GoalKind, Meter, Push, Square, SquareSet, State, apply_push, demand,
    region,
};

use super::division::{Division, beside};
use super::explore::{Changes, Width, outcomes};
use super::feed::{helpful, kept};
use super::part::{Interface, Part, PartPush, PartState, bit};
use crate::by_chamber::search::Answer;
use crate::by_chamber::state_counter::{Halt, StateCounter};

/// For each attempt, the limits on exploring parts and on expanded nodes.
const ATTEMPTS: [(Width, u64); 5] = [
    (Width { states_max: 60, outcomes_max: 3, changes: Changes::Openings }, 1_500),
    (Width { states_max: 400, outcomes_max: 8, changes: Changes::Openings }, 3_000),
    (Width { states_max: 3_000, outcomes_max: 30, changes: Changes::Openings }, 5_000),
    (Width { states_max: 60, outcomes_max: 3, changes: Changes::Interface }, 20_000),
    (Width { states_max: 3_000, outcomes_max: 30, changes: Changes::Interface }, 100_000),
];

/// Whether [`solve_on_demand`] supports this board: it needs holes, so that a box that can fill one
/// may do so at once.
#[must_use]
pub fn suits_on_demand(board: &Board) -> bool {
    board.rules().goal() == GoalKind::Fill
}

/// Looks for a solution from `start` over the outcomes of the parts of the floor, without
/// describing the parts in advance. It explores at most `states_max` states of single parts. If it
/// finds no solution, that proves nothing.
#[must_use]
pub fn solve_on_demand(
    board: &Board,
    start: &State,
    states_max: u64,
    meter: &mut Meter<'_>,
) -> Answer {
    let distances = PushDistances::new(board, KeeperWay::Walking);
    let dead = dead_squares(board, &distances);
    let division = match Division::of(board, &dead) {
        Ok(division) => division,
        Err(why) => return Answer::Indivisible(why),
    };
    let Demand::Goals(needed) = demand(board, start) else { return Answer::NothingFound };
    let most = meter.progress.lemma_nodes.saturating_add(states_max);
    let mut counter = StateCounter { meter, most };
    for (width, nodes_max) in ATTEMPTS {
        let helpful = division.parts.iter().map(helpful).collect();
        let mut search = OnDemand {
            board,
            distances: &distances,
            division: &division,
            needed: &needed,
            helpful,
            width,
            interfaces: HashMap::new(),
            known: HashMap::new(),
            kept: HashMap::new(),
            nodes: Vec::new(),
            seen: HashSet::new(),
            cells: BTreeMap::new(),
        };
        match search.run(start, nodes_max, &mut counter) {
            Ok(Some(pushes)) => {
                let crossings = division.crossings_of(board, &pushes);
                return Answer::Solved { pushes, crossings };
            }
            Ok(None) => {}
            Err(Halt::TooManyStates) => return Answer::TooManyStates,
            Err(Halt::Stopped(stop)) => return Answer::Stopped(stop),
        }
    }
    Answer::NothingFound
}

impl Division {
    /// How often a box crosses from part to part.
    fn crossings_of(&self, board: &Board, pushes: &[Push]) -> usize {
        let crosses = |push: &&Push| {
            let to = board.neighbour(push.from, push.direction);
            to.is_some_and(|to| self.part_of[to.index()] != self.part_of[push.from.index()])
        };
        pushes.iter().filter(crosses).count()
    }
}

/// A node: a state of the board, and the pushes from its parent.
#[derive(Debug)]
struct OutcomeNode {
    state: State,
    before: usize,
    pushes: Vec<Push>,
}

/// Holes that are still needed, and crossings still to come.
type Cell = (usize, u32);

/// The open nodes of a cell, ordered by the pushes still to come.
type Waiting = BinaryHeap<Reverse<(u32, usize)>>;

/// Identifies a state of a part together with its interface.
type PartKey = (usize, u32, PartState);

struct OnDemand<'a> {
    board: &'a Board,
    distances: &'a PushDistances,
    division: &'a Division,
    needed: &'a SquareSet,
    helpful: Vec<Interface>,
    width: Width,
    interfaces: HashMap<Interface, u32>,
    known: HashMap<PartKey, Rc<[Vec<PartPush>]>>,
    kept: HashMap<(usize, PartState), u32>,
    nodes: Vec<OutcomeNode>,
    seen: HashSet<State>,
    cells: BTreeMap<Cell, Waiting>,
}

impl OnDemand<'_> {
    /// The pushes of a solution; `None` if none was found.
    fn run(
        &mut self,
        start: &State,
        nodes_max: u64,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<Option<Vec<Push>>, Halt> {
        self.add(start.clone(), 0, Vec::new(), counter)?;
        let mut expanded = 0;
        loop {
            let cells: Vec<Cell> = self.cells.keys().copied().collect();
            if cells.is_empty() {
                return Ok(None);
            }
            for cell in cells {
                let Some(waiting) = self.cells.get_mut(&cell) else { continue };
                let Some(Reverse((_, at))) = waiting.pop() else {
                    self.cells.remove(&cell);
                    continue;
                };
                if expanded == nodes_max {
                    return Ok(None);
                }
                expanded += 1;
                counter.meter.count_node()?;
                counter.meter.take_bytes(self.bytes())?;
                counter.meter.ask()?;
                if let Some(won) = self.expand(at, counter)? {
                    return Ok(Some(self.pushes_to(won)));
                }
            }
        }
    }

    /// The approximate number of bytes that nodes and cached outcomes take.
    fn bytes(&self) -> u64 {
        let node = 300 + 2 * 8 * self.board.square_count().div_ceil(64);
        let parts = 600 * self.known.len() + 80 * self.kept.len() + 200 * self.interfaces.len();
        (node * self.nodes.len() + parts) as u64
    }

    fn pushes_to(&self, mut at: usize) -> Vec<Push> {
        let mut pushes = Vec::new();
        loop {
            let node = &self.nodes[at];
            pushes.extend(node.pushes.iter().rev());
            if at == node.before {
                break;
            }
            at = node.before;
        }
        pushes.reverse();
        pushes
    }

    /// Adds the successors of a node; returns one that is won.
    fn expand(
        &mut self,
        at: usize,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<Option<usize>, Halt> {
        let state = self.nodes[at].state.clone();
        let reach = region(self.board, &state);
        if self.is_won(&state, &reach) {
            return Ok(Some(at));
        }
        if let Some(pushes) = self.delivery(&state) {
            self.follow(&state, at, pushes, counter)?;
            return Ok(None);
        }
        for part in 0..self.division.parts.len() {
            let Some((interface, start)) = self.view(&state, &reach, part) else { continue };
            for pushes in self.outcomes_of(part, &interface, start, counter)?.iter() {
                let squares = &self.division.parts[part].squares;
                let push = |&(place, direction): &PartPush| Push {
                    from: squares[usize::from(place)],
                    direction,
                };
                let pushes: Vec<Push> = pushes.iter().map(push).collect();
                self.follow(&state, at, pushes, counter)?;
            }
        }
        Ok(None)
    }

    fn is_won(&self, state: &State, reach: &SquareSet) -> bool {
        let is_filled = state.open_goals(self.board).is_empty();
        let exits = self.board.exits();
        if exits.is_empty() { is_filled } else { !exits.intersection(reach).is_empty() }
    }

    /// Adds the node after these pushes.
    fn follow(
        &mut self,
        state: &State,
        before: usize,
        pushes: Vec<Push>,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<(), Halt> {
        let mut after = state.clone();
        for &push in &pushes {
            apply_push(self.board, &mut after, push);
        }
        self.add(after, before, pushes, counter)
    }

    fn add(
        &mut self,
        mut state: State,
        before: usize,
        pushes: Vec<Push>,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<(), Halt> {
        let reach = region(self.board, &state);
        state.keeper = reach.first().unwrap_or(state.keeper);
        if !self.seen.insert(state.clone()) {
            return Ok(());
        }
        let need = self.needed.difference(&state.filled).len();
        let Some(spare) = state.boxes.len().checked_sub(need) else { return Ok(()) };
        if self.kept_boxes(&state, &reach, counter)? > spare as u32 {
            return Ok(());
        }
        let Some((crossings, distance)) = self.to_come(&state, need) else { return Ok(()) };
        let at = self.nodes.len();
        self.nodes.push(OutcomeNode { state, before, pushes });
        self.cells.entry((need, crossings)).or_default().push(Reverse((distance, at)));
        Ok(())
    }

    /// Crossings and pushes still to come for the boxes nearest to the holes; `None` if there are
    /// too few boxes.
    fn to_come(&self, state: &State, need: usize) -> Option<(u32, u32)> {
        let open: Vec<Square> = state.open_goals(self.board).iter().collect();
        let far = |square: Square| {
            let pushes =
                open.iter().filter_map(|&goal| self.distances.least_distance(square, goal));
            let crossings = self.division.crossings[self.division.part_of[square.index()]];
            Some((u32::from(pushes.min()?), crossings))
        };
        let mut far: Vec<(u32, u32)> = state.boxes.iter().filter_map(far).collect();
        far.sort_unstable();
        let nearest = far.get(..need)?;
        Some((nearest.iter().map(|it| it.1).sum(), nearest.iter().map(|it| it.0).sum()))
    }

    /// How many boxes never leave their parts.
    fn kept_boxes(
        &mut self,
        state: &State,
        reach: &SquareSet,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<u32, Halt> {
        let mut total = 0;
        for number in 0..self.division.parts.len() {
            let part = &self.division.parts[number];
            let own = part.state(self.board, state);
            if own.boxes == 0 {
                continue;
            }
            let inside = part.places_in(reach);
            if inside == 0 && part.rim().is_empty() {
                total += own.boxes.count_ones();
                continue;
            }
            let keeper = if inside == 0 { part.own as u8 } else { inside.trailing_zeros() as u8 };
            let interface = &self.helpful[number];
            let own = part.normalized(interface, PartState { keeper, ..own });
            let known = self.kept.get(&(number, own)).copied();
            let least = known.map_or_else(|| kept(part, interface, own, counter), Ok)?;
            self.kept.insert((number, own), least);
            total += least;
        }
        Ok(total)
    }

    fn outcomes_of(
        &mut self,
        part: usize,
        interface: &Interface,
        state: PartState,
        counter: &mut StateCounter<'_, '_>,
    ) -> Result<Rc<[Vec<PartPush>]>, Halt> {
        let fresh = self.interfaces.len() as u32;
        let number = *self.interfaces.entry(interface.clone()).or_insert(fresh);
        let key = (part, number, state);
        if let Some(known) = self.known.get(&key) {
            return Ok(Rc::clone(known));
        }
        let found = outcomes(&self.division.parts[part], interface, state, self.width, counter)?;
        let found: Rc<[Vec<PartPush>]> = found.into();
        self.known.insert(key, Rc::clone(&found));
        Ok(found)
    }

    /// The state of a part as a view of the board; `None` if the keeper cannot push its boxes.
    fn view(
        &self,
        state: &State,
        reach: &SquareSet,
        number: usize,
    ) -> Option<(Interface, PartState)> {
        let part = &self.division.parts[number];
        let own = part.state(self.board, state);
        let near = part.places_in(reach) | part.rim_in(reach);
        if own.boxes == 0 || near == 0 {
            return None;
        }
        let interface = self.interface(state, number);
        let keeper = near.trailing_zeros() as u8;
        Some((interface.clone(), part.normalized(&interface, PartState { keeper, ..own })))
    }

    fn interface(&self, state: &State, number: usize) -> Interface {
        let part = &self.division.parts[number];
        let is_closed = |it: Square| state.boxes.contains(it) || state.is_open_hole(self.board, it);
        let mut joined = vec![0; part.rim().len()];
        let (mut closed, mut boxes) = (0, 0);
        let mut label = vec![usize::MAX; self.board.square_count()];
        for (at, &first) in part.rim().iter().enumerate() {
            let place = bit((part.own + at) as u8);
            boxes |= if state.boxes.contains(first) { place } else { 0 };
            if is_closed(first) {
                closed |= place;
                continue;
            }
            if label[first.index()] != usize::MAX {
                continue;
            }
            label[first.index()] = at;
            let mut pending = vec![first];
            while let Some(square) = pending.pop() {
                for next in beside(self.board, square) {
                    let is_outside = self.division.part_of[next.index()] != number;
                    if is_outside && label[next.index()] == usize::MAX && !is_closed(next) {
                        label[next.index()] = at;
                        pending.push(next);
                    }
                }
            }
        }
        let labels: Vec<usize> = part.rim().iter().map(|it| label[it.index()]).collect();
        for (at, own) in joined.iter_mut().enumerate() {
            let same = (0..labels.len()).filter(|&it| labels[it] == labels[at]);
            let set = same.fold(0, |set, it| set | bit((part.own + it) as u8));
            *own = set & !closed;
        }
        Interface { joined, closed, boxes }
    }

    /// The pushes of a box that can go into a hole by a shortest path while no other box moves: it
    /// can be delivered at once.
    fn delivery(&self, state: &State) -> Option<Vec<Push>> {
        let goals: Vec<Square> = state.open_goals(self.board).iter().collect();
        let far = |box_at: Square, keeper: Square| {
            let ways = goals.iter().filter_map(|&it| self.distances.distance(box_at, keeper, it));
            ways.min()
        };
        let mut boxes: Vec<(u16, Square)> =
            state.boxes.iter().filter_map(|it| Some((far(it, state.keeper)?, it))).collect();
        boxes.sort_unstable();
        boxes.into_iter().find_map(|(_, first)| self.delivery_of(state, first, &far))
    }

    fn delivery_of(
        &self,
        state: &State,
        first: Square,
        far: &dyn Fn(Square, Square) -> Option<u16>,
    ) -> Option<Vec<Push>> {
        let mut now = state.clone();
        let mut at = first;
        let mut pushes = Vec::new();
        loop {
            let left = far(at, now.keeper)?;
            let reach = region(self.board, &now);
            let ways: &[Direction] = self.board.rules().pushes().list();
            let step = ways.iter().find_map(|&direction| {
                let behind = self.board.neighbour(at, direction.opposite())?;
                let to = self.board.neighbour(at, direction)?;
                let is_legal = reach.contains(behind) && !now.boxes.contains(to);
                let is_goal = now.is_open_hole(self.board, to);
                let is_nearer = is_legal && (is_goal || far(to, at).is_some_and(|it| it < left));
                is_nearer.then_some((Push { from: at, direction }, to, is_goal))
            });
            let (push, to, is_goal) = step?;
            apply_push(self.board, &mut now, push);
            pushes.push(push);
            if is_goal {
                return Some(pushes);
            }
            at = to;
        }
    }
}

impl Part {
    /// The boxes and open holes of a state of the board; the keeper is on the first place.
    fn state(&self, board: &Board, state: &State) -> PartState {
        let mut own = PartState { boxes: 0, holes: 0, keeper: 0 };
        for (place, &square) in self.squares[..self.own].iter().enumerate() {
            let place = bit(place as u8);
            if state.boxes.contains(square) {
                own.boxes |= place;
            } else if state.is_open_hole(board, square) {
                own.holes |= place;
            }
        }
        own
    }

    /// Its own places in a set of squares.
    fn places_in(&self, set: &SquareSet) -> u128 {
        let own = self.squares[..self.own].iter().enumerate().filter(|it| set.contains(*it.1));
        own.fold(0, |places, (place, _)| places | bit(place as u8))
    }

    /// The places of its rim in a set of squares.
    fn rim_in(&self, set: &SquareSet) -> u128 {
        let rim = self.rim().iter().enumerate().filter(|it| set.contains(*it.1));
        rim.fold(0, |places, (at, _)| places | bit((self.own + at) as u8))
    }
}
