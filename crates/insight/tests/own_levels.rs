//! Hints and the alarm on our own levels, compared with every reachable state.
//!
//! `cargo xtask hints` does the same on whole collections.

use std::collections::BTreeMap;

use sokolab_core::testing::{Chance, Reachable, is_slow};
use sokolab_core::text::{ReadOptions, read_text};
use sokolab_core::{
    Board, LetterCase, Level, MoveKind, Moves, State, check, make_move, normalized, parse_moves,
    verify,
};
use sokolab_insight::alarm::{LastSafe, alarm, sound};
use sokolab_insight::hint::{HintAnswer, HintTrail, Rung};
use sokolab_insight::verdict::{JudgeLimits, detect};

/// The largest number of states of a level whose states are all examined.
const STATES_MAX: usize = 4_000;

const FILES: [&str; 4] = [
    include_str!("../../sokolab/levels/first-steps.sok"),
    include_str!("../../sokolab/levels/forced.sok"),
    include_str!("../../sokolab/levels/workshop.sok"),
    include_str!("../../sokolab/levels/quarry.txt"),
];

const QUARRY_SOLUTIONS: &str = include_str!("../../sokolab/levels/quarry.lurd");

fn levels() -> Vec<Level> {
    let read = |text: &str| read_text(text.as_bytes(), ReadOptions::default()).levels;
    FILES.into_iter().flat_map(read).filter(|level| check(level).is_ok()).collect()
}

/// A level with every state that play can reach, and the fewest pushes from each to a win.
struct Explored {
    name: String,
    board: Board,
    all: Reachable,
    numbers: BTreeMap<State, usize>,
    pushes: Vec<Option<usize>>,
}

impl Explored {
    fn of(level: &Level) -> Option<Explored> {
        let (board, start) = check(level).ok()?;
        let all = Reachable::new(&board, &start, STATES_MAX)?;
        let numbers = all.states().iter().cloned().zip(0..).collect();
        let pushes = all.pushes();
        let name = level.title.clone().unwrap_or_default();
        Some(Explored { name, board, all, numbers, pushes })
    }

    /// The number of a state, wherever the keeper stands in its region.
    fn number(&self, state: &State) -> usize {
        self.numbers[&normalized(&self.board, state)]
    }
}

/// Our levels with few states; fewer of them unless there is time.
fn explored() -> Vec<Explored> {
    let levels = levels().into_iter().filter_map(|it| Explored::of(&it));
    levels.step_by(if is_slow() { 1 } else { 3 }).collect()
}

#[test]
fn hints_are_right_and_lead_to_a_win_from_the_start_and_along_the_way() {
    let (mut won, mut dead, mut chance) = (0, 0, Chance::new(20));
    for it in explored() {
        let mut chosen = vec![0];
        chosen.extend((0..4).map(|_| chance.below(it.all.states().len())));
        for start in chosen {
            let mut trail = HintTrail::new(it.board.clone());
            let (mut state, mut count) = (it.all.states()[start].clone(), 0);
            let expected = it.pushes[start];
            while let Some(next) = next_push(&mut trail, &state, &it.name) {
                for step in next.as_slice() {
                    let kind = make_move(trail.board(), &mut state, step.direction);
                    assert_eq!(kind, Ok(step.kind));
                }
                count += 1;
                assert!(it.pushes[it.number(&state)].is_some(), "{}: a fatal hint", it.name);
            }
            let is_won = it.all.is_won(it.number(&state));
            assert_eq!(is_won, expected.is_some(), "{}, state {start}", it.name);
            assert!(!is_won || Some(count) >= expected);
            won += usize::from(is_won);
            dead += usize::from(!is_won);
        }
    }
    assert!(won > 20 && dead > 20, "{won} won, {dead} dead");
}

/// The moves of the next hint; `None` if no push is left or the state is dead.
fn next_push(trail: &mut HintTrail, state: &State, name: &str) -> Option<Moves> {
    match trail.hint(state, Rung::Push, &JudgeLimits::default(), &mut |_| None) {
        HintAnswer::Solvable(hint) => hint.push().map(|it| it.moves.clone()),
        HintAnswer::Dead(_) => None,
        other => panic!("{name}: without limits everything is known: {other:?}"),
    }
}

#[test]
fn the_alarm_is_silent_along_the_solutions_that_come_with_our_levels() {
    let stored = |level: &Level| level.snapshots.first().map(|it| it.moves.clone());
    let mut claims: Vec<(Level, String)> =
        levels().into_iter().filter_map(|it| stored(&it).map(|moves| (it, moves))).collect();
    let quarry = read_text(FILES[3].as_bytes(), ReadOptions::default()).levels;
    claims.extend(quarry.into_iter().zip(QUARRY_SOLUTIONS.lines().map(str::to_owned)));
    let mut states = 0;
    for (level, moves) in claims {
        let moves = parse_moves(&moves).expect("letters");
        verify(&level, &moves, LetterCase::Strict).expect("a solution");
        let (board, mut state) = check(&level).expect("playable");
        for it in moves.as_slice() {
            if make_move(&board, &mut state, it.direction) == Ok(MoveKind::Push) {
                let dead = detect(&board, &state).map(|it| it.sentence);
                assert_eq!(dead, None, "{:?}", level.title);
                states += 1;
            }
        }
    }
    assert!(states > 500, "{states} states");
}

#[test]
fn every_fatal_push_of_a_random_player_raises_the_alarm() {
    let (mut fatal, mut detected, mut chance) = (0, 0, Chance::new(28));
    for it in explored() {
        for _ in 0..10 {
            let mut at = 0;
            while it.pushes[at].is_some() && !it.all.is_won(at) && !it.all.after(at).is_empty() {
                let after = it.all.after(at);
                let to = after[chance.below(after.len())].1;
                if it.pushes[to].is_none() {
                    let history = [at, to].map(|number| it.all.states()[number].clone());
                    let mut trail = HintTrail::new(it.board.clone());
                    fatal += 1;
                    detected += usize::from(sound(&mut trail, &history[1]).is_some());
                    let limits = JudgeLimits::default();
                    let found = alarm(&mut trail, &history, &limits, &mut |_| None);
                    let lost = found.and_then(|it| it.last_safe);
                    assert_eq!(lost, Some(LastSafe { safe: Some(0), dead: 1 }), "{}", it.name);
                }
                at = to;
            }
        }
    }
    assert!(fatal > 50, "{fatal} fatal pushes");
    assert!(detected * 10 >= fatal * 7, "{detected} of {fatal} are seen without a search");
}
