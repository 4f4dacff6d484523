//! Push distances: the number of pushes that bring a lone box to a goal.
//!
//! A lone box has no other boxes in its way, but the keeper must walk around it, so the distance
//! depends on the side of the box the keeper is on. The other boxes of a real state can only
//! hinder, and the keeper stays on its side of a box until that box is pushed; so the distance from
//! the keeper's own side is a lower bound.
//!
//! The kind of goal determines what a lone box may do. Under `Keep` it may cross goals. Under
//! `Sink` it ends in the first sink it meets, while the keeper walks over sinks. Under `Fill` the
//! distance to a hole is computed with this hole open until the box drops in (neither keeper nor
//! box can have crossed it before) and all other holes filled: they may be filled by then, and that
//! only helps. So the sides of a box are computed separately for each hole.

use std::sync::Arc;

use sokolab_core::{Board, GoalKind, Square, SquareSet};

use crate::lone_box::{LoneBox, NEVER, sinks};
use crate::sides::{Barred, Sides};

/// How the keeper gets from one push to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeeperWay {
    /// It walks around the box.
    Walking,
    /// It can be anywhere at once: distances can only be too small.
    Teleporting,
}

impl KeeperWay {
    fn sides(self, board: &Board, barred: &Barred) -> Sides {
        match self {
            KeeperWay::Walking => Sides::walking(board, barred),
            KeeperWay::Teleporting => Sides::teleporting(board, barred),
        }
    }
}

/// The push distances of a lone box from every square to every goal.
///
/// Distances are capped at 65,534, which keeps them lower bounds.
#[derive(Clone, Debug)]
pub struct PushDistances {
    goals: Vec<Square>,
    /// Index of each goal's table, by square.
    row: Vec<Option<u16>>,
    tables: Vec<Table>,
}

impl PushDistances {
    /// The distances on `board` as it is.
    #[must_use]
    pub fn new(board: &Board, way: KeeperWay) -> PushDistances {
        PushDistances::with_walls(board, &board.no_squares(), way)
    }

    /// The distances on `board` with additional walls, such as boxes that never move again.
    #[must_use]
    pub fn with_walls(board: &Board, walls: &SquareSet, way: KeeperWay) -> PushDistances {
        let found = PushDistances::with_walls_while(board, walls, way, &mut || true);
        found.expect("nobody wants to stop")
    }

    /// The same, with `keep_going` called before each goal; `None` if it returned false. Useful for
    /// large boards with many goals.
    pub fn with_walls_while(
        board: &Board,
        walls: &SquareSet,
        way: KeeperWay,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<PushDistances> {
        let shared = Arc::new(way.sides(board, &Barred::walls(walls.clone())));
        let sinks = sinks(board);
        let goals: Vec<Square> = board.goals().difference(walls).iter().collect();
        let mut row = vec![None; board.square_count()];
        let mut tables = Vec::with_capacity(goals.len());
        for (index, &goal) in goals.iter().enumerate() {
            if !keep_going() {
                return None;
            }
            row[goal.index()] = Some(index as u16);
            let sides = if board.rules().goal() == GoalKind::Fill {
                let mut barred = Barred::walls(walls.clone());
                barred.holes.insert(goal);
                Arc::new(way.sides(board, &barred))
            } else {
                Arc::clone(&shared)
            };
            let pushes = LoneBox { board, sides: &sides, walls, sinks: &sinks }.pushes_to([goal]);
            tables.push(Table::new(board, sides, pushes, goal));
        }
        Some(PushDistances { goals, row, tables })
    }

    /// The goals, in ascending order.
    #[must_use]
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// The pushes that a lone box on `square` needs to reach `goal` with the keeper on `keeper`;
    /// `None` if it never can, or if `goal` is not a goal.
    #[must_use]
    #[inline]
    pub fn distance(&self, square: Square, keeper: Square, goal: Square) -> Option<u16> {
        self.table(goal)?.pushes_with(square, keeper)
    }

    /// The pushes that a lone box on `square` needs to reach `goal`, with the keeper on the best
    /// side.
    #[must_use]
    #[inline]
    pub fn least_distance(&self, square: Square, goal: Square) -> Option<u16> {
        some_pushes(self.table(goal)?.least[square.index()])
    }

    /// The pushes that a lone box on `square` needs to reach the nearest goal, with the keeper on
    /// `keeper`.
    #[must_use]
    pub fn nearest(&self, square: Square, keeper: Square) -> Option<u16> {
        self.goals.iter().filter_map(|&goal| self.distance(square, keeper, goal)).min()
    }

    /// The pushes that a lone box on `square` needs to reach the nearest goal, with the keeper on
    /// the best side.
    #[must_use]
    pub fn least_nearest(&self, square: Square) -> Option<u16> {
        self.goals.iter().filter_map(|&goal| self.least_distance(square, goal)).min()
    }

    /// Whether a lone box on `square` can reach some goal, with the keeper on the best side.
    #[must_use]
    pub fn reaches_any(&self, square: Square) -> bool {
        self.tables.iter().any(|table| table.least[square.index()] != NEVER)
    }

    /// Memory of the tables in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let tables = self.tables.iter();
        let sizes = tables.map(|table| 2 * (table.pushes.len() + table.least.len()) as u64);
        let sides = self.tables.first().map_or(0, |table| table.sides.bytes());
        // Under rules with holes, each table has its own sides.
        let is_shared = self.tables.get(1).is_none_or(|it| Arc::strong_count(&it.sides) > 1);
        let sides = if is_shared { sides } else { sides * self.tables.len() as u64 };
        sizes.sum::<u64>() + sides + 4 * self.row.len() as u64
    }

    #[inline]
    fn table(&self, goal: Square) -> Option<&Table> {
        self.row[goal.index()].map(|row| &self.tables[usize::from(row)])
    }
}

/// The push distances of a lone box from its starting square to every square.
///
/// Holes count as filled floor, because a box may cross them once they are; a box that reaches a
/// sink goes no further.
#[derive(Clone, Debug)]
pub struct StartDistances {
    table: Table,
}

impl StartDistances {
    /// The distances of a box that starts on `start` with the keeper on `keeper`.
    #[must_use]
    pub fn new(board: &Board, start: Square, keeper: Square, way: KeeperWay) -> StartDistances {
        let sides = Arc::new(way.sides(board, &Barred::nothing(board)));
        let (walls, sinks) = (board.no_squares(), sinks(board));
        let lone_box = LoneBox { board, sides: &sides, walls: &walls, sinks: &sinks };
        let pushes = lone_box.pushes_from([(start, keeper)]);
        StartDistances { table: Table::new(board, sides, pushes, start) }
    }

    /// The pushes to `square`; `None` if the box can never get there.
    #[must_use]
    pub fn distance(&self, square: Square) -> Option<u16> {
        some_pushes(self.table.least[square.index()])
    }

    /// The pushes to `square` such that the keeper can walk to `keeper` afterwards.
    #[must_use]
    pub fn distance_beside(&self, square: Square, keeper: Square) -> Option<u16> {
        let node = self.table.sides.node(square, keeper)?;
        some_pushes(self.table.pushes[node])
    }
}

/// Push distances to or from one square.
#[derive(Clone, Debug)]
struct Table {
    sides: Arc<Sides>,
    /// By node.
    pushes: Box<[u16]>,
    /// The minimum over all sides, by square.
    least: Box<[u16]>,
    /// The square at distance 0 from every side.
    centre: Square,
}

impl Table {
    fn new(board: &Board, sides: Arc<Sides>, pushes: Vec<u16>, centre: Square) -> Table {
        let least_on = |square| pushes[sides.nodes(square)].iter().copied().min().unwrap_or(NEVER);
        let mut least: Box<[u16]> = board.squares().map(least_on).collect();
        least[centre.index()] = 0;
        Table { sides, pushes: pushes.into_boxed_slice(), least, centre }
    }

    #[inline]
    fn pushes_with(&self, square: Square, keeper: Square) -> Option<u16> {
        if square == self.centre {
            return Some(0);
        }
        some_pushes(self.pushes[self.sides.node(square, keeper)?])
    }
}

#[inline]
fn some_pushes(pushes: u16) -> Option<u16> {
    (pushes != NEVER).then_some(pushes)
}

#[cfg(test)]
mod tests {
    use super::{KeeperWay, PushDistances, StartDistances};
    use crate::test_positions::small_worlds;
    use sokolab_core::reference::layers;
    use sokolab_core::testing::{GroundTruth, picture, position_in};
    use sokolab_core::{Board, GoalKind, Rules, Square, State};

    /// `expected` shows on each square the distance to the only goal from the best side, in base
    /// 36.
    #[track_caller]
    fn check(level: &str, rules: Rules, expected: &str) {
        let (board, _) = position_in(level, rules);
        let distances = PushDistances::new(&board, KeeperWay::Walking);
        let goal = distances.goals()[0];
        let glyph = |x, y| match board.square_at(x, y) {
            None => '#',
            Some(square) => match distances.least_distance(square, goal) {
                Some(count) => char::from_digit(u32::from(count), 36).expect("a small board"),
                None => ' ',
            },
        };
        let row = |y| (0..board.width()).map(|x| glyph(x, y)).collect::<String>();
        let drawn: Vec<String> = (0..board.height()).map(row).collect();
        assert_eq!(drawn.join("\n"), picture(expected));
    }

    #[test]
    fn the_keeper_must_walk_around_the_box() {
        check(
            "
            #######
            #  @ .#
            # ## ##
            #  $  #
            #######",
            Rules::OFFICIAL,
            "
            #######
            # 3210#
            # ##2##
            #     #
            #######",
        );
    }

    #[test]
    fn the_keeper_walks_over_a_goal_but_not_over_a_hole() {
        let level = "
            #######
            #@. $ #
            ###   #
              #####";
        for (rules, expected) in [(Rules::OFFICIAL, Some(2)), (Rules::NETHACK, None)] {
            let (board, state) = position_in(level, rules);
            let distances = PushDistances::new(&board, KeeperWay::Walking);
            let square = state.boxes.first().expect("one box");
            assert_eq!(distances.nearest(square, state.keeper), expected, "{rules}");
            assert_eq!(distances.least_nearest(square), Some(2), "{rules}");
        }
    }

    /// Compares every state of a lone box with the ground truth, `goals_left` holes being open.
    fn compare_lone_boxes(board: &Board, goals_left: usize) {
        let distances = PushDistances::new(board, KeeperWay::Walking);
        let anywhere = PushDistances::new(board, KeeperWay::Teleporting);
        for (state, truth) in GroundTruth::of(board, 1).states() {
            let open = state.open_goals(board);
            let Some(square) = state.boxes.first() else {
                continue;
            };
            let fill = board.rules().goal() == GoalKind::Fill;
            if fill && (open.len() != goals_left || !board.exits().is_empty()) {
                continue;
            }
            let goals: Vec<Square> =
                if fill { open.iter().collect() } else { board.goals().iter().collect() };
            let of = |goal: &Square| distances.distance(square, state.keeper, *goal);
            let nearest = goals.iter().filter_map(of).min().map(usize::from);
            assert_eq!(nearest, truth, "{} {state:?}", board.rules());
            let of = |goal: &Square| anywhere.distance(square, state.keeper, *goal);
            let near = goals.iter().filter_map(of).min().map(usize::from);
            let no_later = |(near, far)| near <= far;
            assert!(truth.is_none() || near.zip(truth).is_some_and(no_later));
        }
    }

    #[test]
    fn lone_boxes_are_exact_on_small_worlds() {
        for world in small_worlds(11) {
            compare_lone_boxes(&world.board, 1);
        }
    }

    #[test]
    fn start_distances_are_those_of_breadth_first_search() {
        for world in small_worlds(31).filter(|it| it.board.rules().goal() != GoalKind::Fill) {
            let board = &world.board;
            for start in board.squares() {
                let (mut boxes, keeper) = (board.no_squares(), board.square(0));
                let on_sink =
                    board.rules().goal() == GoalKind::Sink && board.goals().contains(start);
                if start == keeper || on_sink {
                    continue;
                }
                boxes.insert(start);
                let state = State { boxes, filled: board.no_squares(), keeper };
                let distances = StartDistances::new(board, start, keeper, KeeperWay::Walking);
                let layers: Vec<_> = layers(board, &state).collect();
                for square in board.squares() {
                    let stands = |it: &State| it.boxes.contains(square);
                    let first = layers.iter().position(|layer| layer.iter().any(stands));
                    let sink = board.goals().contains(square);
                    if board.rules().goal() == GoalKind::Keep || !sink {
                        assert_eq!(distances.distance(square).map(usize::from), first);
                    }
                }
            }
        }
    }
}
