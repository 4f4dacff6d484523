//! Why a state cannot be solved, in a sentence: the simplest reason that a detector can prove.

use sokolab_core::{Board, Direction, GoalKind, Square, SquareSet, State, region, square_name};

use crate::checker::detect_corridor;
use crate::dead_squares::{dead_squares, detect_dead_squares};
use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
use crate::locks::{
    GroupLimits, LockSetting, crate_locks, detect_closed_diagonal, detect_freeze, explain,
    locked_squares,
};
use crate::push_distance::{KeeperWay, PushDistances};
use crate::retrograde::detect_retrograde;
use crate::service::{detect_matching, detect_matching_behind_frozen};

/// A proof that a state cannot be solved, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The proof.
    pub deadlock: Deadlock,
    /// The reason as a sentence without a full stop. Squares are named as on the board.
    pub sentence: String,
}

/// Larger boards are not looked at: distances of that many pairs of squares and goals take
/// seconds.
const PAIRS_MAX: usize = 1_000_000;

/// On boards with more squares only the detectors are asked that take time in proportion to them.
const SQUARES_MAX: usize = 1_000;

/// States of a few boxes that the detectors that search may look at.
const STATES_MAX: usize = 2_000;

/// The simplest reason for which `state` cannot be solved; `None` if no detector sees one, which
/// proves nothing.
#[must_use]
pub fn refute(board: &Board, state: &State) -> Option<Refutation> {
    if board.square_count() * board.goals().len().max(1) > PAIRS_MAX {
        return None;
    }
    let deadlock = detect(board, state)?;
    let sentence = sentence(board, state, &deadlock);
    Some(Refutation { deadlock, sentence })
}

/// The deadlock that is simplest to explain.
fn detect(board: &Board, state: &State) -> Option<Deadlock> {
    if let Err(deadlock) = spare_boxes(board, state) {
        return Some(deadlock);
    }
    if is_walled_off(board, state) {
        let (kind, proof) = (DeadlockKind::ExitOutOfReach, Proof::Count);
        return Some(Deadlock { kind, boxes: board.no_squares(), proof });
    }
    let distances = PushDistances::new(board, KeeperWay::Walking);
    let dead = dead_squares(board, &distances);
    let is_small = board.square_count() <= SQUARES_MAX;
    detect_dead_squares(board, &distances, state)
        .or_else(|| detect_freeze(board, &dead, state))
        .or_else(|| detect_matching(board, &distances, state))
        .or_else(|| detect_matching_behind_frozen(board, &dead, state))
        .or_else(|| is_small.then(|| detect_closely(board, &dead, state)).flatten())
}

fn detect_closely(board: &Board, dead: &SquareSet, state: &State) -> Option<Deadlock> {
    let corridor = |pushed| detect_corridor(board, dead, state, pushed, STATES_MAX);
    detect_retrograde(board, dead, state)
        .or_else(|| detect_closed_diagonal(board, dead, state, STATES_MAX))
        .or_else(|| state.boxes.iter().find_map(corridor))
        .or_else(|| {
            let setting = LockSetting::of_level(board, state);
            let locked = locked_squares(&setting).any;
            let limits = GroupLimits {
                boxes_max: 3,
                group_states_max: STATES_MAX,
                states_max: 2 * STATES_MAX,
            };
            let locks = crate_locks(&setting, &locked, &state.boxes, state.keeper, limits);
            locks.deadlock(board, state)
        })
}

/// Whether there are exits, none of which the keeper could reach if no box and no hole were left.
fn is_walled_off(board: &Board, state: &State) -> bool {
    let boxes = board.no_squares();
    let empty = State { boxes, filled: board.goals().clone(), ..state.clone() };
    !board.exits().is_empty() && board.exits().intersection(&region(board, &empty)).is_empty()
}

fn sentence(board: &Board, state: &State, deadlock: &Deadlock) -> String {
    let boxes = &deadlock.boxes;
    let all = if boxes.len() == 2 { "both" } else { "all" };
    match (deadlock.kind, &deadlock.proof) {
        (DeadlockKind::TooFewBoxes, _) => too_few(board, state),
        (DeadlockKind::ExitOutOfReach, _) => {
            "walls keep the keeper from every exit, whatever is pushed".to_owned()
        }
        (DeadlockKind::DeadSquare, _) => dead_square(board, state, boxes),
        (DeadlockKind::Freeze, _) => freeze(board, boxes),
        (_, Proof::Hall(goals)) => shortage(board, boxes, goals),
        (_, Proof::NeverPulled(goals)) => never_filled(board, goals, state),
        (DeadlockKind::Corridor, _) => {
            format!(
                "{} around a corridor can never {all} be brought to goals",
                the_boxes(board, boxes)
            )
        }
        (DeadlockKind::ClosedDiagonal, _) => format!(
            "{} around a diagonal of empty squares can never {all} be brought to goals",
            the_boxes(board, boxes)
        ),
        _ => format!(
            "{} lock each other: even alone on the board they can never {all} be brought to goals",
            the_boxes(board, boxes)
        ),
    }
}

fn too_few(board: &Board, state: &State) -> String {
    let needed = sokolab_core::demand(board, state).count();
    let what = match board.rules().goal() {
        GoalKind::Fill => counted(needed, "hole must be filled", "holes must be filled"),
        GoalKind::Keep | GoalKind::Sink => counted(needed, "box is needed", "boxes are needed"),
    };
    match state.boxes.len() {
        0 => format!("{what}, but there is no box"),
        1 => format!("{what}, but there is only one box"),
        boxes => format!("{what}, but there are only {boxes} boxes"),
    }
}

fn dead_square(board: &Board, state: &State, lost: &SquareSet) -> String {
    let spare = spare_boxes(board, state).unwrap_or(0);
    let setting = LockSetting::of_level(board, state);
    let locked = locked_squares(&setting).any;
    let first = lost.iter().find(|it| locked.contains(*it));
    let why = match (first, lost.iter().next()) {
        (Some(square), _) => explain(&setting, &locked, square),
        (None, Some(square)) => format!(
            "the keeper cannot get behind the box on {} to push it to a goal",
            square_name(board, square)
        ),
        (None, None) => "a box can be brought to no goal".to_owned(),
    };
    match spare {
        0 => format!("{why}; no box can be spared"),
        _ => format!(
            "{why}; {} can be brought to no goal, and only {spare} can be spared",
            the_boxes(board, lost)
        ),
    }
}

/// Of all frozen boxes, those are named that stand together with the first one off the goals.
fn freeze(board: &Board, frozen: &SquareSet) -> String {
    let keeps = board.rules().goal() == GoalKind::Keep;
    let is_off = |it: &Square| !keeps || !board.goals().contains(*it);
    let Some(first) = frozen.iter().find(is_off) else {
        return "boxes are blocked for good".to_owned();
    };
    let group = together(board, frozen, first);
    if group.len() == 1 {
        let name = square_name(board, first);
        return format!(
            "the box on {name} can never be moved: each push is blocked, or leads to where no \
             goal can be reached"
        );
    }
    let off = group.iter().filter(is_off).collect::<Vec<_>>();
    let rest = if off.len() == group.len() {
        "none of them is on a goal".to_owned()
    } else {
        format!("{} is not on a goal", square_name(board, first))
    };
    format!("{} block each other and can never be moved, and {rest}", the_boxes(board, &group))
}

/// The squares of a set that hang together with one of them.
fn together(board: &Board, set: &SquareSet, first: Square) -> SquareSet {
    let (mut found, mut pending) = (board.no_squares(), vec![first]);
    found.insert(first);
    while let Some(square) = pending.pop() {
        for direction in Direction::ORTHOGONAL {
            if let Some(beside) = board.neighbour(square, direction)
                && set.contains(beside)
                && found.insert(beside)
            {
                pending.push(beside);
            }
        }
    }
    found
}

/// Boxes that can serve these goals and no others, or goals that only these boxes can serve.
fn shortage(board: &Board, boxes: &SquareSet, goals: &SquareSet) -> String {
    let the_goals = || match goals.len() {
        1 => format!("the goal on {}", listed(board, goals)),
        _ => format!("the goals on {}", listed(board, goals)),
    };
    let pairs = || {
        let boxes = counted(boxes.len(), "box", "boxes");
        format!("{boxes} for {}", counted(goals.len(), "goal", "goals"))
    };
    match (boxes.len(), goals.len()) {
        (0, _) => format!("no box can be brought to {}", the_goals()),
        (_, 0) => format!("{} can be brought to no goal", the_boxes(board, boxes)),
        (few, many) if few < many => {
            format!(
                "only {} can be brought to {}: {}",
                the_boxes(board, boxes),
                the_goals(),
                pairs()
            )
        }
        _ => format!(
            "{} can be brought to no other goals than {}: {}",
            the_boxes(board, boxes),
            listed(board, goals),
            pairs()
        ),
    }
}

fn never_filled(board: &Board, goals: &SquareSet, state: &State) -> String {
    let empty = goals.difference(&state.boxes);
    let goals = match empty.len() {
        1 => format!("the goal on {}", listed(board, &empty)),
        _ => format!("one of the goals on {}", listed(board, &empty)),
    };
    format!("no last push can fill {goals}: with every goal filled, no box can be pulled off it")
}

fn the_boxes(board: &Board, boxes: &SquareSet) -> String {
    match boxes.len() {
        1 => format!("the box on {}", listed(board, boxes)),
        _ => format!("the boxes on {}", listed(board, boxes)),
    }
}

/// `b2`, `b2 and c3`, `b2, c3 and d4`.
fn listed(board: &Board, squares: &SquareSet) -> String {
    let mut names: Vec<String> = squares.iter().map(|it| square_name(board, it)).collect();
    match (names.pop(), names.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", names.join(", ")),
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

#[cfg(test)]
mod tests {
    use super::refute;
    use crate::trial::random_positions;
    use sokolab_core::Rules;
    use sokolab_core::reference::fewest_pushes;
    use sokolab_core::testing::position_in;

    #[track_caller]
    fn check(picture: &str, rules: Rules, kind: &str, sentence: &str) {
        let (board, state) = position_in(picture, rules);
        let found = refute(&board, &state).expect("a detector sees why");
        assert_eq!((found.deadlock.kind.name(), found.sentence.as_str()), (kind, sentence));
    }

    #[test]
    fn a_box_in_a_corner() {
        check(
            "
            ######
            #$ @.#
            #    #
            ######",
            Rules::OFFICIAL,
            "dead-square",
            "a box on b2 cannot be pushed at all: there are walls to the left and above; no box \
             can be spared",
        );
    }

    #[test]
    fn more_lost_boxes_than_can_be_spared() {
        check(
            "
            #######
            #$ @ $#
            #  $. #
            #  .  #
            #######",
            Rules::OFFICIAL,
            "dead-square",
            "a box on b2 cannot be pushed at all: there are walls to the left and above; the \
             boxes on b2 and f2 can be brought to no goal, and only 1 can be spared",
        );
    }

    #[test]
    fn boxes_that_block_each_other() {
        check(
            "
            ########
            #@     #
            #  $$  #
            #  $*  #
            # . .. #
            ########",
            Rules::OFFICIAL,
            "freeze",
            "the boxes on d3, e3, d4 and e4 block each other and can never be moved, and d3 is \
             not on a goal",
        );
    }

    #[test]
    fn goals_that_no_box_can_reach() {
        check(
            "
            #########
            #@ $ .#.#
            #  $  # #
            #     # #
            #########",
            Rules::OFFICIAL,
            "matching",
            "no box can be brought to the goal on h2",
        );
    }

    #[test]
    fn exits_behind_walls_and_too_few_boulders() {
        let picture = "
            -------
            |@.|.<|
            |.0|..|
            |..|^.|
            -------";
        check(
            picture,
            Rules::NETHACK,
            "exit-out-of-reach",
            "walls keep the keeper from every exit, whatever is pushed",
        );
        check(
            "
            --------
            |@0^^.<|
            --------",
            Rules::NETHACK,
            "too-few-boxes",
            "2 holes must be filled, but there is only one box",
        );
    }

    #[test]
    fn what_is_refuted_has_no_solution() {
        let mut refuted = 0;
        for (_, board, state) in random_positions(600) {
            if let Some(found) = refute(&board, &state) {
                refuted += 1;
                assert_eq!(fewest_pushes(&board, &state), None, "{}", found.sentence);
                assert!(!found.sentence.is_empty());
            }
        }
        assert!(refuted > 100, "{refuted}");
    }
}
