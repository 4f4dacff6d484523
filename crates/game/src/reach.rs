//! Where one box can be pushed while all others stay, and by which moves.
//!
//! A node is a square of the box and the side from which it was last pushed, which is where the
//! keeper stands. Dijkstra's algorithm orders nodes by pushes and then moves, or by moves and then
//! pushes; both orders are exact, since a node determines the rest of the path.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use sokolab_core::{
    Board, Direction, GoalKind, Moves, Push, Square, SquareSet, State, apply_push, try_push,
    try_step, walk,
};

sokolab_core::named! {
    /// What to minimise when pushing a box.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum PushPreference: "preference" {
        /// The fewest pushes, and among those the fewest moves.
        #[default]
        Pushes = "pushes",
        /// The fewest moves, and among those the fewest pushes.
        Moves = "moves",
    }
}

/// The cost of a path of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cost {
    /// Number of pushes.
    pub pushes: usize,
    /// Number of steps and pushes.
    pub moves: usize,
}

/// All squares that one box can be pushed to while all others stay where they are.
#[derive(Clone, Debug)]
pub struct BoxReach<'a> {
    board: &'a Board,
    state: State,
    from: Square,
    /// For each square, the best cost and the direction of the last push.
    best: Vec<Option<(Cost, Direction)>>,
    /// For each node, its cost and the direction of the previous push; `None` for a first push.
    nodes: Vec<Option<(Cost, Option<Direction>)>>,
}

impl<'a> BoxReach<'a> {
    pub(crate) fn new(
        board: &'a Board,
        state: &State,
        from: Square,
        fewest: PushPreference,
    ) -> BoxReach<'a> {
        let count = board.square_count();
        let mut reach = BoxReach {
            board,
            state: state.clone(),
            from,
            best: vec![None; count],
            nodes: vec![None; count * Direction::ALL.len()],
        };
        reach.search(fewest);
        reach
    }

    /// Where the box stands.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.from
    }

    /// The squares to which the box can be pushed, except the one on which it stands. Includes
    /// holes and sinks into which it can be pushed.
    #[must_use]
    pub fn squares(&self) -> SquareSet {
        let mut squares = self.board.no_squares();
        squares.extend(self.board.squares().filter(|&it| self.best[it.index()].is_some()));
        squares.remove(self.from);
        squares
    }

    /// The cost of the best path to `square`; `None` if there is none.
    #[must_use]
    pub fn cost(&self, square: Square) -> Option<Cost> {
        if square == self.from {
            return Some(Cost { pushes: 0, moves: 0 });
        }
        self.best[square.index()].map(|it| it.0)
    }

    /// The moves of the best path to `square`; `None` if there is none. Empty if the box already
    /// stands there.
    #[must_use]
    pub fn moves(&self, square: Square) -> Option<Moves> {
        if square == self.from {
            return Some(Moves::new());
        }
        let mut state = self.state.clone();
        let mut moves = Moves::new();
        for push in self.pushes(square)? {
            let behind = self.behind(push).expect("the keeper stood there");
            for step in walk(self.board, &state, behind).expect("the search has walked there") {
                moves.step(step);
            }
            moves.push(push.direction);
            apply_push(self.board, &mut state, push);
        }
        Some(moves)
    }

    /// The pushes of the best path to `square`, which is not where the box stands.
    fn pushes(&self, square: Square) -> Option<Vec<Push>> {
        let mut direction = self.best[square.index()]?.1;
        let mut pushes = Vec::new();
        let mut to = square;
        loop {
            let from = self.board.neighbour(to, direction.opposite());
            let from = from.expect("the box came from there");
            pushes.push(Push { from, direction });
            let node = self.nodes[node_index(to, direction)];
            let Some(before) = node.expect("every node on the way has a cost").1 else {
                break;
            };
            (to, direction) = (from, before);
        }
        pushes.reverse();
        Some(pushes)
    }

    fn behind(&self, push: Push) -> Option<Square> {
        self.board.neighbour(push.from, push.direction.opposite())
    }

    fn search(&mut self, fewest: PushPreference) {
        let mut open = BinaryHeap::new();
        let mut walker = Walker::new(self.board.square_count());
        let start = self.state.clone();
        self.expand(&start, self.from, None, fewest, &mut walker, &mut open);

        let mut state = start.clone();
        state.boxes.remove(self.from);
        while let Some(Reverse((key, index))) = open.pop() {
            let (to, direction) = self.node(index);
            let (cost, _) = self.nodes[index].expect("an open node has a cost");
            if key != order(fewest, cost) {
                continue;
            }
            let best = &mut self.best[to.index()];
            if best.is_none() {
                *best = Some((cost, direction));
            }
            if self.swallows(to) {
                continue;
            }
            state.boxes.insert(to);
            let keeper = self.board.neighbour(to, direction.opposite());
            state.keeper = keeper.expect("the box came from there");
            self.expand(&state, to, Some((cost, direction)), fewest, &mut walker, &mut open);
            state.boxes.remove(to);
        }
    }

    /// Whether a box that is pushed onto `square` disappears.
    fn swallows(&self, square: Square) -> bool {
        match self.board.rules().goal() {
            GoalKind::Keep => false,
            GoalKind::Fill => self.state.is_open_hole(self.board, square),
            GoalKind::Sink => self.board.goals().contains(square),
        }
    }

    /// Opens the nodes one push after `state`, in which the box stands on `at`.
    fn expand(
        &mut self,
        state: &State,
        at: Square,
        before: Option<(Cost, Direction)>,
        fewest: PushPreference,
        walker: &mut Walker,
        open: &mut BinaryHeap<Reverse<((usize, usize), usize)>>,
    ) {
        let so_far = before.map_or(Cost { pushes: 0, moves: 0 }, |it| it.0);
        let legal = self.board.rules().pushes().list().iter().filter_map(|&direction| {
            let push = Push { from: at, direction };
            let behind = self.behind(push).filter(|it| !state.boxes.contains(*it))?;
            Some((behind, direction, try_push(self.board, state, push).ok()?))
        });
        let legal: Vec<(Square, Direction, Square)> = legal.collect();
        let steps = walker.distances(self.board, state, legal.iter().map(|it| it.0));
        for ((_, direction, to), steps) in legal.into_iter().zip(steps) {
            let Some(steps) = steps else {
                continue;
            };
            let cost = Cost { pushes: so_far.pushes + 1, moves: so_far.moves + steps + 1 };
            let index = node_index(to, direction);
            let key = order(fewest, cost);
            if self.nodes[index].is_none_or(|known| key < order(fewest, known.0)) {
                self.nodes[index] = Some((cost, before.map(|it| it.1)));
                open.push(Reverse((key, index)));
            }
        }
    }

    fn node(&self, index: usize) -> (Square, Direction) {
        let directions = Direction::ALL.len();
        (self.board.square(index / directions), Direction::ALL[index % directions])
    }
}

fn node_index(to: Square, direction: Direction) -> usize {
    to.index() * Direction::ALL.len() + direction.index()
}

/// The sort key of a cost.
fn order(fewest: PushPreference, cost: Cost) -> (usize, usize) {
    match fewest {
        PushPreference::Pushes => (cost.pushes, cost.moves),
        PushPreference::Moves => (cost.moves, cost.pushes),
    }
}

/// Measures walks; reuses its tables, since a search needs thousands of walks.
struct Walker {
    /// The number of steps to each square, valid if the accompanying mark is the current one.
    steps: Vec<(u32, u32)>,
    mark: u32,
    pending: VecDeque<Square>,
}

impl Walker {
    fn new(count: usize) -> Walker {
        Walker { steps: vec![(0, 0); count], mark: 0, pending: VecDeque::new() }
    }

    /// The number of steps to each of `aims`; `None` where the keeper cannot walk. Stops when all
    /// are reached, which is early in open space.
    fn distances(
        &mut self,
        board: &Board,
        state: &State,
        aims: impl Iterator<Item = Square>,
    ) -> Vec<Option<usize>> {
        let aims: Vec<Square> = aims.collect();
        self.mark += 1;
        self.pending.clear();
        self.pending.push_back(state.keeper);
        self.steps[state.keeper.index()] = (self.mark, 0);
        let mut missing = aims.iter().filter(|&&it| it != state.keeper).count();
        while let Some(from) = self.pending.pop_front().filter(|_| missing > 0) {
            let steps = self.steps[from.index()].1 + 1;
            for &direction in board.rules().steps().list() {
                let Some(beside) = board.neighbour(from, direction) else {
                    continue;
                };
                let is_known = self.steps[beside.index()].0 == self.mark;
                if is_known || state.boxes.contains(beside) {
                    continue;
                }
                if let Ok(to) = try_step(board, state, from, direction) {
                    self.steps[to.index()] = (self.mark, steps);
                    self.pending.push_back(to);
                    missing -= usize::from(aims.contains(&to));
                }
            }
        }
        let result = aims.iter().map(|it| self.steps[it.index()]);
        result.map(|(mark, steps)| (mark == self.mark).then_some(steps as usize)).collect()
    }
}
