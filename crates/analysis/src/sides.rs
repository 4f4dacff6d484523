//! The sides of a lone box: the parts into which it splits the keeper's floor.
//!
//! One depth-first search over the keeper's floor finds them for every square at once. When a box
//! stands on a square, each subtree below it without an edge past it is a side of its own, and the
//! rest of the tree is one more side. So computing the sides of all squares is linear in the board,
//! and finding the keeper's side takes a few comparisons.
//!
//! This requires that the keeper's floor does not depend on the square of the box. That is true for
//! rows and columns, and for diagonals with squeezing. Without squeezing, a diagonal step needs one
//! of its two corners free: if the keeper can walk on that corner, the diagonal is only a shortcut
//! and is left out; if it is an open hole, no box ever stands there, and the diagonal is kept.

use sokolab_core::{Board, Direction, Directions, Square, SquareSet, Squeezing};

/// Squares that cannot be entered, in addition to the walls of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// Squares closed to keeper and boxes, like walls.
    pub walls: SquareSet,
    /// Open holes: closed to the keeper, but diagonal steps may pass them.
    pub holes: SquareSet,
}

impl Barred {
    /// No additional squares.
    #[must_use]
    pub fn nothing(board: &Board) -> Barred {
        Barred::walls(board.no_squares())
    }

    /// Walls only.
    #[must_use]
    pub fn walls(walls: SquareSet) -> Barred {
        let mut holes = walls.clone();
        holes.clear();
        Barred { walls, holes }
    }

    fn contains(&self, square: Square) -> bool {
        self.walls.contains(square) || self.holes.contains(square)
    }
}

/// The index of a box's square together with the keeper's side.
pub type Node = usize;

/// The first and the last discovery index of a part of the search tree.
type Span = (u32, u32);

/// An empty span: the side that is not a subtree but the rest of the tree.
const ALL_THE_REST: Span = (1, 0);
/// The tree of a square that the keeper cannot enter.
const NO_TREE: Span = (u32::MAX, u32::MAX);

/// The sides of a lone box on every square of a board.
#[derive(Clone, Debug)]
pub struct Sides {
    /// Discovery index of each square, from 0.
    entered: Vec<u32>,
    /// The tree that each square belongs to: its connected floor.
    tree: Vec<Span>,
    /// The first node of each square; the last entry is the number of nodes.
    first_node: Vec<u32>,
    /// The subtree that is the side of each node. The rest of the tree, if any, comes first.
    branch: Vec<Span>,
}

impl Sides {
    /// The sides for a keeper that walks.
    #[must_use]
    pub fn walking(board: &Board, barred: &Barred) -> Sides {
        let mut search = Search::new(board, barred);
        for square in board.squares() {
            if search.parent[square.index()].is_none() && !barred.contains(square) {
                search.grow_tree(square);
            }
        }
        search.into_sides()
    }

    /// The sides for a keeper that teleports: one for each square.
    #[must_use]
    pub fn teleporting(board: &Board, barred: &Barred) -> Sides {
        let count = board.square_count() as u32;
        let tree = (0, count.saturating_sub(1));
        let mut sides = Sides {
            entered: (0..count).collect(),
            tree: vec![tree; count as usize],
            first_node: vec![0],
            branch: Vec::new(),
        };
        for square in board.squares() {
            if barred.contains(square) {
                sides.tree[square.index()] = NO_TREE;
            } else {
                sides.branch.push(ALL_THE_REST);
            }
            sides.first_node.push(sides.branch.len() as u32);
        }
        sides
    }

    /// Memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let squares = 4 * (self.entered.len() + self.first_node.len()) + 8 * self.tree.len();
        (squares + 8 * self.branch.len()) as u64
    }

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.branch.len()
    }

    /// The nodes of a box on `square`, one for each side; empty if a box cannot stand there or the
    /// keeper cannot get next to it.
    #[must_use]
    #[inline]
    pub fn nodes(&self, square: Square) -> std::ops::Range<Node> {
        self.first_node[square.index()] as usize..self.first_node[square.index() + 1] as usize
    }

    /// The node of a box on `square` with the keeper on `keeper`; `None` if the keeper cannot stand
    /// there, or cannot walk up to the box.
    #[must_use]
    #[inline]
    pub fn node(&self, square: Square, keeper: Square) -> Option<Node> {
        let tree = self.tree[square.index()];
        if tree != self.tree[keeper.index()] || tree == NO_TREE || square == keeper {
            return None;
        }
        let nodes = self.nodes(square);
        let rest = self.rest(nodes.clone());
        if nodes.len() == 1 && rest.is_some() {
            return rest;
        }
        let entered = self.entered[keeper.index()];
        let is_inside = |node: &Node| {
            let (first, last) = self.branch[*node];
            (first..=last).contains(&entered)
        };
        nodes.clone().find(is_inside).or(rest)
    }

    /// The node of a box on `square` with the keeper beside it in `direction`.
    #[must_use]
    #[inline]
    pub fn node_beside(&self, board: &Board, square: Square, direction: Direction) -> Option<Node> {
        self.node(square, board.neighbour(square, direction)?)
    }

    /// For every node, the number of `squares` on its side.
    #[must_use]
    pub fn count_on_sides(&self, board: &Board, squares: &SquareSet) -> Vec<u32> {
        let mut before = vec![0; board.square_count() + 1];
        for square in squares.iter().filter(|it| self.tree[it.index()] != NO_TREE) {
            before[self.entered[square.index()] as usize + 1] = 1;
        }
        for index in 1..before.len() {
            before[index] += before[index - 1];
        }
        let count_in = |span: Span| before[span.1 as usize + 1] - before[span.0 as usize];
        let mut counts = vec![0; self.node_count()];
        for square in board.squares() {
            let rest = self.rest(self.nodes(square));
            let mut in_branches = 0;
            for node in self.nodes(square).filter(|&node| Some(node) != rest) {
                counts[node] = count_in(self.branch[node]);
                in_branches += counts[node];
            }
            if let Some(rest) = rest {
                let all = count_in(self.tree[square.index()]);
                counts[rest] = all - in_branches - u32::from(squares.contains(square));
            }
        }
        counts
    }

    /// The one of `nodes` whose side is the rest of the tree.
    #[inline]
    fn rest(&self, mut nodes: std::ops::Range<Node>) -> Option<Node> {
        nodes.next().filter(|&first| self.branch[first] == ALL_THE_REST)
    }
}

/// The directions in which floor squares can be connected for the keeper of `board`.
fn edges(board: &Board) -> &'static [Direction] {
    board.rules().steps().list()
}

/// A depth-first search in progress.
struct Search<'a> {
    board: &'a Board,
    barred: &'a Barred,
    order: Vec<Square>,
    entered: Vec<u32>,
    /// The lowest discovery index reachable by an edge from the subtree.
    low: Vec<u32>,
    last: Vec<u32>,
    /// The square from which each square was entered; the root of a tree is its own parent.
    parent: Vec<Option<Square>>,
    tree: Vec<Span>,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, barred: &'a Barred) -> Search<'a> {
        let count = board.square_count();
        Search {
            board,
            barred,
            order: Vec::with_capacity(count),
            entered: vec![0; count],
            low: vec![0; count],
            last: vec![0; count],
            parent: vec![None; count],
            tree: vec![NO_TREE; count],
        }
    }

    fn grow_tree(&mut self, root: Square) {
        let first = self.order.len();
        self.enter(root, root);
        let mut path = vec![(root, edges(self.board).iter())];
        while let Some((square, directions)) = path.last_mut() {
            let square = *square;
            let Some(&direction) = directions.next() else {
                path.pop();
                self.leave(square);
                continue;
            };
            let Some(beside) = self.edge(square, direction) else {
                continue;
            };
            if self.parent[beside.index()].is_none() {
                self.enter(beside, square);
                path.push((beside, edges(self.board).iter()));
            } else {
                // The edge back to the parent may be included: it does not lead past the parent.
                let low = &mut self.low[square.index()];
                *low = (*low).min(self.entered[beside.index()]);
            }
        }
        let span = (first as u32, self.order.len() as u32 - 1);
        for square in &self.order[first..] {
            self.tree[square.index()] = span;
        }
    }

    fn enter(&mut self, square: Square, from: Square) {
        let now = self.order.len() as u32;
        self.entered[square.index()] = now;
        self.low[square.index()] = now;
        self.parent[square.index()] = Some(from);
        self.order.push(square);
    }

    fn leave(&mut self, square: Square) {
        self.last[square.index()] = self.order.len() as u32 - 1;
        let parent = self.parent[square.index()].expect("it was entered");
        let low = self.low[square.index()];
        let above = &mut self.low[parent.index()];
        *above = (*above).min(low);
    }

    /// The square that the keeper reaches from `square`, wherever the lone box stands.
    fn edge(&self, square: Square, direction: Direction) -> Option<Square> {
        let beside = self.board.neighbour(square, direction)?;
        if self.barred.contains(beside) {
            return None;
        }
        let rules = self.board.rules();
        let Some(parts) = direction.parts() else {
            return Some(beside);
        };
        debug_assert_eq!(rules.steps(), Directions::Eight);
        if rules.squeezing() == Squeezing::Allowed {
            return Some(beside);
        }
        let is_hole = |part| {
            let corner = self.board.neighbour(square, part);
            corner.is_some_and(|corner: Square| self.barred.holes.contains(corner))
        };
        let doors = self.board.doors();
        let through_door = doors.contains(square) || doors.contains(beside);
        (!through_door && parts.into_iter().any(is_hole)).then_some(beside)
    }

    fn into_sides(self) -> Sides {
        let mut branches: Vec<(Square, Span)> = Vec::new();
        for &square in &self.order {
            let parent = self.parent[square.index()].expect("it was entered");
            let is_root = parent == square;
            if is_root {
                continue;
            }
            branches.push((square, ALL_THE_REST));
            if self.low[square.index()] >= self.entered[parent.index()] {
                branches.push((parent, (self.entered[square.index()], self.last[square.index()])));
            }
        }
        // The stable sort keeps the rest before the subtrees, which were discovered later.
        branches.sort_by_key(|&(square, _)| square);
        let mut first_node = vec![0_u32; self.board.square_count() + 1];
        for (square, _) in &branches {
            first_node[square.index() + 1] += 1;
        }
        for index in 1..first_node.len() {
            first_node[index] += first_node[index - 1];
        }
        let branch = branches.into_iter().map(|(_, span)| span).collect();
        Sides { entered: self.entered, tree: self.tree, first_node, branch }
    }
}

#[cfg(test)]
mod tests {
    use super::{Barred, Sides};
    use crate::test_positions::small_worlds;
    use sokolab_core::testing::position_in;
    use sokolab_core::{Board, GoalKind, Rules, Square, State, region};

    /// A box on `square` with the keeper on `keeper`, all holes filled except the barred ones.
    fn state(board: &Board, barred: &Barred, square: Square, keeper: Square) -> State {
        let mut boxes = barred.walls.clone();
        boxes.insert(square);
        let filled = match board.rules().goal() {
            GoalKind::Fill => board.goals().difference(&barred.holes),
            GoalKind::Keep | GoalKind::Sink => board.no_squares(),
        };
        State { boxes, filled, keeper }
    }

    /// Checks that two keepers are on the same side of a box exactly if they are in the same
    /// region.
    fn check(board: &Board, barred: &Barred) {
        let sides = Sides::walking(board, barred);
        let counted = sides.count_on_sides(board, board.goals());
        let may_stand = |it: &Square| !barred.walls.contains(*it) && !barred.holes.contains(*it);
        for square in board.squares().filter(may_stand) {
            for keeper in board.squares().filter(may_stand).filter(|it| *it != square) {
                let state = state(board, barred, square, keeper);
                let region = region(board, &state);
                for other in board.squares().filter(may_stand).filter(|it| *it != square) {
                    let together = region.contains(other);
                    let (one, two) = (sides.node(square, keeper), sides.node(square, other));
                    if one.is_some() || two.is_some() {
                        assert_eq!(one == two, together, "{state:?} {other:?}");
                    }
                }
                if let Some(node) = sides.node(square, keeper) {
                    let there = region.intersection(board.goals()).len();
                    assert_eq!(counted[node] as usize, there, "{state:?}");
                }
            }
        }
    }

    #[test]
    fn sides_are_regions_on_small_worlds() {
        for world in small_worlds(23) {
            let board = &world.board;
            check(board, &Barred::nothing(board));
            let first = board.goals().first().expect("every world has a goal");
            let mut barred = Barred::nothing(board);
            barred.walls.insert(first);
            check(board, &barred);
            if board.rules().goal() == GoalKind::Fill {
                check(board, &Barred { holes: barred.walls, walls: board.no_squares() });
            }
        }
    }

    #[test]
    fn a_box_in_a_corridor_has_two_sides() {
        let picture = "
            #######
            # $@ .#
            #######";
        let (board, state) = position_in(picture, Rules::OFFICIAL);
        let sides = Sides::walking(&board, &Barred::nothing(&board));
        let square = state.boxes.first().expect("one box");
        assert_eq!(sides.nodes(square).len(), 2);
        assert_eq!(sides.nodes(board.square(0)).len(), 1);
        assert_eq!(sides.node(square, square), None);
    }
}
