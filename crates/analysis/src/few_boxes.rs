//! Exhaustive search with a few boxes alone on the board.
//!
//! Deleting boxes from a solution leaves a legal game: where the keeper pushed a deleted box, it
//! walks. So whatever a few boxes cannot do alone, they cannot do among others. To keep this true
//! for holes, which other boxes may have filled, the keeper walks over holes here, and a box that
//! reaches one disappears.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use sokolab_core::{
    Board, Direction, GoalKind, Push, Square, SquareSet, State, try_push, try_step,
};

use crate::frozen::frozen;
use crate::lone_box::{LoneBox, NEVER};
use crate::sides::{Barred, Node, Sides};

/// Maximum number of single boxes tried before the exhaustive search.
const TRIES_MAX: usize = 32;

/// A board with a few boxes.
#[derive(Clone, Debug)]
pub(crate) struct FewBoxes<'a> {
    board: &'a Board,
    /// Corridor squares: they are connected outside, and a box on one disappears.
    corridor: SquareSet,
    /// Where a box disappears.
    gone: SquareSet,
    /// Squares onto which no box may be pushed.
    shut: SquareSet,
    /// Lower bound on the pushes to a wanted square, by square.
    pushes: Vec<u16>,
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

impl<'a> FewBoxes<'a> {
    /// Boxes are wanted on goals and on `corridor`, and must not be pushed onto `shut`.
    pub(crate) fn new(board: &'a Board, corridor: &SquareSet, shut: &SquareSet) -> FewBoxes<'a> {
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
            board,
            corridor: corridor.clone(),
            gone,
            shut: shut.clone(),
            pushes: board.squares().map(fewest).collect(),
        }
    }

    /// Searches best first from `boxes` with the keeper on `keeper`, until the aim is reached or
    /// `states_max` states have been visited.
    pub(crate) fn search(
        &self,
        boxes: &SquareSet,
        keeper: Square,
        quest: Quest<'_>,
        states_max: usize,
    ) -> RescueOutcome {
        let filled = match self.board.rules().goal() {
            GoalKind::Fill => self.board.goals().clone(),
            GoalKind::Keep | GoalKind::Sink => self.board.no_squares(),
        };
        let mut tries = TRIES_MAX.min(states_max);
        let is_easy = self.one_by_one(boxes, keeper, &mut tries);
        let tried = TRIES_MAX.min(states_max) - tries;
        if is_easy {
            return RescueOutcome { left_min: 0, states: tried, is_complete: true };
        }
        let mut known = SeenStates::default();
        known.add(State { boxes: boxes.difference(&self.gone), filled, keeper }, self);
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

    /// Whether the boxes can be brought to wanted squares one after another, each without moving
    /// the others. This is a shortcut past the search and may fail where the search succeeds. Each
    /// attempt with a box counts against `tries`.
    fn one_by_one(&self, boxes: &SquareSet, keeper: Square, tries: &mut usize) -> bool {
        let left = boxes.difference(&self.gone).difference(self.board.goals());
        for square in left.iter() {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            let mut others = boxes.clone();
            others.remove(square);
            let sides = Sides::walking(self.board, &Barred::walls(others.clone()));
            let board = self.board;
            let lone_box = LoneBox { board, sides: &sides, walls: &others, sinks: &self.gone };
            let pushes = lone_box.pushes_from([(square, keeper)]);
            let count = |node: Node| Some(pushes[node]).filter(|&it| it != NEVER);
            let ends = self.gone.union(board.goals());
            let ends = ends.iter().flat_map(|end| sides.nodes(end).map(move |node| (end, node)));
            let mut ends: Vec<(u16, Square, Node)> =
                ends.filter_map(|(end, node)| Some((count(node)?, end, node))).collect();
            if ends.iter().any(|(_, end, _)| self.gone.contains(*end)) {
                // The keeper has only walked where it can walk back.
                return self.one_by_one(&others, keeper, tries);
            }
            // Deep goals first, because a box on a near one is in the way.
            ends.sort_unstable_by_key(|&(count, end, node)| (Reverse(count), end, node));
            for (_, end, node) in ends {
                let beside = |it: &Direction| sides.node_beside(board, end, *it) == Some(node);
                let keeper = Direction::ALL.into_iter().find(beside);
                let Some(keeper) = keeper.and_then(|it| board.neighbour(end, it)) else {
                    continue;
                };
                let mut after = others.clone();
                after.insert(end);
                if self.one_by_one(&after, keeper, tries) {
                    return true;
                }
            }
        }
        left.is_empty()
    }

    /// Number of boxes off wanted squares.
    fn left(&self, state: &State) -> usize {
        state.boxes.difference(self.board.goals()).len()
    }

    fn is_stuck(&self, state: &State) -> bool {
        !frozen(self.board, &state.boxes, &self.shut).is_subset(self.board.goals())
    }

    fn children(&self, state: &State, region: &SquareSet) -> Vec<State> {
        let mut children = Vec::new();
        for from in state.boxes.iter() {
            for &direction in self.board.rules().pushes().list() {
                let behind = self.board.neighbour(from, direction.opposite());
                if !behind.is_some_and(|it| region.contains(it)) {
                    continue;
                }
                let Ok(to) = try_push(self.board, state, Push { from, direction }) else {
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
        let mut reached = self.board.no_squares();
        let mut pending = vec![state.keeper];
        reached.insert(state.keeper);
        let mut is_outside = false;
        while let Some(from) = pending.pop() {
            if !is_outside && self.corridor.contains(from) {
                is_outside = true;
                pending.extend(self.corridor.iter().filter(|&it| reached.insert(it)));
            }
            for &direction in self.board.rules().steps().list() {
                let Some(beside) = self.board.neighbour(from, direction) else {
                    continue;
                };
                if !state.boxes.contains(beside)
                    && !reached.contains(beside)
                    && try_step(self.board, state, from, direction).is_ok()
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

/// The states seen so far.
#[derive(Default)]
struct SeenStates {
    seen: HashSet<State>,
    states: Vec<(State, SquareSet)>,
    pending: BinaryHeap<Reverse<(u32, usize)>>,
}

impl SeenStates {
    /// Adds `state`, unless it is known up to a walk.
    fn add(&mut self, state: State, game: &FewBoxes<'_>) {
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
