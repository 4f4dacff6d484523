//! Goal locks: squares that become locked as soon as a goal has its box.
//!
//! Under the official rules a box on a goal is in the way of the others. Here it is assumed never
//! to move again. What it locks, and which goals it cuts off, suggests an order for filling the
//! goals. This concerns boxes that arrive later; a box that is already inside when the goal is
//! filled may still get through, so none of this proves that a state is lost.

use sokolab_core::{Direction, GoalKind, Square, SquareSet};

use super::{LockSetting, locked_squares};
use crate::lone_box::{LoneBox, NEVER};
use crate::sides::{Barred, Sides};

/// The effect of a box on one goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalLock {
    /// The goal.
    pub goal: Square,
    /// The squares that are locked for a visitor only while a box rests on the goal.
    pub locks: SquareSet,
    /// The other goals that no box brought in later can reach: they must be filled earlier.
    pub cuts_off: SquareSet,
}

/// The goal locks of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalLocks {
    /// One for each goal; empty under rule sets where a filled goal is floor or stays open.
    pub goals: Vec<GoalLock>,
    /// An order that fills every goal before those that cut it off; `None` if some goals cut each
    /// other off.
    pub filling_order: Option<Vec<Square>>,
    /// The corridors, each as its squares, from which no box gets anywhere once any goal has its
    /// box: seen from there, the chamber is a goal lock.
    pub closes: Vec<SquareSet>,
}

/// The goal locks of `setting`.
#[must_use]
pub fn goal_locks(setting: &LockSetting<'_>) -> GoalLocks {
    let board = setting.board();
    if board.rules().goal() != GoalKind::Keep {
        return GoalLocks {
            goals: Vec::new(),
            filling_order: Some(Vec::new()),
            closes: Vec::new(),
        };
    }
    let without = locked_squares(setting).visit;
    let reached = reached_goals(setting);
    let lock = |goal: Square| {
        let with_box = setting.with_wall(goal);
        let locked = locked_squares(&with_box).visit;
        let mut cuts_off = reached.difference(&reached_goals(&with_box));
        cuts_off.remove(goal);
        GoalLock { goal, locks: locked.difference(&without), cuts_off }
    };
    let goals: Vec<GoalLock> = board.goals().iter().map(lock).collect();
    let filling_order = filling_order(&goals);
    let closes = closed_corridors(setting, &goals);
    GoalLocks { goals, filling_order, closes }
}

/// The goals that a box from one of the starts can reach.
///
/// In a level, the keeper may be anywhere by the time a goal is filled, so every side of a starting
/// square counts as a start.
fn reached_goals(setting: &LockSetting<'_>) -> SquareSet {
    let board = setting.board();
    let beside = |square| {
        let near = Direction::ALL.into_iter().filter_map(move |it| board.neighbour(square, it));
        near.map(move |keeper| (square, keeper))
    };
    let starts: Vec<(Square, Square)> = if setting.corridor.is_empty() {
        setting.starts.iter().flat_map(|&(square, _)| beside(square)).collect()
    } else {
        setting.starts.clone()
    };
    reached_squares(setting, &setting.sinks(), &starts).intersection(board.goals())
}

/// The squares that a box can reach from one of `starts`, stopping at `ends`.
fn reached_squares(
    setting: &LockSetting<'_>,
    ends: &SquareSet,
    starts: &[(Square, Square)],
) -> SquareSet {
    let board = setting.board();
    let sides = Sides::walking(board, &Barred::walls(setting.walls.clone()));
    let lone_box = LoneBox { board, sides: &sides, walls: &setting.walls, sinks: ends };
    let pushes = lone_box.pushes_from(starts.iter().copied());
    let is_reached = |it: &Square| sides.nodes(*it).any(|node| pushes[node] != NEVER);
    let mut reached = board.no_squares();
    reached.extend(board.squares().filter(is_reached));
    reached
}

/// The goals in an order in which none is cut off before it is filled, the lowest first where there
/// is a choice.
fn filling_order(goals: &[GoalLock]) -> Option<Vec<Square>> {
    let mut before: Vec<usize> = goals.iter().map(|it| it.cuts_off.len()).collect();
    let mut is_filled = vec![false; goals.len()];
    let mut order = Vec::with_capacity(goals.len());
    while order.len() < goals.len() {
        let next = (0..goals.len()).find(|&index| !is_filled[index] && before[index] == 0)?;
        is_filled[next] = true;
        order.push(goals[next].goal);
        for (index, later) in goals.iter().enumerate() {
            before[index] -= usize::from(later.cuts_off.contains(goals[next].goal));
        }
    }
    Some(order)
}

/// The corridors from which every path of a box crosses a square that every goal locks.
fn closed_corridors(setting: &LockSetting<'_>, goals: &[GoalLock]) -> Vec<SquareSet> {
    let Some((first, others)) = goals.split_first() else {
        return Vec::new();
    };
    let common = others.iter().fold(first.locks.clone(), |set, it| set.intersection(&it.locks));
    let is_closed = |corridor: &SquareSet| {
        let from_here = |&(_, outside): &(Square, Square)| corridor.contains(outside);
        let starts: Vec<_> = setting.starts.iter().copied().filter(from_here).collect();
        let aims = setting.wanted().difference(corridor);
        common.iter().any(|square| {
            let mut ends = setting.sinks();
            ends.insert(square);
            reached_squares(setting, &ends, &starts).intersection(&aims).is_empty()
        })
    };
    corridors(setting).into_iter().filter(is_closed).collect()
}

/// The corridor squares, grouped into connected corridors.
fn corridors(setting: &LockSetting<'_>) -> Vec<SquareSet> {
    let board = setting.board();
    let mut rest = setting.corridor.clone();
    let mut result = Vec::new();
    while let Some(first) = rest.first() {
        let mut corridor = board.no_squares();
        let mut pending = vec![first];
        while let Some(square) = pending.pop() {
            if rest.remove(square) {
                corridor.insert(square);
                let near = Direction::ORTHOGONAL.into_iter();
                pending.extend(near.filter_map(|it| board.neighbour(square, it)));
            }
        }
        result.push(corridor);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::goal_locks;
    use crate::locks::LockSetting;
    use crate::test_positions::Drawn;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    const GOAL: &str = "
             -----------
             |.^^^^^^..|
            --.------..|
        ####..x------.--
            |...........####
            ---------..|
                    ----";

    #[test]
    fn the_goal_lock_picture() {
        let drawn = Drawn::new(GOAL, Rules::OFFICIAL);
        let setting = LockSetting::of_chamber(&drawn.board, drawn.corridor.clone());
        let found = goal_locks(&setting);
        let goals: Vec<usize> = (7..=12).collect();
        assert_eq!(found.goals.len(), goals.len());
        for (lock, &x) in found.goals.iter().zip(&goals) {
            assert_eq!(lock.goal, drawn.at(x, 1));
            let mut expected = vec![(6, 2), (6, 3)];
            if x == 12 {
                expected.extend([(13, 1), (13, 2), (13, 3)]);
                expected.sort_by_key(|&(x, y)| (y, x));
            }
            assert_eq!(drawn.places(&lock.locks), expected, "goal in column {x}");
            // A box cannot pass a resting box on its way from the right.
            let left_of: Vec<_> = goals.iter().filter(|&&it| it < x).map(|&it| (it, 1)).collect();
            assert_eq!(drawn.places(&lock.cuts_off), left_of, "goal in column {x}");
        }
        let order: Vec<_> = goals.iter().map(|&x| drawn.at(x, 1)).collect();
        assert_eq!(found.filling_order, Some(order));
        let closed: Vec<_> = found.closes.iter().map(|it| drawn.places(it)).collect();
        assert_eq!(closed, [vec![(0, 3), (1, 3), (2, 3), (3, 3)]]);
    }

    #[test]
    fn holes_lock_nothing() {
        let drawn = Drawn::new(GOAL, Rules::NETHACK);
        let setting = LockSetting::of_chamber(&drawn.board, drawn.corridor.clone());
        assert!(goal_locks(&setting).goals.is_empty());
    }

    #[test]
    fn a_level_fills_its_corridor_from_the_far_end() {
        let (board, state) = position_in(
            "
            #########
            #@ $    #
            #  $ ####
            #    ...#
            #########",
            Rules::OFFICIAL,
        );
        let found = goal_locks(&LockSetting::of_level(&board, &state));
        let columns: Vec<usize> =
            found.filling_order.expect("an order").iter().map(|&it| board.position(it).0).collect();
        assert_eq!(columns, [7, 6, 5]);
    }
}
