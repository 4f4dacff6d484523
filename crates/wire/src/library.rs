//! Lines of `soko library`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sokolab::{Level, Solution};

use crate::place::{Place, Subject};

/// What became of the levels of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryImportLine {
    /// `sokolab/library-import/1`.
    pub schema: String,
    /// The file.
    pub file: String,
    /// The collection that they belong to now.
    pub collection: String,
    /// Levels read.
    pub levels: usize,
    /// Those that were not in the library before.
    pub new: usize,
    /// Those that cannot be played.
    pub invalid: usize,
    /// Solutions that are better than those known before.
    pub solutions: usize,
    /// Solutions that do not solve their level.
    pub refused: usize,
}

/// A level in the list of a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryListLine {
    /// `sokolab/library-list/1`.
    pub schema: String,
    /// The level.
    pub id: String,
    /// Its title.
    pub title: Option<String>,
    /// The rule set's name.
    pub rules: String,
    /// Boxes.
    pub boxes: usize,
    /// Floor squares.
    pub squares: usize,
    /// The fewest pushes of a known solution; `null` without one.
    pub pushes: Option<usize>,
    /// The fewest moves of a known solution.
    pub moves: Option<usize>,
    /// Whether it is proved that no solution has fewer pushes.
    pub optimal: bool,
    /// How often a player has solved it.
    pub wins: usize,
}

/// A solution in a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibrarySolution {
    /// Its pushes.
    pub pushes: usize,
    /// Its moves.
    pub moves: usize,
    /// `imported`, `solved` or `played`.
    pub origin: String,
    /// The moves, for the rows of this line.
    pub solution: String,
}

impl LibrarySolution {
    /// The line of a solution that came from somewhere.
    #[must_use]
    pub fn new(solution: &Solution, origin: &str) -> LibrarySolution {
        LibrarySolution {
            pushes: solution.measures().pushes,
            moves: solution.measures().moves,
            origin: origin.to_owned(),
            solution: solution.moves().to_string(),
        }
    }
}

/// Everything that a library knows about a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryShowLine {
    /// `sokolab/library-show/1`.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// Whether it is in the library.
    pub known: bool,
    /// The fewest pushes, if they are proved.
    pub fewest_pushes: Option<usize>,
    /// The fewest moves, if they are proved for these rows.
    pub fewest_moves: Option<usize>,
    /// How often a player has solved it.
    pub wins: usize,
    /// The solution with the fewest pushes; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The solutions that no other one beats in both pushes and moves.
    pub solutions: Vec<LibrarySolution>,
    /// The collections that hold it, and its numbers there.
    pub collections: Vec<(String, usize)>,
}

impl LibraryShowLine {
    /// The line for a level about which nothing is known.
    #[must_use]
    pub fn unknown(place: Place, level: &Level) -> LibraryShowLine {
        LibraryShowLine {
            schema: "sokolab/library-show/1".to_owned(),
            subject: Subject::new(place, level),
            known: false,
            fewest_pushes: None,
            fewest_moves: None,
            wins: 0,
            solution: None,
            solutions: Vec::new(),
            collections: Vec::new(),
        }
    }
}

/// A collection and how far one has come in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryCollection {
    /// Its name.
    pub name: String,
    /// Its levels.
    pub levels: usize,
    /// Those for which a solution is known.
    pub solved: usize,
    /// Those that a player has solved.
    pub won: usize,
}

/// What a library holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryStatsLine {
    /// `sokolab/library-stats/1`.
    pub schema: String,
    /// The file of the library.
    pub library: String,
    /// Levels.
    pub levels: usize,
    /// Levels for which a solution is known.
    pub solved: usize,
    /// Levels whose fewest pushes are proved.
    pub fewest_pushes: usize,
    /// Levels whose fewest moves are proved.
    pub fewest_moves: usize,
    /// Levels that a player has solved.
    pub won: usize,
    /// Solutions.
    pub solutions: usize,
    /// Games and bookmarks.
    pub games: usize,
    /// Levels by rule set.
    pub rules: BTreeMap<String, usize>,
    /// The collections.
    pub collections: Vec<LibraryCollection>,
}

/// A fault in a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryFault {
    /// The level that it is about; `null` if it is about the file.
    pub id: Option<String>,
    /// What is wrong.
    pub message: String,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryCheckLine {
    /// `sokolab/library-check/1`.
    pub schema: String,
    /// The file of the library.
    pub library: String,
    /// Whether nothing is wrong.
    pub ok: bool,
    /// Levels looked at.
    pub levels: usize,
    /// Solutions replayed.
    pub solutions: usize,
    /// What is wrong.
    pub faults: Vec<LibraryFault>,
}
