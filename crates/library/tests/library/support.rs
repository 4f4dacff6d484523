//! Test helpers: levels with solutions, and libraries in temporary folders.

use std::path::PathBuf;

use sokolab::analysis::Orientation;
use sokolab::levels::{QUARRY, QUARRY_SOLUTIONS, WORKSHOP};
use sokolab::text::{ReadOptions, read_text};
use sokolab::{Edge, Ground, LetterCase, Level, Picture, Place, Solution, parse_moves, verify};
use sokolab_library::{Import, Library};
use tempfile::TempDir;

/// A temporary folder with one library.
pub(crate) struct Shelf {
    folder: TempDir,
}

impl Shelf {
    pub(crate) fn new() -> Shelf {
        Shelf { folder: tempfile::tempdir().expect("a folder for temporary files") }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("library.db")
    }

    pub(crate) fn open(&self) -> Library {
        Library::open(&self.path()).expect("a library")
    }

    /// A closed library with all levels of a collection.
    pub(crate) fn with(levels: &[Level]) -> Shelf {
        let shelf = Shelf::new();
        import(&mut shelf.open(), "mine", levels);
        shelf
    }
}

/// Imports levels, all of which must be accepted.
pub(crate) fn import(library: &mut Library, collection: &str, levels: &[Level]) {
    let numbered = levels.iter().zip(1..).map(|(level, number)| Import { number, level });
    let numbered: Vec<Import<'_>> = numbered.collect();
    let added = library.import(collection, &numbered).expect("a library that can be written");
    assert!(added.iter().all(Result::is_ok), "{added:?}");
}

fn read(text: &str) -> Vec<Level> {
    read_text(text.as_bytes(), ReadOptions::default()).levels
}

/// Our own levels, each with a solution.
pub(crate) fn solved_levels() -> Vec<(Level, Solution)> {
    let workshop = read(WORKSHOP).into_iter().map(|level| {
        let moves = level.snapshots[0].moves.clone();
        (level, moves)
    });
    let quarry = read(QUARRY).into_iter().zip(QUARRY_SOLUTIONS.lines().map(str::to_owned));
    let solved = workshop.chain(quarry).map(|(level, moves)| {
        let moves = parse_moves(&moves).expect("letters");
        let verdict = verify(&level, &moves, LetterCase::Strict).expect("a solution");
        (level, verdict.solution)
    });
    solved.collect()
}

/// The levels without their stored solutions.
pub(crate) fn bare_levels() -> Vec<Level> {
    let levels = solved_levels().into_iter().map(|it| it.0);
    levels.map(|level| Level { snapshots: Vec::new(), ..level }).collect()
}

/// Another drawing of a level: transformed, in a frame with one extra row and column.
pub(crate) fn turned(level: &Level, turn: Orientation) -> Level {
    let picture = &level.picture;
    let size = (picture.width(), picture.height());
    let (width, height) = turn.size(size);
    let edge = picture.edge();
    let filler = Place::bare(if edge == Edge::Open { Ground::Wall } else { Ground::Rock });
    let mut result = Picture::new(width + 1, vec![filler; (width + 1) * (height + 1)], edge);
    for (x, y) in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
        let (new_x, new_y) = turn.place((x, y), size);
        result.put(new_x, new_y, picture.at(x, y));
    }
    Level::from_picture(result, level.rules)
}

/// Checks the whole library.
#[track_caller]
pub(crate) fn assert_sound(library: &Library) {
    let mut faults = Vec::new();
    let on = &mut |_| std::ops::ControlFlow::Continue(());
    library.check(&mut |fault| faults.push(fault), on).expect("a library that can be read");
    assert_eq!(faults, []);
}
