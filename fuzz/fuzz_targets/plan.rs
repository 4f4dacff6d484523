//! Plans of a planner: what becomes moves can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::parse_moves;
use sokolab_core::text::plan_to_moves;

fuzz_target!(|text: &str| {
    if let Ok(moves) = plan_to_moves(text) {
        assert_eq!(parse_moves(&moves.to_string()).as_ref(), Ok(&moves));
    }
});
