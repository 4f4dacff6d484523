//! The alarm on our own levels: it fires on no state of a solution.

use sokolab::insight::alarm::boxes_to_spare;
use sokolab::insight::verdict::detect;
use sokolab::levels::{FIRST_STEPS, QUARRY, QUARRY_SOLUTIONS, WORKSHOP};
use sokolab::text::{ReadOptions, read_text};
use sokolab::{Level, MoveKind, Moves, Session, parse_moves};

fn levels(text: &str) -> Vec<Level> {
    read_text(text.as_bytes(), ReadOptions::default()).levels
}

/// Levels with the solutions that come with them.
fn solved() -> Vec<(Level, Moves)> {
    let own = levels(WORKSHOP).into_iter().chain(levels(FIRST_STEPS)).flat_map(|level| {
        let moves = level.snapshots.iter().map(|it| parse_moves(&it.moves).expect("moves"));
        let moves: Vec<Moves> = moves.collect();
        moves.into_iter().map(move |moves| (level.clone(), moves))
    });
    let listed = levels(QUARRY).into_iter().zip(QUARRY_SOLUTIONS.lines());
    let listed = listed.map(|(level, line)| (level, parse_moves(line).expect("moves")));
    own.chain(listed).collect()
}

#[test]
fn the_alarm_is_silent_along_our_solutions() {
    // The detectors take milliseconds for each state, and there are thousands.
    let share = if std::env::var_os("SOKO_SLOW").is_some() { 1 } else { 5 };
    let mut states = 0;
    for (level, moves) in solved() {
        let mut session = Session::new(&level).expect("our levels are playable");
        for it in moves.as_slice() {
            let kind = session.play(it.direction).expect("our solutions are legal");
            states += usize::from(kind == MoveKind::Push);
            if kind == MoveKind::Push && states % share == 0 {
                let (board, state) = (session.board(), session.state());
                let dead = detect(board, state).map(|it| it.sentence);
                assert_eq!(dead, None, "{:?}", level.title);
                assert!(boxes_to_spare(board, state).is_some(), "{:?}", level.title);
            }
        }
        assert!(session.is_won());
    }
    assert!(states > 1_000, "{states}");
}
