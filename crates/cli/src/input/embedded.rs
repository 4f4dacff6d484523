//! The levels that come with the program.

use std::path::Path;

/// A collection.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Collection {
    /// The name of its file, which is shown and may be used as a level argument.
    pub(crate) file: &'static str,
    pub(crate) text: &'static str,
}

/// The collections that are used when no file is named.
pub(crate) static COLLECTIONS: [Collection; 2] = [
    Collection { file: "workshop.sok", text: include_str!("../../../../levels/workshop.sok") },
    Collection { file: "quarry.txt", text: include_str!("../../../../levels/quarry.txt") },
];

/// The collection with this name, with or without its extension.
pub(crate) fn find(name: &Path) -> Option<&'static Collection> {
    let is_meant = |collection: &&Collection| {
        let file = Path::new(collection.file);
        name == file || Some(name.as_os_str()) == file.file_stem()
    };
    COLLECTIONS.iter().find(is_meant)
}

/// Small levels whose moves are forced, to see where methods stall.
pub(crate) const FORCED: &str = include_str!("../../../../levels/forced.sok");

#[cfg(test)]
mod tests {
    use sokolab::analysis::CanonicalForm;
    use sokolab::insight::Assessed;
    use sokolab::insight::rating::{KnownSolution, RatingLimits, rate_known};
    use sokolab::text::{ReadOptions, read_text};
    use sokolab::{LetterCase, Level, parse_moves, verify};

    use super::COLLECTIONS;

    /// The solutions of the second file, which has no room for them.
    const QUARRY: &str = include_str!("../../../../levels/quarry.lurd");

    fn levels(file: usize) -> Vec<Level> {
        let read = read_text(COLLECTIONS[file].text.as_bytes(), ReadOptions::default());
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
                let solution = Assessed::unproved(verdict.solution);
                let known = KnownSolution { solution, nodes: None };
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
