//! Properties that hold for every level: round trips, symmetry, undo.

use proptest::prelude::*;
use sokolab_core::reference::perft;
use sokolab_core::testing::{Chance, random_level};
use sokolab_core::text::{
    Format, ReadOptions, RowEncoding, WriteOptions, read_text, write_collection,
};
use sokolab_core::{
    Direction, Edge, GoalKind, Ground, LetterCase, Level, Location, Note, Notes, Picture, Place,
    Refusal, Rules, Session, Snapshot, check, verify,
};

fn any_rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::ALL.to_vec())
}

/// A random level as a `.sok` reader would return it, with an open edge and surrounding walls.
fn level(seed: u64, rules: Rules) -> Level {
    let level = random_level(&mut Chance::new(seed), rules, 5, 4);
    let picture = &level.picture;
    let picture = Picture::new(picture.width(), picture.places().to_vec(), Edge::Open);
    Level { picture, ..level }
}

/// The same level with an extra wall around it, so that every row starts and ends with a wall.
fn framed(level: &Level) -> Level {
    let (width, height) = (level.picture.width() + 2, level.picture.height() + 2);
    let places = (0..width * height).map(|at| {
        let (x, y) = (at % width, at / width);
        let inside = (1..width - 1).contains(&x) && (1..height - 1).contains(&y);
        if inside { level.picture.at(x - 1, y - 1) } else { Place::bare(Ground::Wall) }
    });
    let picture = Picture::new(width, places.collect(), Edge::Open);
    Level { picture, ..level.clone() }
}

fn any_notes() -> impl Strategy<Value = Notes> {
    let line = "[A-Za-z][A-Za-z ,.!?]{0,20}[a-z]";
    let field = (prop::sample::select(vec!["Author", "Date", "Difficulty", "Website"]), line)
        .prop_map(|(key, value)| Note::Field { key: key.to_owned(), value });
    let comment =
        prop::collection::vec(line, 1..4).prop_map(|lines| Note::Comment(lines.join("\n")));
    prop::collection::vec(prop_oneof![field, comment], 0..4).prop_map(Notes)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_as_sok_is_read_back(
        seed: u64,
        rules in any_rules(),
        title in prop::option::of("[A-Za-z#0-9][A-Za-z #0-9:]{0,18}[a-z0-9]"),
        header in any_notes(),
        notes in any_notes(),
        moves in prop::option::of("[lurdLURD]{1,30}"),
        encoded: bool,
    ) {
        let mut level = level(seed, rules);
        level.title = title;
        level.notes = notes;
        level.snapshots.extend(moves.map(|moves| {
            Snapshot { title: "Solution".to_owned(), moves, notes: Notes::default() }
        }));
        let encoding = if encoded { RowEncoding::RunLength } else { RowEncoding::Plain };
        let options = WriteOptions { encoding, ..WriteOptions::new(Format::Sok) };
        let levels = [level.clone(), level.clone()];
        // XSB has no glyph for exits or for things on dead fields; the writer refuses those.
        let Ok(text) = write_collection(&header, &levels, &options) else { return Ok(()) };
        let read = read_text(text.as_bytes(), ReadOptions::default());
        prop_assert_eq!(&read.findings, &[]);
        prop_assert_eq!(read.levels.len(), 2, "{}", text);
        prop_assert_eq!(&*read.header, &header, "{}", text);
        for again in read.levels {
            prop_assert_eq!(&again.title, &level.title, "{}", text);
            prop_assert_eq!(&again.picture, &level.picture, "{}", text);
            prop_assert_eq!(&again.snapshots, &level.snapshots, "{}", text);
            prop_assert_eq!(again.rules, level.rules, "{}", text);
            let mut notes = again.notes.clone();
            notes.0.retain(|note| !matches!(note, Note::Field { key, .. } if key == "Rules"));
            prop_assert_eq!(&notes, &level.notes, "{}", text);
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_told_where_it_is(
        seed: u64,
        row in 1_usize..8,
        column in 0_usize..8,
        slip in prop::sample::select(vec!['0', '1', '2', '3', '4', '8', 'X', '=', '?']),
    ) {
        let level = framed(&level(seed, Rules::OFFICIAL));
        let options = WriteOptions::new(Format::Sok);
        let written = write_collection(&Notes::default(), &[level], &options);
        let Ok(text) = written else { return Ok(()) };
        let lines = text.trim_end().lines();
        let mut rows: Vec<Vec<char>> = lines.map(|it| it.chars().collect()).collect();
        let (row, column) = (row % rows.len(), column % rows[0].len());
        rows[row][column] = slip;
        let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let text = text.join("\n");
        let read = read_text(text.as_bytes(), ReadOptions::default());
        prop_assert_eq!(read.levels.len(), 1, "{}", text);
        let errors = check(&read.levels[0]).expect_err("one character is unknown");
        let found: Vec<_> = errors.iter().map(|it| (it.kind.code(), it.location)).collect();
        let location = Location { line: row + 1, column: column + 1, length: 1 };
        prop_assert_eq!(found, [("E0102", Some(location))], "{}", text);
    }

    #[test]
    fn a_collection_reads_the_same_in_portions_of_any_size(seed: u64, size in 1_usize..40) {
        let levels = [level(seed, Rules::OFFICIAL), level(seed ^ 1, Rules::OFFICIAL)];
        let options = WriteOptions::new(Format::Sok);
        let written = write_collection(&Notes::default(), &levels, &options);
        let Ok(text) = written else { return Ok(()) };
        let whole = read_text(text.as_bytes(), ReadOptions::default());
        let mut reader = sokolab_core::text::Reader::new(ReadOptions::default());
        text.as_bytes().chunks(size).for_each(|chunk| reader.feed(chunk));
        reader.finish();
        let mut levels = Vec::new();
        while let Some(item) = reader.next_item() {
            if let sokolab_core::text::Item::Level(level) = item {
                levels.push(*level);
            }
        }
        prop_assert_eq!(levels, whole.levels);
    }

    #[test]
    fn turned_and_mirrored_levels_have_as_many_states(
        seed: u64,
        rules in any_rules(),
        turn in 0_usize..8,
    ) {
        let level = level(seed, rules);
        let turned = turned(&level, turn);
        let counts = |level: &Level| {
            check(level).map(|(board, state)| perft(&board, &state, 5)).map_err(|it| it.len())
        };
        prop_assert_eq!(counts(&level), counts(&turned));
    }

    #[test]
    fn undo_takes_back_what_was_played(
        seed: u64,
        rules in any_rules(),
        keys in prop::collection::vec(0_usize..8, 0..60),
    ) {
        let level = level(seed, rules);
        let Ok(mut session) = Session::new(&level) else { return Ok(()) };
        let mut states = vec![session.state().clone()];
        for key in keys {
            if session.play(Direction::ALL[key]).is_ok() {
                states.push(session.state().clone());
            }
        }
        let moves = session.moves();
        let verdict = verify(&level, &moves, LetterCase::Strict);
        let agrees = match verdict {
            Ok(_) => session.is_won(),
            Err(Refusal::NotSolved { .. }) => !session.is_won(),
            Err(_) => false,
        };
        prop_assert!(agrees, "the referee accepts every move of a session");
        let boxes: Vec<usize> = states.iter().map(|state| state.boxes.len()).collect();
        let may_follow = |pair: &[usize]| match rules.goal() {
            GoalKind::Keep => pair[0] == pair[1],
            GoalKind::Fill | GoalKind::Sink => pair[0] >= pair[1],
        };
        prop_assert!(boxes.windows(2).all(may_follow), "boxes are never made");
        for state in states.iter().rev().skip(1) {
            prop_assert!(session.undo().is_some());
            prop_assert_eq!(session.state(), state);
        }
        prop_assert!(session.undo().is_none());
        for state in states.iter().skip(1) {
            prop_assert!(session.redo().is_some());
            prop_assert_eq!(session.state(), state);
        }
        prop_assert!(session.redo().is_none());
    }
}

#[test]
fn a_row_without_walls_is_written_so_that_it_is_read_back() {
    let text = "#####|#@$.#|#####|--$\n";
    let read = read_text(text.as_bytes(), ReadOptions::default());
    let options = WriteOptions::new(Format::Sok);
    let written = write_collection(&Notes::default(), &read.levels, &options).expect("sok");
    let again = read_text(written.as_bytes(), ReadOptions::default());
    // The locations of the rows differ, because they are no longer encoded.
    let inside = |levels: &[Level]| levels.iter().map(|it| it.picture.clone()).collect::<Vec<_>>();
    assert_eq!(inside(&again.levels), inside(&read.levels));
}

#[test]
fn a_solution_above_its_level_is_kept_as_one() {
    let text = "Solution: R\nAuthor: me\n#####\n#@$.#\n#####\n";
    let read = read_text(text.as_bytes(), ReadOptions::default());
    assert_eq!(read.levels[0].snapshots.len(), 1);
    assert_eq!(read.levels[0].author(), Some("me"));
}

#[test]
fn an_empty_title_does_not_hide_a_later_one() {
    let text = "#####\n#@$.#\n#####\nTitle:\nTitle: Second\n";
    let read = read_text(text.as_bytes(), ReadOptions::default());
    assert_eq!(read.levels[0].title.as_deref(), Some("Second"));
    assert_eq!(read.levels[0].notes, Notes::default());
}

/// One of the eight rotated and mirrored forms of a level, which is square.
fn turned(level: &Level, turn: usize) -> Level {
    let size = level.picture.width();
    let mut picture = level.picture.clone();
    for y in 0..size {
        for x in 0..size {
            let (to_x, to_y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
            let to_x = if turn & 2 == 0 { to_x } else { size - 1 - to_x };
            let to_y = if turn & 4 == 0 { to_y } else { size - 1 - to_y };
            picture.put(to_x, to_y, level.picture.at(x, y));
        }
    }
    Level { picture, ..level.clone() }
}
