//! Plain breadth-first search: the reference that other searches are compared with.
//!
//! Nothing is pruned. In order of pushes, states that differ only by a walk are the same; in order
//! of moves, every step counts and the keeper's exact place matters.

use crate::leg::{Action, Leg};
use sokolab_core::{
    Board, Direction, GoalKind, Meter, Move, MoveKind, Moves, Objective, Observer, Progress, Push,
    Square, SquareSet, State, Stop, apply_push, is_won, try_push, try_step,
};

use super::{Found, Searched};
use crate::memory::{Full, Link, NodeStore};
use crate::playback::moves_of;
use crate::prepared::Prepared;
use crate::request::Request;

/// Squares that a flood fill visits per work unit.
const SQUARES_PER_UNIT: usize = 8;

/// Searches in the order that the objective asks for.
pub(crate) fn search(
    level: &Prepared,
    request: &Request<'_>,
    observer: &mut Observer<'_>,
) -> Searched {
    let (board, start) = (&level.board, &level.start);
    let words = board.square_count().div_ceil(64);
    let has_holes = board.rules().goal() == GoalKind::Fill;
    let state_words = words * (1 + usize::from(has_holes));
    let mut search = Search {
        board,
        start,
        request,
        words,
        has_holes,
        store: NodeStore::new(state_words, request.budget.memory_bytes_max),
        flood: Flood::new(board),
        buffer: vec![0; state_words],
        layer: 0,
    };
    let mut meter = Meter::new(request.budget, observer);
    let result = search.run(&mut meter);
    // Every state of the layers before the current one has been expanded.
    let lower_bound = search.layer;
    let memory_bytes = search.store.bytes_peak();
    let nodes = meter.progress.nodes;
    let spent = Progress { nodes, memory_bytes, lower_bound, ..Progress::default() };
    Searched { lower_bound, ..Searched::of(result, &spent) }
}

struct Search<'a> {
    board: &'a Board,
    start: &'a State,
    request: &'a Request<'a>,
    words: usize,
    has_holes: bool,
    store: NodeStore,
    flood: Flood,
    buffer: Vec<u64>,
    layer: u64,
}

impl Search<'_> {
    fn counts_moves(&self) -> bool {
        self.request.objective == Objective::Moves
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Found {
        if let Err(reason) = meter.ask() {
            return Found::Stopped(reason);
        }
        let start = self.start.clone();
        match self.visit(&start, way(0, 0, Direction::Left), meter) {
            Ok(Some(number)) => return self.found(number),
            Ok(None) => {}
            Err(reason) => return Found::Stopped(reason),
        }
        let mut next = 0;
        let mut layer_end = self.store.len();
        while next < self.store.len() {
            if next == layer_end {
                self.layer += 1;
                layer_end = self.store.len();
            }
            if let Err(reason) = meter.count_node() {
                return Found::Stopped(reason);
            }
            match self.expand(next as u32, meter) {
                Ok(Some(number)) => {
                    self.layer += 1;
                    return self.found(number);
                }
                Ok(None) => next += 1,
                Err(reason) => return Found::Stopped(reason),
            }
        }
        Found::NoSolution
    }

    /// Counts the work of a flood fill of the whole board. An expansion takes long on a large
    /// board, so every successor is counted.
    fn count_flood(&self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let seen = self.store.len() as u64;
        let progress = &mut meter.progress;
        (progress.open, progress.seen) = (seen - progress.nodes.min(seen), seen);
        (progress.lower_bound, progress.memory_bytes) = (self.layer, self.store.bytes_peak());
        meter.work(self.board.square_count().div_ceil(SQUARES_PER_UNIT) as u64)
    }

    /// Expands a state. Returns the number of a successor that is won, which ends the search.
    fn expand(&mut self, number: u32, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let state = self.unpack(number);
        self.count_flood(meter)?;
        if self.counts_moves() {
            return self.expand_moves(number, &state, meter);
        }
        self.flood.fill(self.board, &state);
        let region = self.flood.reached.clone();
        for from in state.boxes.iter() {
            for &direction in self.board.rules().pushes().list() {
                let behind = self.board.neighbour(from, direction.opposite());
                let push = Push { from, direction };
                if !behind.is_some_and(|square| region.contains(square))
                    || try_push(self.board, &state, push).is_err()
                {
                    continue;
                }
                let mut child = state.clone();
                apply_push(self.board, &mut child, push);
                let way = way(number, from.index(), direction);
                if let Some(won) = self.visit(&child, way, meter)? {
                    return Ok(Some(won));
                }
            }
        }
        Ok(None)
    }

    fn expand_moves(
        &mut self,
        number: u32,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        for &direction in self.board.rules().steps().list() {
            let Some(beside) = self.board.neighbour(state.keeper, direction) else {
                continue;
            };
            let mut child = state.clone();
            if state.boxes.contains(beside) {
                let push = Push { from: beside, direction };
                if try_push(self.board, state, push).is_err() {
                    continue;
                }
                apply_push(self.board, &mut child, push);
            } else if let Ok(to) = try_step(self.board, state, state.keeper, direction) {
                child.keeper = to;
            } else {
                continue;
            }
            let way = way(number, state.keeper.index(), direction);
            if let Some(won) = self.visit(&child, way, meter)? {
                return Ok(Some(won));
            }
        }
        Ok(None)
    }

    /// Stores a state if it is new, and returns its number if it is also won.
    fn visit(
        &mut self,
        state: &State,
        way: Link,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        let (keeper, is_won) = if self.counts_moves() {
            (state.keeper, is_won(self.board, state))
        } else {
            self.count_flood(meter)?;
            self.flood.fill(self.board, state);
            let first = self.flood.reached.first().expect("the keeper is in its own region");
            (first, self.is_won_by_walking(state))
        };
        self.pack(state);
        let keeper = keeper.index() as u16;
        let hash = hash(&self.buffer, keeper);
        if self.store.find(&self.buffer, keeper, hash).is_some() {
            return Ok(None);
        }
        let inserted = self.store.insert(&self.buffer, keeper, hash, way);
        let number = inserted.map_err(|Full| Stop::Memory)?;
        Ok(is_won.then_some(number))
    }

    /// Whether the keeper can walk to a win; its region has just been filled.
    fn is_won_by_walking(&self, state: &State) -> bool {
        let exits = self.board.exits();
        if exits.is_empty() {
            is_won(self.board, state)
        } else {
            exits.iter().any(|exit| self.flood.reached.contains(exit))
        }
    }

    fn pack(&mut self, state: &State) {
        self.buffer[..self.words].copy_from_slice(state.boxes.words());
        if self.has_holes {
            self.buffer[self.words..2 * self.words].copy_from_slice(state.filled.words());
        }
    }

    fn unpack(&self, number: u32) -> State {
        let words = self.store.key(number);
        let set = |from: usize| {
            let mut squares = self.board.no_squares();
            let indices = words[from..from + self.words].iter().enumerate();
            for (index, &word) in indices {
                let mut rest = word;
                while rest != 0 {
                    let bit = rest.trailing_zeros() as usize;
                    squares.insert(self.board.square(index * 64 + bit));
                    rest &= rest - 1;
                }
            }
            squares
        };
        let filled = if self.has_holes { set(self.words) } else { self.board.no_squares() };
        let keeper = self.board.square(usize::from(self.store.keeper(number)));
        State { boxes: set(0), filled, keeper }
    }

    /// The moves that lead to a won state. They are optimal for the objective that ordered the
    /// search; a search for any solution claims nothing.
    fn found(&self, number: u32) -> Found {
        let mut ways = Vec::new();
        let mut at = number;
        while at != 0 {
            let link = self.store.link(at);
            let push = link.leg.push().expect("every leg has a direction");
            ways.push((usize::from(push.from), push.way));
            at = link.parent;
        }
        ways.reverse();
        let moves = if self.counts_moves() { self.by_moves(&ways) } else { self.by_pushes(&ways) };
        let optimal = self.request.objective != Objective::Any;
        Found::Moves { moves, optimal, stopped: None }
    }

    fn by_moves(&self, ways: &[(usize, Direction)]) -> Moves {
        let mut state = self.start.clone();
        let mut moves = Vec::new();
        for &(_, direction) in ways {
            let beside = self.board.neighbour(state.keeper, direction).expect("a legal move");
            let kind = if state.boxes.contains(beside) { MoveKind::Push } else { MoveKind::Step };
            match kind {
                MoveKind::Push => {
                    apply_push(self.board, &mut state, Push { from: beside, direction });
                }
                MoveKind::Step => state.keeper = beside,
            }
            moves.push(Move { direction, kind });
        }
        moves.into_iter().collect()
    }

    fn by_pushes(&self, ways: &[(usize, Direction)]) -> Moves {
        let push = |&(from, direction)| Push { from: self.board.square(from), direction };
        moves_of(self.board, self.start, ways.iter().map(push))
    }
}

/// The link of a state: its predecessor, and the square and direction of the move.
fn way(parent: u32, square: usize, direction: Direction) -> Link {
    let leg = Leg { from: square as u16, action: Action::Push(direction) };
    Link { parent, leg, cost: 0, bound: 0, is_closed: false, is_won: false }
}

/// A fixed hash, so that a search repeats exactly on every machine.
fn hash(words: &[u64], keeper: u16) -> u64 {
    let mix =
        |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let hash = words.iter().fold(u64::from(keeper), |hash, &word| mix(hash, word));
    hash ^ hash >> 32
}

/// Computes the keeper's region in reusable memory.
struct Flood {
    reached: SquareSet,
    pending: Vec<Square>,
}

impl Flood {
    fn new(board: &Board) -> Flood {
        Flood { reached: board.no_squares(), pending: Vec::new() }
    }

    fn fill(&mut self, board: &Board, state: &State) {
        self.reached.clear();
        self.reached.insert(state.keeper);
        self.pending.push(state.keeper);
        while let Some(from) = self.pending.pop() {
            for &direction in board.rules().steps().list() {
                let Some(beside) = board.neighbour(from, direction) else {
                    continue;
                };
                if state.boxes.contains(beside) || self.reached.contains(beside) {
                    continue;
                }
                if try_step(board, state, from, direction).is_ok() {
                    self.reached.insert(beside);
                    self.pending.push(beside);
                }
            }
        }
    }
}
