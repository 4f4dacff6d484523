//! Distance table for the inner loops: the pushes of a lone box from every square to every goal.
//!
//! A row belongs to a *node*: a square of the box and a side of it on which the keeper is. The
//! table also holds facts that depend on a lone box alone: which pushes bring it nearer to some
//! goal, and whether the keeper can ever push it in one direction only.

use sokolab_analysis::{Barred, KeeperWay, PushDistances, Sides, StartDistances};
use sokolab_core::{Board, Direction, GoalKind, Square, SquareSet, State};

use crate::assignment::NEVER;

/// Stands for "no node".
const NO_NODE: u32 = u32::MAX;

/// The distance table.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    sides: Sides,
    /// The number of columns: one for each goal in ascending order, or for each box of the start.
    columns: usize,
    rows: Vec<i32>,
    nearest: Vec<i32>,
    useful: Vec<u8>,
    only: Vec<Option<Direction>>,
    /// By square and direction, the node with the keeper beside the box in that direction.
    beside: Vec<[u32; 8]>,
}

impl Costs {
    /// The table for `board` with additional `walls`, under rules without holes.
    pub(crate) fn new(board: &Board, walls: &SquareSet) -> Costs {
        let distances = PushDistances::with_walls(board, walls, KeeperWay::Walking);
        Costs::from_distances(board, walls, &distances)
    }

    /// As `new`, from `distances` that are already known.
    pub(crate) fn from_distances(
        board: &Board,
        walls: &SquareSet,
        distances: &PushDistances,
    ) -> Costs {
        debug_assert_ne!(board.rules().goal(), GoalKind::Fill);
        let sides = Sides::walking(board, &Barred::walls(walls.clone()));
        let goals: Vec<Square> = board.goals().iter().collect();
        let mut costs = Costs::fill(board, walls, sides, goals.len(), |square, keeper, column| {
            distances.distance(square, keeper, goals[column])
        });
        for square in board.squares().filter(|&it| !walls.contains(it)) {
            costs.look_at_pushes(board, square);
        }
        costs
    }

    /// The pushes of a lone box from each box of `start` to everywhere, one column for each box.
    /// For backward searches.
    pub(crate) fn from_start(board: &Board, start: &State) -> Costs {
        let sides = Sides::walking(board, &Barred::nothing(board));
        let from = |square| StartDistances::new(board, square, start.keeper, KeeperWay::Walking);
        let ways: Vec<StartDistances> = start.boxes.iter().map(from).collect();
        let walls = board.no_squares();
        Costs::fill(board, &walls, sides, ways.len(), |square, keeper, column| {
            ways[column].distance_beside(square, keeper)
        })
    }

    /// Fills a table from `distance`, which is given the box's square, the keeper's square beside
    /// it and the column.
    fn fill(
        board: &Board,
        walls: &SquareSet,
        sides: Sides,
        columns: usize,
        distance: impl Fn(Square, Square, usize) -> Option<u16>,
    ) -> Costs {
        let nodes = sides.node_count();
        let mut costs = Costs {
            columns,
            rows: vec![NEVER; nodes * columns],
            nearest: vec![NEVER; nodes],
            useful: vec![0; nodes],
            only: vec![None; nodes],
            beside: vec![[NO_NODE; 8]; board.square_count()],
            sides,
        };
        let mut is_filled = vec![false; nodes];
        for square in board.squares().filter(|&it| !walls.contains(it)) {
            for direction in Direction::ALL {
                let Some(keeper) = board.neighbour(square, direction) else { continue };
                let Some(node) = costs.sides.node(square, keeper) else { continue };
                costs.beside[square.index()][direction.index()] = node as u32;
                if std::mem::replace(&mut is_filled[node], true) {
                    continue;
                }
                let row = &mut costs.rows[node * columns..][..columns];
                for (column, cost) in row.iter_mut().enumerate() {
                    *cost = distance(square, keeper, column).map_or(NEVER, i32::from);
                }
                costs.nearest[node] = row.iter().copied().min().unwrap_or(NEVER);
            }
        }
        costs
    }

    /// Finds which pushes of a box on `square` are useful, and whether there is only one.
    fn look_at_pushes(&mut self, board: &Board, square: Square) {
        for node in self.sides.nodes(square) {
            let mut open_ways = 0;
            for &direction in board.rules().pushes().list() {
                if self.beside[square.index()][direction.opposite().index()] != node as u32 {
                    continue;
                }
                open_ways += 1;
                self.only[node] = (open_ways == 1).then_some(direction);
                let Some(to) = board.neighbour(square, direction) else { continue };
                let next = self.beside[to.index()][direction.opposite().index()];
                if next != NO_NODE
                    && !board.dead_fields().contains(to)
                    && self.is_nearer(board, node, to, next as usize)
                {
                    self.useful[node] |= 1 << direction.index();
                }
            }
        }
    }

    fn is_nearer(&self, board: &Board, node: usize, to: Square, next: usize) -> bool {
        if board.rules().goal() == GoalKind::Sink {
            let after = if board.goals().contains(to) { 0 } else { self.nearest[next] };
            return after < self.nearest[node];
        }
        self.row(next).iter().zip(self.row(node)).any(|(after, now)| after < now)
    }

    #[inline]
    pub(crate) fn row(&self, node: usize) -> &[i32] {
        &self.rows[node * self.columns..][..self.columns]
    }

    /// The pushes to the nearest goal.
    #[inline]
    pub(crate) fn nearest(&self, node: usize) -> i32 {
        self.nearest[node]
    }

    /// The directions, one bit each, of the pushes that bring the box nearer to some goal.
    #[inline]
    pub(crate) fn useful(&self, node: usize) -> u8 {
        self.useful[node]
    }

    /// The only direction in which the keeper can ever push the box from this side, if there is
    /// just one.
    #[inline]
    pub(crate) fn only(&self, node: usize) -> Option<Direction> {
        self.only[node]
    }

    /// The node of a box on `square` with the keeper on `keeper`; `None` if the keeper can never
    /// get next to the box.
    #[inline]
    pub(crate) fn node(&self, square: Square, keeper: Square) -> Option<usize> {
        self.sides.node(square, keeper)
    }

    /// The node of a box on the square with this index and the keeper beside it in direction `way`.
    #[inline]
    pub(crate) fn node_beside(&self, square: usize, way: Direction) -> Option<usize> {
        let node = self.beside[square][way.index()];
        (node != NO_NODE).then_some(node as usize)
    }

    /// The memory of the table, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let table = self.rows.len() * 4 + self.nearest.len() * 6 + self.beside.len() * 32;
        table as u64 + self.sides.bytes()
    }
}
