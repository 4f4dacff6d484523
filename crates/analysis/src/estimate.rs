//! Estimates of the remaining pushes: the three of `petersohn`'s solver, and the sum of nearest
//! goals.
//!
//! All are sums over boxes, each with its nearest goal, so goals may be shared. That is admissible
//! only if every box is needed. With spare boxes, the sum runs over the demanded goals instead,
//! each with its nearest box.

use sokolab_core::{Board, Directions, GoalKind, Square, State};

use crate::lone_box::{LoneBox, NEVER};
use crate::pairing::Pairing;
use crate::push_distance::PushDistances;
use crate::sides::{Barred, Sides};
use crate::windows::BlockList;

/// An estimate of the pushes left in a state.
pub trait Estimate {
    /// Whether `estimate` never exceeds the true number of pushes left. Tests check the claim on
    /// every small board.
    fn is_admissible(&self) -> bool;

    /// Pushes left in `state`; `None` is a proof that `state` cannot be solved.
    fn estimate(&self, state: &State) -> Option<u32>;
}

/// The distance between squares, ignoring walls: columns plus rows or, where boxes are pushed
/// diagonally, the larger of the two.
#[derive(Clone, Copy, Debug)]
pub struct Manhattan<'a> {
    board: &'a Board,
}

impl<'a> Manhattan<'a> {
    /// The estimate for states of `board`.
    #[must_use]
    pub const fn new(board: &'a Board) -> Manhattan<'a> {
        Manhattan { board }
    }
}

impl Estimate for Manhattan<'_> {
    // A push shifts a box by one column, one row or, diagonally, one of each.
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, state: &State) -> Option<u32> {
        nearest_sum(self.board, state, |from, goal| {
            let (one, two) = (self.board.position(from), self.board.position(goal));
            let (columns, rows) = (one.0.abs_diff(two.0), one.1.abs_diff(two.1));
            Some(match self.board.rules().pushes() {
                Directions::Four => (columns + rows) as u32,
                Directions::Eight => columns.max(rows) as u32,
            })
        })
    }
}

/// The push distance of a lone box, with the keeper on the best side: the sum of nearest goals.
#[derive(Clone, Copy, Debug)]
pub struct NearestGoals<'a> {
    board: &'a Board,
    distances: &'a PushDistances,
}

impl<'a> NearestGoals<'a> {
    /// The estimate for states of `board`, whose push distances are `distances`.
    #[must_use]
    pub const fn new(board: &'a Board, distances: &'a PushDistances) -> NearestGoals<'a> {
        NearestGoals { board, distances }
    }
}

impl Estimate for NearestGoals<'_> {
    // Other boxes can only lengthen the path of a box.
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, state: &State) -> Option<u32> {
        nearest_sum(self.board, state, |from, goal| {
            self.distances.least_distance(from, goal).map(u32::from)
        })
    }
}

/// The push distance of a lone box from the keeper's side: the box partitions the floor, and each
/// part has its own distance.
#[derive(Clone, Copy, Debug)]
pub struct PerPartition<'a> {
    board: &'a Board,
    distances: &'a PushDistances,
}

impl<'a> PerPartition<'a> {
    /// The estimate for states of `board`, whose push distances are `distances`.
    #[must_use]
    pub const fn new(board: &'a Board, distances: &'a PushDistances) -> PerPartition<'a> {
        PerPartition { board, distances }
    }

    fn pushes(&self, state: &State, from: Square, goal: Square) -> Option<u32> {
        self.distances.distance(from, state.keeper, goal).map(u32::from)
    }
}

impl Estimate for PerPartition<'_> {
    // Other boxes can only lengthen the path, and the keeper stays on its side of a box until that
    // box is pushed.
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, state: &State) -> Option<u32> {
        nearest_sum(self.board, state, |from, goal| self.pushes(state, from, goal))
    }
}

/// The distances per partition plus the excess cost that a block list knows for groups of boxes:
/// disjoint groups, the most expensive first.
#[derive(Clone, Debug)]
pub struct WithBlockList<'a> {
    board: &'a Board,
    fallback: PerPartition<'a>,
    list: &'a BlockList,
    /// Under `Fill`, the list is relative to distances with all holes filled, so its excess must
    /// not be added to other distances.
    through_holes: Option<(Sides, Vec<u16>)>,
}

impl<'a> WithBlockList<'a> {
    /// The estimate for states of `board`, given its distances and block list.
    #[must_use]
    pub fn new(
        board: &'a Board,
        distances: &'a PushDistances,
        list: &'a BlockList,
    ) -> WithBlockList<'a> {
        let is_fill = board.rules().goal() == GoalKind::Fill;
        let through_holes = is_fill.then(|| {
            let sides = Sides::walking(board, &Barred::nothing(board));
            let walls = board.no_squares();
            let lone_box = LoneBox { board, sides: &sides, walls: &walls, sinks: board.goals() };
            let pushes = lone_box.pushes_to(board.goals().iter());
            (sides, pushes)
        });
        let fallback = PerPartition::new(board, distances);
        WithBlockList { board, fallback, list, through_holes }
    }
}

impl Estimate for WithBlockList<'_> {
    // Disjoint groups cost at least the sum of their separate costs.
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, state: &State) -> Option<u32> {
        let apart = self.fallback.estimate(state)?;
        if !Pairing::of(self.board, state).needs_every_box() {
            return Some(apart);
        }
        if self.list.deadlock(self.board, state).is_some() {
            return None;
        }
        let excess = self.list.excess(&state.boxes, state.keeper);
        let Some((sides, pushes)) = &self.through_holes else { return Some(apart + excess) };
        let lone = |from: Square| {
            let node = sides.node(from, state.keeper)?;
            Some(pushes[node]).filter(|&it| it != NEVER).map(u32::from)
        };
        let sum = state.boxes.iter().map(lone).sum::<Option<u32>>()?;
        Some(apart.max(sum + excess))
    }
}

/// The sum of `pushes` over all boxes with their nearest goals or, with spare boxes, over all
/// demanded goals with their nearest boxes.
fn nearest_sum(
    board: &Board,
    state: &State,
    pushes: impl Fn(Square, Square) -> Option<u32>,
) -> Option<u32> {
    let pairing = Pairing::of(board, state);
    if pairing.needs_every_box() {
        let best = |&from: &Square| pairing.goals.iter().filter_map(|&it| pushes(from, it)).min();
        pairing.boxes.iter().map(best).sum()
    } else {
        let best = |&goal: &Square| pairing.boxes.iter().filter_map(|&it| pushes(it, goal)).min();
        pairing.goals.iter().map(best).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{Estimate, Manhattan, NearestGoals, PerPartition, WithBlockList};
    use crate::push_distance::{KeeperWay, PushDistances};
    use crate::test_positions::{random_positions, small_worlds};
    use crate::windows::{BlockList, BlockRequest, block_list};
    use sokolab_core::reference::fewest_pushes;
    use sokolab_core::testing::{GroundTruth, position_in};
    use sokolab_core::{Board, GoalKind, Rules, State, normalized};

    /// The estimates by Manhattan distance, nearest goals and partitions.
    fn estimates(board: &Board, state: &State) -> [Option<u32>; 3] {
        let distances = PushDistances::new(board, KeeperWay::Walking);
        let all: [&dyn Estimate; 3] = [
            &Manhattan::new(board),
            &NearestGoals::new(board, &distances),
            &PerPartition::new(board, &distances),
        ];
        all.map(|it| {
            assert!(it.is_admissible());
            it.estimate(state)
        })
    }

    #[track_caller]
    fn check(level: &str, rules: Rules, expected: [Option<u32>; 3]) {
        let (board, state) = position_in(level, rules);
        assert_eq!(estimates(&board, &state), expected);
    }

    #[test]
    fn each_estimate_sees_more_than_the_one_before() {
        let level = "
            #########
            #   #   #
            #.  # $ #
            #   #  @#
            #       #
            #       #
            #########";
        check(level, Rules::SINK, [Some(5), Some(9), Some(9)]);
        let level = "
            ########
            #   #  #
            #.  $ @#
            #   #  #
            ########";
        check(level, Rules::SINK, [Some(3), Some(3), Some(3)]);
        let level = "
            ########
            #   #  #
            #.@ $  #
            #   #  #
            ########";
        check(level, Rules::SINK, [Some(3), Some(3), None]);
    }

    #[test]
    fn with_spare_boxes_only_the_demanded_goals_count() {
        let level = "
            ##########
            #        #
            #@$  .  $#
            #        #
            ##########";
        check(level, Rules::OFFICIAL, [Some(3), Some(3), Some(3)]);
        check(level, Rules::NETHACK, [Some(3), Some(3), Some(3)]);
        check(level, Rules::SINK, [Some(6), None, None]);
    }

    /// All pairs of boxes anywhere on the board.
    fn pairs(board: &Board) -> BlockList {
        let request = BlockRequest { boxes: 2, reach: 9, ..BlockRequest::default() };
        block_list(board, request, &mut |_, _| true).expect("nobody stops it")
    }

    #[test]
    fn estimates_are_admissible_on_small_worlds() {
        for world in small_worlds(59) {
            let board = &world.board;
            let distances = PushDistances::new(board, KeeperWay::Walking);
            let list = pairs(board);
            let with_list = WithBlockList::new(board, &distances, &list);
            for (state, truth) in GroundTruth::of(board, 2).states() {
                let Some(truth) = truth.map(|it| it as u32) else { continue };
                for estimate in estimates(board, state) {
                    assert!(estimate.is_some_and(|it| it <= truth), "{state:?}");
                }
                assert!(with_list.estimate(state).is_some_and(|it| it <= truth), "{state:?}");
                let goals = board.goals().len();
                let is_exact = match board.rules().goal() {
                    GoalKind::Keep => goals >= 2,
                    GoalKind::Sink => true,
                    GoalKind::Fill => false,
                };
                if is_exact {
                    assert_eq!(with_list.estimate(state), Some(truth), "{state:?}");
                }
            }
        }
    }

    #[test]
    fn estimates_are_admissible_on_random_boards() {
        for (_, board, state) in random_positions(150) {
            let state = normalized(&board, &state);
            if let Some(truth) = fewest_pushes(&board, &state) {
                for estimate in estimates(&board, &state) {
                    assert!(estimate.is_some_and(|it| it as usize <= truth), "{state:?}");
                }
                let distances = PushDistances::new(&board, KeeperWay::Walking);
                let list = pairs(&board);
                let estimate = WithBlockList::new(&board, &distances, &list).estimate(&state);
                assert!(estimate.is_some_and(|it| it as usize <= truth), "{state:?}");
            }
        }
    }
}
