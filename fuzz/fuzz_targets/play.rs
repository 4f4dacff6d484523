//! Random play on random boards: the session, its undo and the referee agree.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use sokolab_core::{
    Board, Direction, Edge, GoalKind, Ground, LetterCase, Level, MoveKind, Picture, Place, Refusal,
    Rules, Session, State, lay_out, verify,
};

const WIDTH_MAX: usize = 12;
const PLACES_MAX: usize = 120;

#[derive(Arbitrary, Debug)]
struct Input {
    rules: u8,
    width: u8,
    keeper: u8,
    places: Vec<u8>,
    actions: Vec<u8>,
}

fuzz_target!(|input: Input| {
    let Some(level) = level_of(&input) else {
        return;
    };
    let Ok(mut session) = Session::new(&level) else {
        return;
    };
    let start = session.state().clone();
    // What `session` must have kept, and what it must be able to redo.
    let mut past = vec![start.clone()];
    let mut future: Vec<State> = Vec::new();
    for action in &input.actions {
        let before = session.state().clone();
        match action % 10 {
            8 => undo(&mut session, &mut past, &mut future),
            9 => redo(&mut session, &mut past, &mut future),
            index => {
                let played = session.play(Direction::ALL[usize::from(index)]);
                check_play(session.board(), &before, session.state(), played.ok());
                if played.is_ok() {
                    past.push(session.state().clone());
                    future.clear();
                }
            }
        }
        assert_eq!(Some(session.state()), past.last());
        assert_eq!(session.moves().len() + 1, past.len());
        check_counts(session.board(), &start, session.state());
    }
    check_referee(&level, &session);
});

/// A board with solid edges, so that most inputs can be played.
fn level_of(input: &Input) -> Option<Level> {
    let width = 1 + usize::from(input.width) % WIDTH_MAX;
    let count = input.places.len().min(PLACES_MAX) / width * width;
    let mut places: Vec<Place> = input.places[..count].iter().map(|&it| place_of(it)).collect();
    let keeper = places.get_mut(usize::from(input.keeper) % count.max(1))?;
    *keeper = Place::with_keeper(keeper.ground);
    let picture = Picture::new(width, places, Edge::Solid);
    let rules = Rules::ALL[usize::from(input.rules) % Rules::ALL.len()];
    Some(Level::from_picture(picture, rules))
}

fn place_of(byte: u8) -> Place {
    match byte % 16 {
        0..=6 => Place::bare(Ground::Floor),
        7 => Place::bare(Ground::Wall),
        8 => Place::bare(Ground::Rock),
        9 => Place::bare(Ground::Goal),
        10 => Place::bare(Ground::Exit),
        11 => Place::bare(Ground::Door),
        12 => Place::bare(Ground::DeadField),
        13 | 14 => Place::with_box(Ground::Floor),
        _ => Place::with_box(Ground::Goal),
    }
}

fn undo(session: &mut Session, past: &mut Vec<State>, future: &mut Vec<State>) {
    let undone = session.undo();
    assert_eq!(undone.is_some(), past.len() > 1);
    if undone.is_some() {
        future.extend(past.pop());
    }
}

fn redo(session: &mut Session, past: &mut Vec<State>, future: &mut Vec<State>) {
    let redone = session.redo();
    assert_eq!(redone.is_some(), !future.is_empty());
    past.extend(future.pop());
}

/// A refused move changes nothing, a step only the keeper, and a push moves one box.
fn check_play(board: &Board, before: &State, after: &State, played: Option<MoveKind>) {
    match played {
        None => assert_eq!(before, after),
        Some(MoveKind::Step) => {
            assert_ne!(before.keeper, after.keeper);
            assert_eq!((&before.boxes, &before.filled), (&after.boxes, &after.filled));
        }
        Some(MoveKind::Push) => {
            assert!(before.boxes.contains(after.keeper), "the keeper takes the place of the box");
            assert!(before.boxes.difference(&after.boxes).len() == 1);
        }
    }
    assert!(!after.boxes.contains(after.keeper));
    assert!(!after.is_open_hole(board, after.keeper));
}

/// Boxes never come into being, and go only where the rules let them.
fn check_counts(board: &Board, start: &State, state: &State) {
    assert!(state.filled.is_subset(board.goals()));
    match board.rules().goal() {
        GoalKind::Keep => assert_eq!(state.boxes.len(), start.boxes.len()),
        GoalKind::Sink => assert!(state.boxes.len() <= start.boxes.len()),
        GoalKind::Fill => assert_eq!(
            state.boxes.len() + state.filled.len(),
            start.boxes.len() + start.filled.len()
        ),
    }
}

/// The referee replays the level from its picture and must come to the same end.
fn check_referee(level: &Level, session: &Session) {
    let moves = session.moves();
    match verify(level, &moves, LetterCase::Strict) {
        Ok(verdict) => {
            assert!(session.is_won());
            assert_eq!(verdict.solution.moves(), &moves);
        }
        Err(Refusal::NotSolved { keeper, .. }) => {
            assert!(!session.is_won());
            assert_eq!(keeper, session.board().position(session.state().keeper));
        }
        Err(refusal) => panic!("the session allowed what the referee refuses: {refusal}"),
    }
    let picture = level.picture.with_state(session.board(), session.state());
    let later = Level::from_picture(picture, level.rules);
    let (board, state) = lay_out(&later).expect("play keeps a level playable");
    assert_eq!(sokolab_core::is_won(&board, &state), session.is_won());
}
