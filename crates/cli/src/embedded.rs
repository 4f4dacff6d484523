//! The levels that come with the program.

/// Their files: names as shown, and contents.
pub(crate) const FILES: [(&str, &str); 2] = [
    ("workshop.sok", include_str!("../../../levels/workshop.sok")),
    ("quarry.txt", include_str!("../../../levels/quarry.txt")),
];

/// Small levels whose moves are forced, to see where methods stall.
pub(crate) const FORCED: &str = include_str!("../../../levels/forced.sok");

#[cfg(test)]
mod tests {
    use sokolab::analysis::CanonicalForm;
    use sokolab::generator::rating::{Known, RatingLimits, rate_known};
    use sokolab::text::{ReadOptions, read_text};
    use sokolab::{LetterCase, Level, parse_moves, verify};

    use super::FILES;

    /// The solutions of the second file, which has no room for them.
    const QUARRY: &str = include_str!("../../../levels/quarry.lurd");

    fn levels(file: usize) -> Vec<Level> {
        let read = read_text(FILES[file].1.as_bytes(), ReadOptions::default());
        assert!(read.findings.is_empty(), "{:?}", read.findings);
        read.levels
    }

    fn with_solutions() -> Vec<Vec<(Level, String)>> {
        let own = |level: Level| {
            let moves = level.snapshots.first().expect("a solution").moves.clone();
            (level, moves)
        };
        let workshop = levels(0).into_iter().map(own).collect();
        assert_eq!(levels(1).len(), QUARRY.lines().count());
        let quarry = levels(1).into_iter().zip(QUARRY.lines().map(str::to_owned)).collect();
        vec![workshop, quarry]
    }

    #[test]
    fn levels_have_titles_and_solutions_and_get_harder() {
        for file in with_solutions() {
            let mut last = f64::NEG_INFINITY;
            for (level, moves) in file {
                let title = level.title.clone().expect("a title");
                let moves = parse_moves(&moves).expect("letters");
                let verdict = verify(&level, &moves, LetterCase::Strict).expect("a solution");
                let known = Known { solution: verdict.solution, optimal: false, nodes: None };
                let limits = RatingLimits::DEFAULT.without_states();
                let rating = rate_known(&level, known, &limits, &mut |_| None).expect("playable");
                assert!(rating.grade.score >= last, "{title}");
                last = rating.grade.score;
            }
        }
    }

    #[test]
    fn no_level_is_there_twice() {
        let all: Vec<Level> = levels(0).into_iter().chain(levels(1)).collect();
        let id = |level: &Level| CanonicalForm::of_level(level).expect("playable").id();
        let mut ids: Vec<_> = all.iter().map(id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all.len());
    }
}
