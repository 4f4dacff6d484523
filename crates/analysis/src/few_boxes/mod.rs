//! Exhaustive search with a few boxes alone on the board.
//!
//! Deleting boxes from a solution leaves a legal game: where the keeper pushed a deleted box, it
//! walks. So whatever a few boxes cannot do alone, they cannot do among others. To keep this true
//! for holes, which other boxes may have filled, the keeper walks over holes here, and a box that
//! reaches one disappears.

mod memory;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use sokolab_core::{
    Board, Direction, GoalKind, Push, Square, SquareSet, State, try_push, try_step,
};

use crate::frozen::frozen;
use crate::lone_box::{LoneBox, NEVER};
use crate::sides::{Barred, Node, Sides};
use memory::{InTurn, RescueMemory};

/// Maximum number of single boxes tried before the exhaustive search.
const TRIES_MAX: usize = 32;

/// A board with a few boxes.
#[derive(Clone, Debug)]
pub(crate) struct FewBoxes {
    board: Board,
    /// Corridor squares: they are connected outside, and a box on one disappears.
    corridor: SquareSet,
    /// Where a box disappears.
    gone: SquareSet,
    /// Squares onto which no box may be pushed.
    shut: SquareSet,
    /// Lower bound on the pushes to a wanted square, by square.
    pushes: Vec<u16>,
    memory: RescueMemory,
}

/// The aim of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quest<'a> {
    /// Bring as many boxes as possible to wanted squares.
    Rescue,
    /// Bring all boxes to wanted squares or let the keeper onto one of these squares, without ever
    /// freezing a box elsewhere.
    Open(&'a SquareSet),
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RescueOutcome {
    /// The fewest boxes left off wanted squares; also 0 if the aim was to open and the keeper got
    /// in.
    pub(crate) left_min: usize,
    /// States visited.
    pub(crate) states: usize,
    /// Whether the search was exhaustive or reached its aim.
    pub(crate) is_complete: bool,
}

impl FewBoxes {
    /// Boxes are wanted on goals and on `corridor`, and must not be pushed onto `shut`.
    pub(crate) fn new(board: &Board, corridor: &SquareSet, shut: &SquareSet) -> FewBoxes {
        let wanted = corridor.union(board.goals());
        let gone = match board.rules().goal() {
            GoalKind::Keep => corridor.clone(),
            GoalKind::Fill | GoalKind::Sink => wanted.clone(),
        };
        let walls = board.no_squares();
        let sides = Sides::teleporting(board, &Barred::nothing(board));
        let lone_box = LoneBox { board, sides: &sides, walls: &walls, sinks: &gone };
        let by_node = lone_box.pushes_to(wanted.iter());
        let fewest = |square| by_node[sides.nodes(square)].iter().copied().min().unwrap_or(NEVER);
        FewBoxes {
            board: board.clone(),
            corridor: corridor.clone(),
            gone,
            shut: shut.clone(),
            pushes: board.squares().map(fewest).collect(),
            memory: RescueMemory::default(),
        }
    }

    /// Whether this is the game on `board` with the same `corridor` and `shut` squares.
    pub(crate) fn is_for(&self, board: &Board, corridor: &SquareSet, shut: &SquareSet) -> bool {
        &self.board == board && &self.corridor == corridor && &self.shut == shut
    }

    /// Searches best first from `boxes` with the keeper on `keeper`, until the aim is reached or
    /// `states_max` states have been visited.
    pub(crate) fn search(
        &mut self,
        boxes: &SquareSet,
        keeper: Square,
        quest: Quest<'_>,
        states_max: usize,
    ) -> RescueOutcome {
        let mut tries = TRIES_MAX.min(states_max);
        let is_easy = self.one_by_one(boxes, keeper, &mut tries);
        let tried = TRIES_MAX.min(states_max) - tries;
        if is_easy {
            return RescueOutcome { left_min: 0, states: tried, is_complete: true };
        }
        let is_rescue = matches!(quest, Quest::Rescue);
        if is_rescue && let Some(known) = self.memory.search(boxes, keeper, states_max) {
            return known;
        }
        let outcome = self.search_all((boxes, keeper), quest, (tried, states_max));
        if is_rescue {
            let region = self.region_inside(boxes, keeper);
            self.memory.add_search(boxes, region, states_max, outcome);
        }
        outcome
    }

    /// The search of [`FewBoxes::search`], with `tried` of `states_max` states visited already.
    fn search_all(
        &self,
        (boxes, keeper): (&SquareSet, Square),
        quest: Quest<'_>,
        (tried, states_max): (usize, usize),
    ) -> RescueOutcome {
        let mut known = SeenStates::default();
        known.add(self.state(&boxes.difference(&self.gone), keeper), self);
        let mut outcome =
            RescueOutcome { left_min: boxes.len(), states: tried, is_complete: false };
        while let Some((state, region)) = known.next() {
            if outcome.states >= states_max {
                return outcome;
            }
            outcome.states += 1;
            outcome.left_min = outcome.left_min.min(self.left(&state));
            if let Quest::Open(inner) = quest
                && !region.intersection(inner).is_empty()
            {
                outcome.left_min = 0;
            }
            if outcome.left_min == 0 {
                break;
            }
            for child in self.children(&state, &region) {
                if matches!(quest, Quest::Rescue) || !self.is_stuck(&child) {
                    known.add(child, self);
                }
            }
        }
        outcome.is_complete = true;
        outcome
    }

    /// The state with only `boxes` on the board, and all holes filled.
    fn state(&self, boxes: &SquareSet, keeper: Square) -> State {
        let filled = match self.board.rules().goal() {
            GoalKind::Fill => self.board.goals().clone(),
            GoalKind::Keep | GoalKind::Sink => self.board.no_squares(),
        };
        State { boxes: boxes.clone(), filled, keeper }
    }

    /// Whether the boxes can be brought to wanted squares one after another, each without moving
    /// the others. This is a shortcut past the search and may fail where the search succeeds. Each
    /// attempt with a box counts against `tries`.
    fn one_by_one(&mut self, boxes: &SquareSet, keeper: Square, tries: &mut usize) -> bool {
        if let Some(known) = self.memory.in_turn(boxes, keeper, *tries) {
            *tries -= known.tries;
            return known.is_easy;
        }
        let left = boxes.difference(&self.gone).difference(self.board.goals());
        if left.is_empty() || *tries == 0 {
            return left.is_empty();
        }
        let before = *tries;
        let is_easy = self.try_each((boxes, &left), keeper, tries);
        // With no tries left, it might have gone on.
        if *tries > 0 {
            let region = self.region_inside(boxes, keeper);
            let found = InTurn { is_easy, tries: before - *tries };
            self.memory.add_in_turn(boxes, region, found);
        }
        is_easy
    }

    /// Tries each box of `left` as the first of `boxes` to be rescued.
    fn try_each(
        &mut self,
        (boxes, left): (&SquareSet, &SquareSet),
        keeper: Square,
        tries: &mut usize,
    ) -> bool {
        for square in left.iter() {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            let mut others = boxes.clone();
            others.remove(square);
            match self.ways_out(square, keeper, &others) {
                // The keeper has only walked where it can walk back.
                WaysOut::Gone => return self.one_by_one(&others, keeper, tries),
                WaysOut::Goals(ends) => {
                    for (end, keeper) in ends {
                        let mut after = others.clone();
                        after.insert(end);
                        if self.one_by_one(&after, keeper, tries) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Where the box on `square` can be brought while `others` stay.
    fn ways_out(&mut self, square: Square, keeper: Square, others: &SquareSet) -> WaysOut {
        let sides = self.memory.sides(&self.board, others);
        let board = &self.board;
        let lone_box = LoneBox { board, sides: &sides, walls: others, sinks: &self.gone };
        let pushes = lone_box.pushes_from([(square, keeper)]);
        let count = |node: Node| Some(pushes[node]).filter(|&it| it != NEVER);
        let ends = self.gone.union(board.goals());
        let ends = ends.iter().flat_map(|end| sides.nodes(end).map(move |node| (end, node)));
        let mut ends: Vec<(u16, Square, Node)> =
            ends.filter_map(|(end, node)| Some((count(node)?, end, node))).collect();
        if ends.iter().any(|(_, end, _)| self.gone.contains(*end)) {
            return WaysOut::Gone;
        }
        // Deep goals first, because a box on a near one is in the way.
        ends.sort_unstable_by_key(|&(count, end, node)| (Reverse(count), end, node));
        let keeper_at = |(_, end, node): (u16, Square, Node)| {
            let beside = |it: &Direction| sides.node_beside(board, end, *it) == Some(node);
            let direction = Direction::ALL.into_iter().find(beside)?;
            Some((end, board.neighbour(end, direction)?))
        };
        WaysOut::Goals(ends.into_iter().filter_map(keeper_at).collect())
    }

    /// Number of boxes off wanted squares.
    fn left(&self, state: &State) -> usize {
        state.boxes.difference(self.board.goals()).len()
    }

    fn is_stuck(&self, state: &State) -> bool {
        !frozen(&self.board, &state.boxes, &self.shut).is_subset(self.board.goals())
    }

    fn children(&self, state: &State, region: &SquareSet) -> Vec<State> {
        let mut children = Vec::new();
        for from in state.boxes.iter() {
            for &direction in self.board.rules().pushes().list() {
                let behind = self.board.neighbour(from, direction.opposite());
                if !behind.is_some_and(|it| region.contains(it)) {
                    continue;
                }
                let Ok(to) = try_push(&self.board, state, Push { from, direction }) else {
                    continue;
                };
                if self.shut.contains(to) {
                    continue;
                }
                let mut child = State { keeper: from, ..state.clone() };
                child.boxes.remove(from);
                if !self.gone.contains(to) {
                    child.boxes.insert(to);
                }
                children.push(child);
            }
        }
        children
    }

    /// Where the keeper can walk. A keeper that can leave by one corridor can enter by all of them.
    fn region(&self, state: &State) -> SquareSet {
        self.walk(state, &self.corridor)
    }

    /// Where the keeper can walk around `boxes` without leaving by a corridor.
    fn region_inside(&self, boxes: &SquareSet, keeper: Square) -> SquareSet {
        self.walk(&self.state(boxes, keeper), &self.board.no_squares())
    }

    fn walk(&self, state: &State, corridor: &SquareSet) -> SquareSet {
        let mut reached = self.board.no_squares();
        let mut pending = vec![state.keeper];
        reached.insert(state.keeper);
        let mut is_outside = false;
        while let Some(from) = pending.pop() {
            if !is_outside && corridor.contains(from) {
                is_outside = true;
                pending.extend(corridor.iter().filter(|&it| reached.insert(it)));
            }
            for &direction in self.board.rules().steps().list() {
                let Some(beside) = self.board.neighbour(from, direction) else {
                    continue;
                };
                if !state.boxes.contains(beside)
                    && !reached.contains(beside)
                    && try_step(&self.board, state, from, direction).is_ok()
                {
                    reached.insert(beside);
                    pending.push(beside);
                }
            }
        }
        reached
    }

    /// Priority of a state; smaller values are expanded first.
    fn promise(&self, state: &State) -> u32 {
        state.boxes.iter().map(|it| u32::from(self.pushes[it.index()])).sum()
    }
}

/// Where a lone box can be brought.
enum WaysOut {
    /// To a square where it disappears.
    Gone,
    /// To these goals, each with a square of the keeper beside it.
    Goals(Vec<(Square, Square)>),
}

/// The states seen so far.
#[derive(Default)]
struct SeenStates {
    seen: HashSet<State>,
    states: Vec<(State, SquareSet)>,
    pending: BinaryHeap<Reverse<(u32, usize)>>,
}

impl SeenStates {
    /// Adds `state`, unless it is known up to a walk.
    fn add(&mut self, state: State, game: &FewBoxes) {
        let region = game.region(&state);
        let keeper = region.first().expect("the keeper is in its own region");
        let state = State { keeper, ..state };
        if self.seen.insert(state.clone()) {
            self.pending.push(Reverse((game.promise(&state), self.states.len())));
            self.states.push((state, region));
        }
    }

    fn next(&mut self) -> Option<(State, SquareSet)> {
        let Reverse((_, index)) = self.pending.pop()?;
        Some(self.states[index].clone())
    }
}
