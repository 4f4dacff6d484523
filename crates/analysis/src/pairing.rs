//! Which boxes can serve which goals, and whether that satisfies the demand of a state.

use sokolab_core::{Board, Demand, GoalKind, Square, SquareSet, State, demand};

use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
use crate::frozen::frozen;
use crate::matching::{Matching, cheapest_assignment};
use crate::push_distance::{KeeperWay, PushDistances};

/// The boxes of a state, the goals they may serve, and what must be served.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    pub(crate) boxes: Vec<Square>,
    pub(crate) goals: Vec<Square>,
    pub(crate) served: Served,
}

/// What must be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Served {
    /// Every goal, by a box of its own.
    Goals,
    /// Every box, by a goal of its own.
    Boxes,
    /// Every box, by any goal.
    BoxesAnywhere,
}

impl Pairing {
    pub(crate) fn of(board: &Board, state: &State) -> Pairing {
        let boxes = state.boxes.iter().collect();
        let (goals, served) = match demand(board, state) {
            Demand::Goals(goals) => (goals, Served::Goals),
            Demand::Boxes(_) if board.rules().goal() == GoalKind::Sink => {
                (board.goals().clone(), Served::BoxesAnywhere)
            }
            Demand::Boxes(_) => (board.goals().clone(), Served::Boxes),
        };
        Pairing { boxes, goals: goals.iter().collect(), served }
    }

    /// Whether a win needs every box.
    pub(crate) fn needs_every_box(&self) -> bool {
        self.served != Served::Goals || self.boxes.len() <= self.goals.len()
    }
}

/// A deadlock, if the boxes of `state` cannot satisfy its demand.
#[must_use]
pub fn detect_matching(
    board: &Board,
    distances: &PushDistances,
    state: &State,
) -> Option<Deadlock> {
    detect(board, distances, state, &Pairing::of(board, state))
}

/// The same, with boxes that will never move again treated as walls. `dead` are the dead squares.
///
/// It computes new distances, so it is meant for occasional use on single states.
#[must_use]
pub fn detect_matching_behind_frozen(
    board: &Board,
    dead: &SquareSet,
    state: &State,
) -> Option<Deadlock> {
    let spare = match spare_boxes(board, state) {
        Err(deadlock) => return Some(deadlock),
        Ok(spare) => spare,
    };
    // A spare box may be pushed onto a dead square to make way for others.
    let shut = if spare == 0 { dead.clone() } else { board.no_squares() };
    let walls = frozen(board, &state.boxes, &shut);
    let distances = PushDistances::with_walls(board, &walls, KeeperWay::Walking);
    detect_matching_among(board, (&walls, &distances), state)
}

/// The same, with the boxes on `walls` treated as walls, behind which these are the distances.
pub(crate) fn detect_matching_among(
    board: &Board,
    (walls, distances): (&SquareSet, &PushDistances),
    state: &State,
) -> Option<Deadlock> {
    let mut pairing = Pairing::of(board, state);
    let is_at_home =
        |it: &Square| board.rules().goal() == GoalKind::Keep && board.goals().contains(*it);
    pairing.goals.retain(|goal| !walls.contains(*goal));
    match pairing.served {
        Served::Goals => pairing.boxes.retain(|it| !walls.contains(*it)),
        // A frozen box off the goals is inside its own wall and reaches no goal.
        Served::Boxes | Served::BoxesAnywhere => {
            pairing.boxes.retain(|it| !walls.contains(*it) || !is_at_home(it));
        }
    }
    detect(board, distances, state, &pairing)
}

fn detect(
    board: &Board,
    distances: &PushDistances,
    state: &State,
    pairing: &Pairing,
) -> Option<Deadlock> {
    let serves =
        |from: Square, goal: Square| distances.distance(from, state.keeper, goal).is_some();
    let (boxes, goals) = (&pairing.boxes, &pairing.goals);
    let set = |squares: &[Square], indices: &[usize]| {
        let mut result = board.no_squares();
        result.extend(indices.iter().map(|&index| squares[index]));
        result
    };
    let (boxes, goals) = match pairing.served {
        Served::BoxesAnywhere => {
            let is_lost = |from: &Square| !goals.iter().any(|&goal| serves(*from, goal));
            let lost = boxes.iter().copied().find(is_lost)?;
            (set(&[lost], &[0]), board.no_squares())
        }
        Served::Boxes => {
            let choices =
                |&from: &Square| (0..goals.len()).filter(|&it| serves(from, goals[it])).collect();
            let choices: Vec<Vec<usize>> = boxes.iter().map(choices).collect();
            let matching = Matching::largest(&choices, goals.len());
            let shortage = matching.shortage(&choices, goals.len())?;
            (set(boxes, &shortage.rows), set(goals, &shortage.columns))
        }
        Served::Goals => {
            let choices =
                |&goal: &Square| (0..boxes.len()).filter(|&it| serves(boxes[it], goal)).collect();
            let choices: Vec<Vec<usize>> = goals.iter().map(choices).collect();
            let matching = Matching::largest(&choices, boxes.len());
            let shortage = matching.shortage(&choices, boxes.len())?;
            (set(boxes, &shortage.columns), set(goals, &shortage.rows))
        }
    };
    Some(Deadlock { kind: DeadlockKind::Matching, boxes, proof: Proof::Hall(goals) })
}

/// A lower bound on the pushes from `state` to a win, counting each box's own pushes and giving
/// each goal a box of its own; `None` proves that `state` cannot be solved.
#[must_use]
pub fn matching_bound(board: &Board, distances: &PushDistances, state: &State) -> Option<u64> {
    let pairing = Pairing::of(board, state);
    let (boxes, goals) = (&pairing.boxes, &pairing.goals);
    let pushes = |from: usize, goal: usize| {
        distances.distance(boxes[from], state.keeper, goals[goal]).map(u32::from)
    };
    let assignment = match pairing.served {
        Served::Goals => {
            cheapest_assignment(goals.len(), boxes.len(), |goal, from| pushes(from, goal))
        }
        Served::Boxes => cheapest_assignment(boxes.len(), goals.len(), pushes),
        Served::BoxesAnywhere => {
            let nearest = |from| (0..goals.len()).filter_map(|goal| pushes(from, goal)).min();
            return (0..boxes.len()).map(|from| nearest(from).map(u64::from)).sum();
        }
    };
    assignment.map(|it| it.total)
}

#[cfg(test)]
mod tests {
    use super::{detect_matching, detect_matching_behind_frozen};
    use crate::dead_squares::dead_squares;
    use crate::push_distance::{KeeperWay, PushDistances};

    use sokolab_core::testing::position_in;
    use sokolab_core::{Board, Rules, State};

    fn verdicts(board: &Board, state: &State) -> (bool, bool) {
        let distances = PushDistances::new(board, KeeperWay::Walking);
        let dead = dead_squares(board, &distances);
        let plain = detect_matching(board, &distances, state).is_some();
        (plain, detect_matching_behind_frozen(board, &dead, state).is_some())
    }

    #[track_caller]
    fn check(level: &str, rules: Rules, expected: (bool, bool)) {
        let (board, state) = position_in(level, rules);
        assert_eq!(verdicts(&board, &state), expected);
    }

    #[test]
    fn two_boxes_behind_one_goal_are_one_too_many() {
        let level = "
            ########
            #      #
            #  $ $ #
            #@ . . #
            #      #
            ########";
        check(level, Rules::OFFICIAL, (false, false));
        let level = "
            ########
            # $.$  #
            #      #
            #@ .   #
            #      #
            ########";
        check(level, Rules::OFFICIAL, (true, true));
        check(level, Rules::SINK, (false, false));
    }

    #[test]
    fn frozen_boxes_close_the_way_to_a_goal() {
        let level = "
            ##########
            #.  **$@ #
            #   **   #
            ##########";
        check(level, Rules::OFFICIAL, (false, true));
    }
}
