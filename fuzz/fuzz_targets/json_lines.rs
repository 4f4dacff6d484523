//! The reader of JSON lines with levels, and their writer: what is read is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::check;
use sokolab_core::text::{Format, ReadOptions, WriteOptions, read_text, write_level};
use sokolab_fuzz::read_and_use;

fuzz_target!(|bytes: &[u8]| {
    read_and_use(bytes, Some(Format::JsonLines));
    let options = || ReadOptions { format: Some(Format::JsonLines), legend: None };
    for level in read_text(bytes, options()).levels {
        let mut line = String::new();
        let written = write_level(&level, 1, &WriteOptions::new(Format::JsonLines), &mut line);
        if written.is_err() || !level.findings.is_empty() || check(&level).is_err() {
            continue;
        }
        let again = read_text(line.as_bytes(), options()).levels;
        assert_eq!(again.len(), 1, "{line}");
        assert_eq!((&again[0].picture, &again[0].title), (&level.picture, &level.title), "{line}");
        assert_eq!(again[0].rules, level.rules, "{line}");
    }
});
