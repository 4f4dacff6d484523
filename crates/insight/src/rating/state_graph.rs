//! The complete state graph of a level.
//!
//! States that differ only by a walk count as one. A state that is won, perhaps after a walk, has
//! no pushes: the game ends there. Nothing is pruned, because lost states are what is counted.

use sokolab_core::{
    Board, GoalKind, Push, Square, SquareSet, State, apply_push, is_won, try_push, try_step,
};
use sokolab_solver::{Observer, Progress};

use super::missing::Missing;

/// The index of a state in its graph.
pub(super) type StateId = u32;

/// Squares visited between two polls of the observer: a few milliseconds.
const SQUARES_BETWEEN_QUESTIONS: usize = 200_000;

/// The state graph of a level.
#[derive(Debug)]
pub(super) struct StateGraph {
    store: Store,
    /// Where the pushes of each state begin in `targets`, with a final entry for the end.
    first: Vec<u32>,
    targets: Vec<StateId>,
    is_won: Vec<bool>,
}

impl StateGraph {
    /// The initial state.
    pub(super) const START: StateId = 0;

    /// Explores all states, breadth first.
    ///
    /// # Errors
    /// Why it stopped early.
    pub(super) fn build(
        board: &Board,
        start: &State,
        (states_max, memory_bytes_max): (usize, u64),
        observer: &mut Observer<'_>,
    ) -> Result<StateGraph, Missing> {
        let mut player = Player::new(board, start);
        let mut graph = StateGraph {
            store: Store::for_states_like(start),
            first: vec![0],
            targets: Vec::new(),
            is_won: Vec::new(),
        };
        let (keeper, is_won) = player.settle();
        graph.put(&player.state, keeper, is_won);
        let mut next = 0;
        let mut pushes = Vec::new();
        let mut walked = SQUARES_BETWEEN_QUESTIONS;
        while next < graph.len() {
            walked += board.square_count() * (1 + pushes.len());
            if walked >= SQUARES_BETWEEN_QUESTIONS {
                walked = 0;
                graph.ask(next, memory_bytes_max, observer)?;
            }
            if !graph.is_won[next] {
                graph.store.load(next as StateId, &mut player);
                player.list_pushes(&mut pushes);
                for &push in &pushes {
                    // With many boxes on a large board, a single state is a lot of work.
                    if pushes.len() * board.square_count() > SQUARES_BETWEEN_QUESTIONS {
                        graph.ask(next, memory_bytes_max, observer)?;
                    }
                    let undo = player.push(push);
                    let (keeper, is_won) = player.settle();
                    let child = graph.put(&player.state, keeper, is_won);
                    graph.targets.push(child);
                    player.undo(undo);
                }
                if graph.len() > states_max {
                    return Err(Missing::TooManyStates(states_max));
                }
            }
            graph.first.push(graph.targets.len() as u32);
            next += 1;
        }
        Ok(graph)
    }

    /// Number of states.
    pub(super) fn len(&self) -> usize {
        self.is_won.len()
    }

    /// Whether the game ends in this state.
    pub(super) fn is_won(&self, state: StateId) -> bool {
        self.is_won[state as usize]
    }

    /// The states after one push, ordered by box and direction; two pushes may lead to the same
    /// state.
    pub(super) fn after(&self, state: StateId) -> &[StateId] {
        let state = state as usize;
        &self.targets[self.first[state] as usize..self.first[state + 1] as usize]
    }

    /// The boxes and filled holes of a state, as words.
    pub(super) fn configuration(&self, state: StateId) -> &[u64] {
        self.store.key(state)
    }

    /// The index of a state.
    pub(super) fn find(&self, board: &Board, state: &State) -> Option<StateId> {
        let (keeper, _) = Player::new(board, state).settle();
        self.store.find(state, keeper)
    }

    /// The states of a game up to the first win.
    pub(super) fn path(&self, board: &Board, states: &[State]) -> Vec<StateId> {
        let mut path = Vec::new();
        for state in states {
            let Some(id) = self.find(board, state) else { break };
            path.push(id);
            if self.is_won(id) {
                break;
            }
        }
        path
    }

    /// The reversed edges: where those to each state begin, and where they come from.
    pub(super) fn reversed(&self) -> (Vec<u32>, Vec<StateId>) {
        let mut first = vec![0_u32; self.len() + 1];
        for &target in &self.targets {
            first[target as usize + 1] += 1;
        }
        for state in 0..self.len() {
            first[state + 1] += first[state];
        }
        let mut next = first.clone();
        let mut sources = vec![0; self.targets.len()];
        for state in 0..self.len() as StateId {
            for &target in self.after(state) {
                let place = &mut next[target as usize];
                sources[*place as usize] = state;
                *place += 1;
            }
        }
        (first, sources)
    }

    fn put(&mut self, state: &State, keeper: Square, is_won: bool) -> StateId {
        let (id, is_new) = self.store.insert(state, keeper);
        if is_new {
            self.is_won.push(is_won);
        }
        id
    }

    fn ask(
        &self,
        expanded: usize,
        memory_bytes_max: u64,
        observer: &mut Observer<'_>,
    ) -> Result<(), Missing> {
        // Half as much again is needed for liveness, components and reversed edges.
        let memory_bytes = (self.store.bytes() + self.targets.len() * 12 + self.len() * 24) as u64;
        if memory_bytes > memory_bytes_max {
            return Err(Missing::Memory);
        }
        let progress = Progress {
            nodes: expanded as u64,
            seen: self.len() as u64,
            open: (self.len() - expanded) as u64,
            memory_bytes,
            ..Progress::default()
        };
        observer(&progress).map_or(Ok(()), |reason| Err(Missing::StoppedAt(self.len(), reason)))
    }
}

/// Makes `set` the squares whose bits are set in `words`.
fn fill(board: &Board, words: &[u64], set: &mut SquareSet) {
    set.clear();
    for (index, &word) in words.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            set.insert(board.square(index * 64 + rest.trailing_zeros() as usize));
            rest &= rest - 1;
        }
    }
}

/// A state in play, with scratch space to compute the keeper's region.
#[derive(Debug)]
pub(super) struct Player<'a> {
    board: &'a Board,
    pub(super) state: State,
    /// Number of the last flood fill that reached each square.
    reached: Vec<u32>,
    flood: u32,
    pending: Vec<Square>,
}

/// What is needed to undo a push.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    keeper: Square,
    from: Square,
    to: Square,
    has_filled: bool,
}

impl<'a> Player<'a> {
    pub(super) fn new(board: &'a Board, state: &State) -> Player<'a> {
        let reached = vec![0; board.square_count()];
        Player { board, state: state.clone(), reached, flood: 0, pending: Vec::new() }
    }

    /// Computes the keeper's region: its first square, and whether the game ends there.
    pub(super) fn settle(&mut self) -> (Square, bool) {
        self.flood += 1;
        let (mut first, mut sees_exit) = (self.state.keeper, false);
        self.reached[first.index()] = self.flood;
        self.pending.push(first);
        while let Some(from) = self.pending.pop() {
            first = first.min(from);
            sees_exit |= self.board.exits().contains(from);
            for &direction in self.board.rules().steps().list() {
                let Some(to) = self.board.neighbour(from, direction) else { continue };
                if self.reached[to.index()] != self.flood
                    && !self.state.boxes.contains(to)
                    && try_step(self.board, &self.state, from, direction).is_ok()
                {
                    self.reached[to.index()] = self.flood;
                    self.pending.push(to);
                }
            }
        }
        let by_exit = self.board.rules().goal() == GoalKind::Fill && !self.board.exits().is_empty();
        (first, if by_exit { sees_exit } else { is_won(self.board, &self.state) })
    }

    /// Lists the legal pushes of the state.
    pub(super) fn list_pushes(&mut self, pushes: &mut Vec<Push>) {
        self.settle();
        pushes.clear();
        for from in self.state.boxes.iter() {
            for &direction in self.board.rules().pushes().list() {
                let push = Push { from, direction };
                let behind = self.board.neighbour(from, direction.opposite());
                if behind.is_some_and(|it| self.reached[it.index()] == self.flood)
                    && try_push(self.board, &self.state, push).is_ok()
                {
                    pushes.push(push);
                }
            }
        }
    }

    pub(super) fn push(&mut self, push: Push) -> Undo {
        let to = self.board.neighbour(push.from, push.direction).expect("a legal push");
        let has_filled = self.state.is_open_hole(self.board, to);
        let undo = Undo { keeper: self.state.keeper, from: push.from, to, has_filled };
        apply_push(self.board, &mut self.state, push);
        undo
    }

    pub(super) fn undo(&mut self, undo: Undo) {
        self.state.boxes.remove(undo.to);
        self.state.boxes.insert(undo.from);
        if undo.has_filled {
            self.state.filled.remove(undo.to);
        }
        self.state.keeper = undo.keeper;
    }
}

/// A bijection between states and indices: boxes and filled holes as words, and the first square of
/// the region.
#[derive(Debug)]
pub(super) struct Store {
    key_words: usize,
    keys: Vec<u64>,
    keepers: Vec<u16>,
    /// One more than a state's index, or 0; open addressing, at most half full.
    table: Vec<u32>,
}

impl Store {
    /// An empty store for states like this one.
    pub(super) fn for_states_like(state: &State) -> Store {
        Store::new(state.boxes.words().len() * 2)
    }

    fn new(key_words: usize) -> Store {
        Store { key_words, keys: Vec::new(), keepers: Vec::new(), table: vec![0; 1 << 12] }
    }

    fn bytes(&self) -> usize {
        self.keys.len() * 8 + self.keepers.len() * 2 + self.table.len() * 4
    }

    fn key(&self, id: StateId) -> &[u64] {
        &self.keys[id as usize * self.key_words..][..self.key_words]
    }

    /// The number of a state, and whether it is new. Its keeper is the first of the region.
    pub(super) fn insert(&mut self, state: &State, keeper: Square) -> (StateId, bool) {
        if self.keepers.len() * 2 >= self.table.len() {
            self.grow();
        }
        match self.slot(state, keeper.index() as u16) {
            Ok(id) => (id, false),
            Err(slot) => {
                let id = self.keepers.len() as StateId;
                self.table[slot] = id + 1;
                self.keys.extend(words(state));
                self.keepers.push(keeper.index() as u16);
                (id, true)
            }
        }
    }

    /// Puts a state into play.
    pub(super) fn load(&self, id: StateId, player: &mut Player<'_>) {
        let key = self.key(id);
        let (boxes, filled) = key.split_at(key.len() / 2);
        fill(player.board, boxes, &mut player.state.boxes);
        fill(player.board, filled, &mut player.state.filled);
        player.state.keeper = player.board.square(usize::from(self.keepers[id as usize]));
    }

    fn find(&self, state: &State, keeper: Square) -> Option<StateId> {
        self.slot(state, keeper.index() as u16).ok()
    }

    /// The state's index, or the slot where it belongs.
    fn slot(&self, state: &State, keeper: u16) -> Result<StateId, usize> {
        let mask = self.table.len() - 1;
        let mut slot = hash(words(state), keeper) as usize & mask;
        while let Some(id) = self.table[slot].checked_sub(1) {
            let is_same = self.keepers[id as usize] == keeper
                && self.key(id).iter().copied().eq(words(state));
            if is_same {
                return Ok(id);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    fn grow(&mut self) {
        self.table = vec![0; self.table.len() * 2];
        let mask = self.table.len() - 1;
        for id in 0..self.keepers.len() as StateId {
            let keeper = self.keepers[id as usize];
            let mut slot = hash(self.key(id).iter().copied(), keeper) as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = id + 1;
        }
    }
}

fn words(state: &State) -> impl Iterator<Item = u64> + '_ {
    state.boxes.words().iter().chain(state.filled.words()).copied()
}

fn hash(key: impl Iterator<Item = u64>, keeper: u16) -> u64 {
    let mix = |sum: u64, word: u64| {
        let mixed = (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 29)
    };
    let sum = mix(key.fold(0, mix), u64::from(keeper));
    sum ^ (sum >> 32)
}

#[cfg(test)]
mod tests {
    use sokolab_core::reference::{fewest_pushes, perft};
    use sokolab_core::testing::random_levels;
    use sokolab_core::{Rules, check};

    use super::{Missing, StateGraph};

    const PLENTY: (usize, u64) = (1_000_000, 1 << 30);

    #[test]
    fn states_and_distances_are_those_of_the_reference() {
        for rules in Rules::ALL {
            for level in random_levels(rules, 60) {
                let (board, start) = check(&level).expect("playable");
                let graph = StateGraph::build(&board, &start, PLENTY, &mut |_| None);
                let graph = graph.expect("a small world");
                let mut pushes = vec![None; graph.len()];
                let mut layer = vec![StateGraph::START];
                let mut found = None;
                for count in 0.. {
                    found = found.or(layer.iter().any(|&it| graph.is_won(it)).then_some(count));
                    let mut next = Vec::new();
                    for &state in &layer {
                        pushes[state as usize].get_or_insert(count);
                        for &child in graph.after(state) {
                            if pushes[child as usize].is_none() && !next.contains(&child) {
                                next.push(child);
                            }
                        }
                    }
                    if next.is_empty() {
                        break;
                    }
                    layer = next;
                }
                assert_eq!(found, fewest_pushes(&board, &start), "{:?}", level.source.rows);
                if found.is_none() {
                    let all: usize = perft(&board, &start, usize::MAX - 1).iter().sum();
                    assert_eq!(graph.len(), all, "nothing is won, so every state is there");
                }
            }
        }
    }

    #[test]
    fn too_many_states_are_a_reason_and_no_crash() {
        let level = random_levels(Rules::OFFICIAL, 1).next().expect("one");
        let (board, start) = check(&level).expect("playable");
        let graph = StateGraph::build(&board, &start, (0, 1 << 30), &mut |_| None);
        assert!(matches!(graph, Err(Missing::TooManyStates(0))) || graph.is_ok());
    }
}
