//! Everything that `soko verify` reads: levels, then after a line with a number sign, solutions.
//!
//! What the referee accepts is accepted again with the letters that it gives, and has the measures
//! that counting gives.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::text::{Alphabet, ReadOptions, parse_moves_in, read_text};
use sokolab_core::{LetterCase, Rules, verify};
use sokolab_wire::{Claim, Place, SolutionsReader};

/// The line between levels and solutions.
const MARK: &[u8] = b"\n#\n";

/// Moves beyond this are read by the target `moves`.
const MOVES_MAX: usize = 10_000;

fuzz_target!(|bytes: &[u8]| {
    let Some(at) = bytes.windows(MARK.len()).position(|it| it == MARK) else {
        return;
    };
    let (levels, claims) = (&bytes[..at], &bytes[at + MARK.len()..]);
    // Counts of many digits only take time.
    if claims.windows(5).any(|it| it.iter().all(u8::is_ascii_digit)) {
        return;
    }
    let mut reader = SolutionsReader::new(Alphabet::Lurd);
    reader.feed(claims);
    let Ok(mut solutions) = reader.finish() else {
        return;
    };
    let text = read_text(levels, ReadOptions::default());
    for (index, level) in text.levels.iter().enumerate() {
        let place = Place { file: "a.sok".to_owned(), level: index + 1 };
        for claimed in solutions.take(&place, level) {
            let Claim::Moves { text, alphabet } = &claimed.claim else {
                continue;
            };
            let Ok(moves) = parse_moves_in(text, *alphabet) else {
                continue;
            };
            if moves.len() > MOVES_MAX {
                continue;
            }
            for rules in Rules::ALL {
                let level = level.clone().with_rules(rules);
                let verdict = verify(&level, &moves, LetterCase::Corrected);
                let _ = verify(&level, &moves, LetterCase::Strict);
                if let Ok(verdict) = verdict {
                    let solution = verdict.solution;
                    assert_eq!(solution.measures().moves, moves.len());
                    let again = verify(&level, solution.moves(), LetterCase::Strict);
                    let again = again.expect("the letters are the referee's own").solution;
                    assert_eq!(again.measures(), solution.measures());
                }
            }
        }
    }
    let _ = solutions.unused(&|_| true);
});
