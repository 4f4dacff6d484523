//! The reader of JSON lines with levels, and their writer: what is read is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::text::{Format, ReadOptions, WriteOptions, read_text, write_level};
use sokolab_core::{Level, Picture, check};
use sokolab_fuzz::read_and_use;

/// The puzzle of a level, however it is framed; `None` if it cannot be played.
fn puzzle(level: &Level) -> Option<Picture> {
    let (board, state) = check(level).ok()?;
    Some(Picture::of_puzzle(&board, &state))
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
