//! The reader of JSON lines with levels, and their writer: what is read is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::text::{Format, ReadOptions, WriteOptions, read_text, write_level};
use sokolab_core::{Directions, GoalKind, Ground, Level, Picture, Place, check};
use sokolab_fuzz::read_and_use;

/// The puzzle of a level, however it is framed; `None` if it cannot be played. Doors and exits that
/// mean nothing under the rules of the level are floor, for its rows do not show them.
fn puzzle(level: &Level) -> Option<Picture> {
    let (board, state) = check(level).ok()?;
    let mut picture = Picture::of_puzzle(&board, &state);
    let has_doors = level.rules.steps() == Directions::Eight;
    let has_exits = level.rules.goal() == GoalKind::Fill;
    for at in 0..picture.places().len() {
        let (x, y) = (at % picture.width(), at / picture.width());
        let place = picture.at(x, y);
        let is_floor = match place.ground {
            Ground::Door => !has_doors,
            Ground::Exit => !has_exits,
            _ => false,
        };
        if is_floor {
            picture.put(x, y, Place { ground: Ground::Floor, ..place });
        }
    }
    Some(picture)
}

fuzz_target!(|bytes: &[u8]| {
    read_and_use(bytes, Some(Format::JsonLines));
    let options = || ReadOptions { format: Some(Format::JsonLines), legend: None };
    for level in read_text(bytes, options()).levels {
        let mut line = String::new();
        let written = write_level(&level, 1, &WriteOptions::new(Format::JsonLines), &mut line);
        let Some(drawn) = puzzle(&level).filter(|_| level.findings.is_empty()) else {
            continue;
        };
        written.expect("every level that can be played can be written");
        let again = read_text(line.as_bytes(), options()).levels;
        assert_eq!(again.len(), 1, "{line}");
        // A map whose floor lies at its edge is written with a frame around it.
        assert_eq!(puzzle(&again[0]), Some(drawn), "{line}");
        assert_eq!((&again[0].title, again[0].rules), (&level.title, level.rules), "{line}");
    }
});
