//! The ladder: bands of ten levels, each of the grade of its band.

use std::collections::BTreeSet;

use sokolab::analysis::CanonicalForm;
use sokolab::insight::Assessed;
use sokolab::insight::rating::{RatingLimits, SolutionToRate, rate_known};
use sokolab::levels::LADDER;
use sokolab::text::{ReadOptions, read_text};
use sokolab::{LetterCase, Level, Note, Solution, parse_moves, verify};

/// The solution that is stored with a level.
fn stored(level: &Level) -> Solution {
    let [snapshot] = level.snapshots.as_slice() else { panic!("one solution: {:?}", level.title) };
    let moves = parse_moves(&snapshot.moves).expect("moves");
    verify(level, &moves, LetterCase::Strict).expect("a solution").solution
}

fn note<'a>(level: &'a Level, wanted: &str) -> &'a str {
    let value = level.notes.0.iter().find_map(|note| match note {
        Note::Field { key, value } if key == wanted => Some(value.as_str()),
        _ => None,
    });
    value.unwrap_or_else(|| panic!("no {wanted}: {:?}", level.title))
}

#[test]
fn a_band_has_ten_levels_of_its_grade_from_easy_to_hard() {
    let mut ids = BTreeSet::new();
    for (band, (name, text)) in (1..).zip(LADDER) {
        let levels = read_text(text.as_bytes(), ReadOptions::default()).levels;
        assert_eq!(levels.len(), 10, "{name}");
        let mut easier = f64::NEG_INFINITY;
        for level in levels {
            let title = level.title.as_deref().unwrap_or_default();
            let solution = stored(&level);
            assert_eq!(note(&level, "Pushes"), solution.measures().pushes.to_string(), "{title}");
            let known = SolutionToRate { solution: Assessed::unproved(solution), nodes: None };
            let limits = RatingLimits::DEFAULT.without_states();
            let rating = rate_known(&level, known, &limits, &mut |_| None).expect("a rating");
            assert_eq!(rating.grade.step, band, "{title}: {:?}", rating.grade);
            assert!(rating.grade.score >= easier, "{title} is easier than the one before");
            easier = rating.grade.score;
            assert!(ids.insert(CanonicalForm::of_level(&level).expect("playable").id()), "{title}");
        }
    }
}
