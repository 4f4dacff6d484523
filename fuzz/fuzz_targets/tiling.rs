//! Tiling problems as text: what is read is written and read again as the same problem.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_tiling::{read_problem, write_problem};

fuzz_target!(|text: &str| {
    let Ok((tiles, problem)) = read_problem(text) else {
        return;
    };
    // Tiles that no cell knows are left out the first time, so only the second is the same.
    let once = write_problem(&problem, &tiles, |tile| tiles.name(tile).to_owned());
    let (tiles, problem) = read_problem(&once).expect("it was just written");
    let twice = write_problem(&problem, &tiles, |tile| tiles.name(tile).to_owned());
    assert_eq!(once, twice);
});
