//! A library of levels in one file: what is known about each of them, and what a player did.
//!
//! Levels are told apart by their canonical form, so a level that two files hold, turned or
//! reflected perhaps, is one level here. A [`Library`] keeps for each level the solutions that no
//! other one beats in both pushes and moves, what was proved about the fewest of them, games that
//! were left, and the collections that hold the level. Solutions are handed out for the level *as
//! asked*: they are turned with it, and the referee replays them first.
//!
//! The file is an `SQLite` database in WAL mode. Several programs may use it at the same time: they
//! write one after the other, and everything that a method has written stays, even if the program
//! is killed. [`Library::open`] refuses damaged files and never writes to them.
//!
//! ```
//! use sokolab_core::{LetterCase, Level, parse_moves, verify};
//! use sokolab_library::{Library, Origin};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("mine.sokolab");
//! let level: Level = "#######\n#@ $ .#\n#######".parse()?;
//! let moves = parse_moves("rRR").expect("letters");
//! let solution = verify(&level, &moves, LetterCase::Strict)?.solution;
//!
//! let mut library = Library::open(&path)?;
//! library.record(&level, &solution, Origin::Played, None)?;
//!
//! let mirrored: Level = "#######\n#. $ @#\n#######".parse()?;
//! let known = library.known(&mirrored)?.expect("the same level");
//! assert_eq!(known.solutions[0].solution.moves().to_string(), "lLL");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod carry;
mod check;
mod collections;
mod drawing;
mod error;
mod front;
mod games;
mod header;
mod import;
mod known;
mod levels;
mod library;
mod origin;
mod prepared;
mod record;
mod schema;
mod statistics;

pub use check::{CheckProgress, Fault};
pub use collections::{Collection, CollectionEntry, Progress, Way};
pub use error::{LibraryError, Refused};
pub use games::SavedGame;
pub use import::{Added, Import};
pub use known::{Answer, Known, KnownSolution};
pub use levels::{LevelSummary, StoredLevel};
pub use library::Library;
pub use origin::Origin;
pub use record::Recorded;
pub use statistics::Statistics;
