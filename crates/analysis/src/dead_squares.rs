//! Dead squares: floor from which a box can never reach a goal, wherever the keeper is.
//!
//! Under `Fill`, a filled hole is ordinary floor and may be dead, but which holes are filled
//! depends on the state. So [`lost_boxes`] takes the state, and [`dead_squares`] never includes a
//! hole.

use sokolab_core::{Board, GoalKind, Square, SquareSet, State};

use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
use crate::lone_box::{LoneBox, NEVER, sinks};
use crate::push_distance::PushDistances;
use crate::sides::{Barred, Sides};

/// The dead squares of `board`.
#[must_use]
pub fn dead_squares(board: &Board, distances: &PushDistances) -> SquareSet {
    let mut dead = board.no_squares();
    dead.extend(board.squares().filter(|&square| !distances.reaches_any(square)));
    dead
}

/// The same by one pass over the board, for rules without holes; it needs no table of squares by
/// goals.
pub(crate) fn dead_squares_at_once(board: &Board) -> SquareSet {
    debug_assert_ne!(board.rules().goal(), GoalKind::Fill);
    let sides = Sides::walking(board, &Barred::nothing(board));
    let (walls, sinks) = (board.no_squares(), sinks(board));
    let lone_box = LoneBox { board, sides: &sides, walls: &walls, sinks: &sinks };
    let pushes = lone_box.pushes_to(board.goals().iter());
    let is_live = |square: Square| {
        board.goals().contains(square) || sides.nodes(square).any(|node| pushes[node] != NEVER)
    };
    let mut dead = board.no_squares();
    dead.extend(board.squares().filter(|&square| !is_live(square)));
    dead
}

/// The goals that boxes of `state` may still serve; filled holes are excluded.
#[must_use]
pub fn goals_in_play(board: &Board, state: &State) -> SquareSet {
    match board.rules().goal() {
        GoalKind::Keep | GoalKind::Sink => board.goals().clone(),
        GoalKind::Fill => state.open_goals(board),
    }
}

/// The boxes of `state` that, even alone, can reach no goal in play from the keeper's side.
#[must_use]
pub fn lost_boxes(board: &Board, distances: &PushDistances, state: &State) -> SquareSet {
    let goals: Vec<Square> = goals_in_play(board, state).iter().collect();
    let serves = |square: Square| {
        goals.iter().any(|&goal| distances.distance(square, state.keeper, goal).is_some())
    };
    let mut lost = board.no_squares();
    lost.extend(state.boxes.iter().filter(|&square| !serves(square)));
    lost
}

/// A deadlock, if more boxes are lost than are spare.
#[must_use]
pub fn detect_dead_squares(
    board: &Board,
    distances: &PushDistances,
    state: &State,
) -> Option<Deadlock> {
    match spare_boxes(board, state) {
        Err(deadlock) => Some(deadlock),
        Ok(spare) => {
            let boxes = lost_boxes(board, distances, state);
            let is_lost = boxes.len() > spare;
            is_lost.then_some(Deadlock {
                kind: DeadlockKind::DeadSquare,
                boxes,
                proof: Proof::NoWay,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{dead_squares, dead_squares_at_once};
    use crate::push_distance::{KeeperWay, PushDistances};
    use crate::test_positions::small_worlds;

    use sokolab_core::testing::{GroundTruth, draw, picture, position_in};
    use sokolab_core::{GoalKind, Rules};

    /// `expected` is the board alone, with an `x` on every dead square.
    #[track_caller]
    fn check(level: &str, rules: Rules, expected: &str) {
        let (board, _) = position_in(level, rules);
        let distances = PushDistances::new(&board, KeeperWay::Walking);
        assert_eq!(draw(&board, &dead_squares(&board, &distances), 'x'), picture(expected));
    }

    #[test]
    fn a_corridor_is_dead_at_its_closed_end() {
        check(
            "
            #######
            #@ $ .#
            #######",
            Rules::OFFICIAL,
            "
            #######
            #x   .#
            #######",
        );
    }

    #[test]
    fn a_square_is_dead_when_the_keeper_cannot_get_behind() {
        let level = "
            #########
            #   #   #
            #   $   #
            # @ ##  #
            ####### #
            #.      #
            #########";
        let expected = "
            #########
            #xxx#xxx#
            #xxxxxxx#
            #xxx##xx#
            #######x#
            #.     x#
            #########";
        check(level, Rules::OFFICIAL, expected);
    }

    #[test]
    fn diagonal_pushes_leave_fewer_dead_squares() {
        check(
            "
            ######
            #@   #
            # $  #
            #   .#
            ######",
            Rules::NETHACK_DIAGONAL,
            "
            ######
            #xxxx#
            #x   #
            #x  .#
            ######",
        );
    }

    #[test]
    fn dead_squares_are_those_of_exhaustive_search_on_small_worlds() {
        for world in small_worlds(13) {
            let board = &world.board;
            let distances = PushDistances::new(board, KeeperWay::Walking);
            let dead = dead_squares(board, &distances);
            if board.rules().goal() != GoalKind::Fill {
                assert_eq!(dead_squares_at_once(board), dead);
            }
            let mut alive = board.no_squares();
            for (state, pushes) in GroundTruth::of(board, 1).states() {
                // With an exit, a win may leave goals open.
                let open = state.open_goals(board).len();
                let asks = board.exits().is_empty() && state.boxes.len() == 1;
                let last_hole = board.rules().goal() != GoalKind::Fill || open == 1;
                if asks && last_hole && pushes.is_some() {
                    alive.extend(state.boxes.iter());
                }
            }
            for square in board.squares().filter(|&it| !board.goals().contains(it)) {
                if board.exits().is_empty() {
                    assert_eq!(dead.contains(square), !alive.contains(square));
                }
            }
        }
    }
}
