//! Legends as given on the command line, and a text read with them.
//!
//! The first line of the input is the legend, the rest the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::check;
use sokolab_core::text::{Format, Legend, ReadOptions, read_text};

fuzz_target!(|text: &str| {
    let (legend, rest) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(legend) = Legend::parse(legend) else {
        return;
    };
    for character in (0..128_u8).map(char::from) {
        if let Some(place) = legend.place(character) {
            assert_eq!(legend.place(legend.character(place)), Some(place), "{character:?}");
        }
    }
    let options = ReadOptions { format: Some(Format::Sok), legend: Some(legend) };
    for level in read_text(rest.as_bytes(), options).levels {
        let _ = check(&level);
    }
});
