//! Files of solutions: in any portions the same, and no claim is lost or taken twice. Every line is
//! an answer too, or it is known why not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::read_level;
use sokolab_core::text::Alphabet;
use sokolab_wire::{Answer, Place, SolutionsReader};

/// Levels for which solutions are taken.
const LEVELS: usize = 20;

/// Texts with more digits may have huge counts, which take long to expand: the target `moves` looks
/// at those.
const DIGITS_MAX: usize = 5;

fuzz_target!(|bytes: &[u8]| {
    let digits = bytes.iter().filter(|it| it.is_ascii_digit()).count();
    let is_small = bytes.len() < 64 && digits <= DIGITS_MAX;
    if is_small {
        bytes.split(|&byte| byte == b'\n').for_each(|line| drop(Answer::read(line)));
    }
    for alphabet in [Alphabet::Lurd, Alphabet::Vi] {
        let mut whole = SolutionsReader::new(alphabet);
        whole.feed(bytes);
        let mut pieces = SolutionsReader::new(alphabet);
        bytes.chunks(1 + bytes.len() % 7).for_each(|piece| pieces.feed(piece));
        let whole = whole.finish();
        assert_eq!(whole, pieces.finish());
        let Ok(mut solutions) = whole else {
            continue;
        };
        if bytes.len() % 2 == 1 {
            solutions.for_selection(LEVELS);
        }
        let any = read_level("#####\n#@$.#\n#####\n").expect("a level");
        let mut taken = 0;
        for level in 1..=LEVELS {
            let place = Place { file: "folder/a.sok".to_owned(), level };
            for claimed in solutions.take(&place, &any) {
                if is_small {
                    let _ = claimed.claim.moves();
                }
                taken += 1;
            }
        }
        let lines = bytes.split(|&byte| byte == b'\n').count();
        let unused = solutions.unused(&|_| true).len();
        // The plan of a planner is one claim, for every level.
        assert!(taken + unused <= lines.max(LEVELS), "{taken} and {unused} of {lines}");
    }
});
