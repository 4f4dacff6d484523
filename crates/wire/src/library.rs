//! Lines of `soko library import` and `soko library show`; the others are types of the library in a
//! [`Line`](crate::Line).

use serde::Serialize;
use sokolab::{Level, Solution};

use crate::place::{Place, Subject};

/// What became of the levels of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
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

/// A solution in a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    /// The line for a solution with its origin.
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

/// Everything in the library about a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    #[serde(skip_serializing_if = "Option::is_none")]
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
