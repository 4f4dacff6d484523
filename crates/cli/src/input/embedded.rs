//! The embedded levels.

use std::path::Path;

use sokolab::levels::{LADDER, QUARRY, WORKSHOP};

/// A collection.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Collection {
    /// The name of its file, which is shown and may be used as a level argument.
    pub(crate) file: &'static str,
    pub(crate) text: &'static str,
}

/// The collections that are used when no file is named.
pub(crate) static COLLECTIONS: [Collection; 2] = [
    Collection { file: "workshop.sok", text: WORKSHOP },
    Collection { file: "quarry.txt", text: QUARRY },
];

/// The bands of the ladder, which are used when they are named.
static BANDS: [Collection; LADDER.len()] = {
    let mut bands = [const { Collection { file: "", text: "" } }; LADDER.len()];
    let mut index = 0;
    while index < LADDER.len() {
        bands[index] = Collection { file: LADDER[index].0, text: LADDER[index].1 };
        index += 1;
    }
    bands
};

/// The collection with this name, with or without its extension.
pub(crate) fn find(name: &Path) -> Option<&'static Collection> {
    let is_meant = |collection: &&Collection| {
        let file = Path::new(collection.file);
        name == file || Some(name.as_os_str()) == file.file_stem()
    };
    COLLECTIONS.iter().chain(&BANDS).find(is_meant)
}

/// The collection whose name is most similar to a name that is not a file.
pub(crate) fn similar(name: &Path) -> Option<&'static str> {
    let name = name.to_str()?.to_lowercase();
    let name = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let stems =
        COLLECTIONS.iter().chain(&BANDS).filter_map(|it| Path::new(it.file).file_stem()?.to_str());
    stems.map(|stem| (edits_between(stem, name), stem)).min().filter(|it| it.0 <= 2).map(|it| it.1)
}

/// The edit distance of two names.
fn edits_between(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for at in 0..other.len() {
            let replaced = diagonal + usize::from(letter != other[at]);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

pub(crate) use sokolab::levels::FORCED;

#[cfg(test)]
mod tests {
    use sokolab::analysis::CanonicalForm;
    use sokolab::insight::Assessed;
    use sokolab::insight::rating::{RatingLimits, SolutionToRate, rate_known};
    use sokolab::levels::QUARRY_SOLUTIONS;
    use sokolab::text::{ReadOptions, read_text};
    use sokolab::{LetterCase, Level, parse_moves, verify};

    use super::COLLECTIONS;

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
        assert_eq!(levels(1).len(), QUARRY_SOLUTIONS.lines().count());
        let quarry =
            levels(1).into_iter().zip(QUARRY_SOLUTIONS.lines().map(str::to_owned)).collect();
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
                let known = SolutionToRate { solution, nodes: None };
                // Waste lowers the grade as a flaw of the design, not because it makes a level
                // easier.
                let limits = RatingLimits::DEFAULT.without_states().without_waste();
                let rating = rate_known(&level, known, &limits, &mut |_| None).expect("playable");
                assert!(rating.grade.score >= last, "{title}");
                last = rating.grade.score;
            }
        }
    }

    #[test]
    fn issue_16_a_misspelt_collection_is_recognised() {
        let meant = |name: &str| super::similar(std::path::Path::new(name));
        for name in ["Workshop", "WORKSHOP.SOK", "workshp", "workshop.txt"] {
            assert_eq!(meant(name), Some("workshop"), "{name}");
        }
        assert_eq!(meant("quary"), Some("quarry"));
        for name in ["levels", "shop", "a.sok", "", "some/workshop", "querns"] {
            assert_eq!(meant(name), None, "{name}");
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
