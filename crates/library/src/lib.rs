//! A library of levels in one file: levels, known solutions and games.
//!
//! Levels are identified by their canonical form, so a level that occurs in two files, perhaps
//! rotated or reflected, is stored once. For each level, a [`Library`] keeps the solutions that no
//! other one beats in both pushes and moves, what was proved about the fewest of them, unfinished
//! games, and the collections that contain the level. Solutions are returned for the level *as
//! asked*: they are transformed with it and verified by the referee first.
//!
//! The file is an `SQLite` database in WAL mode. Several programs may use it at the same time:
//! writers wait for each other, and everything that a method has written survives, even if the
//! program is killed. [`Library::open`] refuses corrupt files and never writes to them.
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

pub use check::{CheckProgress, StorageFault};
pub use collections::{Collection, CollectionEntry, CollectionProgress, LookDirection};
pub use error::{LibraryError, NotStorable};
pub use games::SavedGame;
pub use import::{Import, ImportedLevel};
pub use known::{KnownSolution, LevelKnowledge, StoredAnswer};
pub use levels::{LevelSummary, StoredLevel};
pub use library::Library;
pub use origin::Origin;
pub use record::Recorded;
pub use statistics::Statistics;
