//! Moves as text: what is read is written and read again as the same moves.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::text::{Alphabet, parse_moves_in, write_moves_in};

/// Expanded texts beyond this are read, but not written: they would only take time.
const MOVES_MAX: usize = 100_000;

/// Counts of so many digits make texts that take a hundred thousand times longer to expand than the
/// others; one in `HUGE_SHARE` of them is enough.
const HUGE_DIGITS: usize = 5;
const HUGE_SHARE: usize = 16;

fuzz_target!(|text: &str| {
    let runs = text.split(|it: char| !it.is_ascii_digit());
    if runs.map(str::len).max() >= Some(HUGE_DIGITS) && !text.len().is_multiple_of(HUGE_SHARE) {
        return;
    }
    for alphabet in [Alphabet::Lurd, Alphabet::Vi] {
        let Ok(moves) = parse_moves_in(text, alphabet) else {
            continue;
        };
        if moves.len() > MOVES_MAX {
            continue;
        }
        for other in [Alphabet::Lurd, Alphabet::Vi] {
            let written = write_moves_in(&moves, other);
            assert_eq!(parse_moves_in(&written, other).as_ref(), Ok(&moves));
        }
    }
});
