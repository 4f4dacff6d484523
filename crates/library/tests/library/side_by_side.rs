//! Concurrent writers wait for each other, and nothing is lost.

use sokolab::Level;
use sokolab::analysis::Orientation;
use sokolab_library::{Import, Library, Origin};

use crate::support::{Shelf, assert_sound, bare_levels, solved_levels, turned};

#[test]
fn writers_wait_for_each_other_and_lose_nothing() {
    let shelf = Shelf::new();
    let levels = bare_levels();
    let solved = solved_levels();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (shelf, levels, solved) = (&shelf, &levels, &solved);
            scope.spawn(move || {
                // Each opens a file that does not exist yet.
                let mut library = Library::open(&shelf.path()).expect("a library");
                for (index, level) in levels.iter().enumerate() {
                    let drawn: Level = turned(level, Orientation::ALL[writer]);
                    let import = [Import { number: index + 1, level: &drawn }];
                    library.import(&format!("writer {writer}"), &import).expect("its turn");
                    let (level, solution) = &solved[index];
                    library.record(level, solution, Origin::Played, None).expect("its turn");
                }
            });
        }
    });
    let library = shelf.open();
    let statistics = library.statistics().expect("readable");
    assert_eq!((statistics.levels, statistics.collections), (levels.len(), 4));
    for (level, _) in &solved {
        let known = library.known(level).expect("readable").expect("known");
        assert_eq!((known.wins, known.solutions.len()), (4, 1));
    }
    for collection in library.collections().expect("readable") {
        assert_eq!(collection.progress.won, levels.len());
    }
    assert_sound(&library);
}
