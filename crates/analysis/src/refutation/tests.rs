//! Sentences compared with pictures, and every statement checked by exhaustive play.

use std::collections::{BTreeSet, VecDeque};

use super::{Refuter, Statement, refute};
use crate::dead_squares::dead_squares;
use crate::locks::frozen;
use crate::push_distance::{KeeperWay, PushDistances};
use crate::test_positions::random_positions;
use sokolab_core::reference::{expand, fewest_pushes};
use sokolab_core::testing::{Chance, GroundTruth, position_in, random_level};
use sokolab_core::{
    Board, Direction, GoalKind, Rules, Square, SquareSet, State, demand, normalized, region,
};

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
        "the box on b2 cannot be pushed at all: there are walls to the left and above; no box \
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
        "the box on b2 cannot be pushed at all: there are walls to the left and above; the \
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
fn the_plainest_lost_box_is_named_first() {
    check(
        "
        ########
        #   ## #
        #@ $   #
        #$  ##.#
        ######.#
        ########",
        Rules::OFFICIAL,
        "dead-square",
        "the box on b4 cannot be pushed at all: there are walls to the left and below; no box \
         can be spared",
    );
    check(
        "
        ########
        #   ## #
        #@ $   #
        #   ## #
        ######.#
        ########",
        Rules::OFFICIAL,
        "dead-square",
        "the box on d3 cannot be brought to a goal, even with no other box in the way: sooner or \
         later the keeper cannot get behind it; no box can be spared",
    );
}

#[test]
fn boxes_that_could_only_be_given_up() {
    check(
        "
        #####
        # ###
        ##.##
        ##$ #
        # *@#
        #   #
        #####",
        Rules::OFFICIAL,
        "freeze",
        "the boxes on c4 and c5 cannot be moved without losing one of them: every push is blocked \
         or leads to a square from which no goal can be reached; and c4 is not on a goal",
    );
}

/// A state with the current squares of some boxes; `None` for a box that disappeared in a goal.
type Tracked = (State, Vec<Option<Square>>);

/// Called with a push and the states before and after it.
type Look<'a> = dyn FnMut(&Tracked, (Square, Direction), &Tracked) + 'a;

/// Larger state spaces are skipped.
const STATES_MAX: usize = 30_000;

/// Plays everything from `start` while tracking `boxes`: calls `look` with each push and the states
/// before and after. Never pushes `still`. `None` if there are too many states.
fn play_all(
    board: &Board,
    start: &State,
    (boxes, still): (&[Square], &SquareSet),
    look: &mut Look<'_>,
) -> Option<()> {
    let first: Tracked = (normalized(board, start), boxes.iter().map(|&it| Some(it)).collect());
    let mut seen = BTreeSet::from([first.clone()]);
    let mut pending = VecDeque::from([first]);
    while let Some(before) = pending.pop_front() {
        for (push, child) in expand(board, &before.0) {
            if still.contains(push.from) {
                continue;
            }
            let to = board.neighbour(push.from, push.direction);
            let to = to.filter(|&it| child.boxes.contains(it));
            let moved = |&it: &Option<Square>| if it == Some(push.from) { to } else { it };
            let after = (normalized(board, &child), before.1.iter().map(moved).collect());
            look(&before, (push.from, push.direction), &after);
            if seen.insert(after.clone()) {
                pending.push_back(after);
            }
        }
        if seen.len() > STATES_MAX {
            return None;
        }
    }
    Some(())
}

/// The goals that the box on `square` can reach; if it can disappear, all of them.
fn goals_of(board: &Board, start: &State, square: Square, still: &SquareSet) -> Option<SquareSet> {
    let mut found = board.no_squares();
    let is_kept = board.rules().goal() == GoalKind::Keep;
    if is_kept && board.goals().contains(square) {
        found.insert(square);
    }
    play_all(board, start, (&[square], still), &mut |before, (from, direction), after| {
        if before.1[0] != Some(from) {
            return;
        }
        match after.1[0] {
            Some(to) if is_kept && board.goals().contains(to) => found.insert(to),
            Some(_) => false,
            None => board.neighbour(from, direction).is_some_and(|it| found.insert(it)),
        };
    })?;
    Some(found)
}

/// Whether exhaustive play confirms a statement; `None` if there are too many states.
fn holds(board: &Board, start: &State, statement: &Statement) -> Option<bool> {
    let none = board.no_squares();
    match statement {
        Statement::TooFewBoxes => Some(start.boxes.len() < demand(board, start).count()),
        Statement::ExitOutOfReach => {
            let (boxes, filled) = (none, board.goals().clone());
            let empty = State { boxes, filled, ..start.clone() };
            Some(region(board, &empty).intersection(board.exits()).is_empty())
        }
        Statement::NeverPushed(boxes) => {
            let mut is_pushed = false;
            let squares: Vec<Square> = boxes.iter().collect();
            play_all(board, start, (&squares, &none), &mut |before, (from, _), _| {
                is_pushed |= before.1.contains(&Some(from));
            })?;
            Some(!is_pushed)
        }
        Statement::PushedOnly(square, directions) => {
            let mut is_other = false;
            play_all(board, start, (&[*square], &none), &mut |before, push, _| {
                let is_it = before.1[0] == Some(*square) && push.0 == *square;
                is_other |= is_it && !directions.contains(&push.1);
            })?;
            Some(!is_other)
        }
        Statement::NoGoal(boxes) => {
            let reach = |it: Square| goals_of(board, start, it, &none);
            let reached: Option<Vec<SquareSet>> = boxes.iter().map(reach).collect();
            Some(reached?.iter().all(SquareSet::is_empty))
        }
        Statement::LostIfPushed(boxes) => lost_if_pushed(board, start, boxes),
        Statement::OnlyBoxes { boxes, goals, still } => {
            let others = start.boxes.difference(boxes).difference(still);
            let reach = |it: Square| goals_of(board, start, it, still);
            let reached: Option<Vec<SquareSet>> = others.iter().map(reach).collect();
            Some(reached?.iter().all(|it| it.intersection(goals).is_empty()))
        }
        Statement::OnlyGoals { boxes, goals, still } => {
            let reach = |it: Square| goals_of(board, start, it, still);
            let reached: Option<Vec<SquareSet>> = boxes.iter().map(reach).collect();
            Some(reached?.iter().all(|it| it.is_subset(goals)))
        }
        Statement::FilledBefore { goals, still } => {
            // Boxes that can never move are in place in every state that matters.
            let still = still.union(&frozen(board, &start.boxes, &none));
            let truth = GroundTruth::of(board, start.boxes.len());
            let mut states = truth.states().filter(|(state, pushes)| {
                pushes.is_some()
                    && state.boxes.len() == start.boxes.len()
                    && still.is_subset(&state.boxes)
            });
            Some(states.all(|(state, _)| !state.boxes.intersection(goals).is_empty()))
        }
        Statement::NotAll { boxes, lost_min } => {
            Some(boxes.len() - home_max(board, start, boxes)? >= *lost_min)
        }
    }
}

/// The most of `boxes` that can be on goals, or have disappeared, at once.
fn home_max(board: &Board, start: &State, boxes: &SquareSet) -> Option<usize> {
    let is_home = |it: &Option<Square>| it.is_none_or(|it| board.goals().contains(it));
    let is_kept = board.rules().goal() == GoalKind::Keep;
    let home = |tracked: &Tracked| {
        tracked.1.iter().filter(|it| it.is_none() || is_kept && is_home(it)).count()
    };
    let squares: Vec<Square> = boxes.iter().collect();
    let mut most = 0;
    play_all(board, start, (&squares, &board.no_squares()), &mut |before, _, after| {
        most = most.max(home(before)).max(home(after));
    })?;
    Some(most)
}

/// Whether the first of `boxes` to be pushed can reach no goal afterwards.
fn lost_if_pushed(board: &Board, start: &State, boxes: &SquareSet) -> Option<bool> {
    let squares: Vec<Square> = boxes.iter().collect();
    let mut pushed: Vec<(State, Option<Square>)> = Vec::new();
    play_all(board, start, (&squares, &board.no_squares()), &mut |before, (from, _), after| {
        let is_first = before.1.iter().zip(&squares).all(|(now, first)| *now == Some(*first));
        if let Some(index) = squares.iter().position(|it| *it == from).filter(|_| is_first) {
            pushed.push((after.0.clone(), after.1[index]));
        }
    })?;
    for (state, square) in pushed {
        let Some(square) = square else { return Some(false) };
        if !goals_of(board, &state, square, &board.no_squares())?.is_empty() {
            return Some(false);
        }
    }
    Some(true)
}

/// The name of a kind of statement.
fn kind_of(statement: &Statement) -> String {
    format!("{statement:?}").chars().take_while(|it| it.is_alphabetic()).collect()
}

#[test]
fn every_statement_is_borne_out_by_all_that_can_be_played() {
    let (mut refuted, mut checked, mut kinds) = (0, 0, BTreeSet::new());
    for (level, board, state) in random_positions(400) {
        let Some(found) = refute(&board, &state) else { continue };
        refuted += 1;
        assert_eq!(fewest_pushes(&board, &state), None, "{}", found.sentence);
        assert!(!found.sentence.is_empty());
        for statement in &found.statements {
            if let Some(it) = holds(&board, &state, statement) {
                checked += 1;
                kinds.insert(kind_of(statement));
                assert!(it, "{}: {:?}", found.sentence, level.source.rows);
            }
        }
    }
    assert!(refuted > 100 && checked > refuted, "{refuted}, {checked}");
    assert!(kinds.len() >= 8, "{kinds:?}");
}

/// States in which no box stands on a dead square and most stand on goals, so that the reasons are
/// not obvious.
fn tangled_positions(count: usize) -> impl Iterator<Item = (Board, State)> {
    let mut chance = Chance::new(0x4A4A);
    let mut try_one = move || {
        let level = random_level(&mut chance, Rules::OFFICIAL, 5, 4);
        let (board, _) = sokolab_core::check(&level).ok()?;
        let dead = dead_squares(&board, &PushDistances::new(&board, KeeperWay::Walking));
        let live: Vec<Square> = board.squares().filter(|it| !dead.contains(*it)).collect();
        let goals: Vec<Square> = board.goals().iter().collect();
        let mut boxes = board.no_squares();
        for &goal in &goals {
            let is_home = chance.below(2) == 0;
            boxes.insert(if is_home { goal } else { live[chance.below(live.len())] });
        }
        let keeper = board.square(chance.below(board.square_count()));
        let is_even = boxes.len() == goals.len() && !boxes.contains(keeper);
        is_even.then(|| (State { boxes, filled: board.no_squares(), keeper }, board))
    };
    let one = move || {
        let (state, board) = std::iter::repeat_with(&mut try_one).flatten().next()?;
        Some((board, state))
    };
    std::iter::from_fn(one).take(count)
}

#[test]
fn statements_about_tangled_boxes_are_borne_out_too() {
    let mut kinds = BTreeSet::new();
    for (board, state) in tangled_positions(3_000) {
        let Some(found) = refute(&board, &state) else { continue };
        for statement in &found.statements {
            if let Some(it) = holds(&board, &state, statement) {
                kinds.insert(kind_of(statement));
                assert!(it, "{}: {state:?}", found.sentence);
            }
        }
    }
    assert!(kinds.contains("LostIfPushed") && kinds.contains("FilledBefore"), "{kinds:?}");
}

#[test]
fn a_memory_never_changes_an_answer() {
    let (mut chance, mut dead, mut silent) = (Chance::new(5), 0, 0);
    for (_, board, start) in random_positions(30) {
        let mut refuter = Refuter::default();
        let mut state = start;
        for _ in 0..30 {
            let fresh = refute(&board, &state);
            assert_eq!(refuter.refute(&board, &state), fresh, "{state:?}");
            dead += usize::from(fresh.is_some());
            silent += usize::from(fresh.is_none());
            let mut after = expand(&board, &state);
            if after.is_empty() {
                break;
            }
            state = after.swap_remove(chance.below(after.len())).1;
        }
    }
    assert!(dead > 100 && silent > 100, "{dead} dead, {silent} silent");
}

#[test]
fn what_is_known_about_one_board_is_not_said_of_another() {
    let mut refuter = Refuter::default();
    for (_, board, state) in random_positions(10) {
        assert_eq!(refuter.refute(&board, &state), refute(&board, &state), "{state:?}");
    }
}
