//! Corrupt, foreign or newer files are refused and left unchanged.

use sokolab_library::{Library, LibraryError};

use crate::support::{Shelf, assert_sound, bare_levels, solved_levels};

#[track_caller]
fn check_refused(shelf: &Shelf, is_expected: fn(&LibraryError) -> bool) {
    let before = std::fs::read(shelf.path()).expect("a file");
    for open in [Library::open, Library::open_existing] {
        let error = open(&shelf.path()).expect_err("it is no sound library");
        assert!(is_expected(&error), "{error:?}");
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(std::fs::read(shelf.path()).expect("a file"), before, "it was written to");
}

#[test]
fn damaged_files_are_refused_and_left_alone() {
    let shelf = Shelf::with(&bare_levels());
    let whole = std::fs::read(shelf.path()).expect("a file");
    let page = 4096;
    assert!(whole.len() > 6 * page, "the library has several pages");
    let is_damaged = |it: &LibraryError| {
        matches!(it, LibraryError::Damaged { .. } | LibraryError::NotALibrary(_))
    };
    for at in [page, 2 * page, 4 * page] {
        let mut bytes = whole.clone();
        bytes[at..at + 64].fill(0xA5);
        std::fs::write(shelf.path(), bytes).expect("written");
        check_refused(&shelf, is_damaged);
    }
    for length in [100, page, whole.len() - page, whole.len() - 10] {
        std::fs::write(shelf.path(), &whole[..length]).expect("written");
        check_refused(&shelf, is_damaged);
    }
    std::fs::write(shelf.path(), &whole).expect("written");
    assert_sound(&shelf.open());
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let shelf = Shelf::new();
    let is_foreign = |it: &LibraryError| matches!(it, LibraryError::NotALibrary(_));
    std::fs::write(shelf.path(), "#####\n#@$.#\n#####\n").expect("written");
    check_refused(&shelf, is_foreign);
    std::fs::remove_file(shelf.path()).expect("removed");
    let other = rusqlite::Connection::open(shelf.path()).expect("a database");
    other.execute_batch("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)").expect("a table");
    drop(other);
    check_refused(&shelf, is_foreign);
}

#[test]
fn a_newer_version_is_refused_and_a_missing_file_is_not_made() {
    let shelf = Shelf::with(&bare_levels());
    let connection = rusqlite::Connection::open(shelf.path()).expect("a database");
    connection.pragma_update(None, "user_version", 99).expect("a number");
    drop(connection);
    check_refused(&shelf, |it| matches!(it, LibraryError::Newer { version: 99, .. }));
    let missing = Shelf::new();
    let error = Library::open_existing(&missing.path()).expect_err("there is none");
    assert!(matches!(error, LibraryError::Missing(_)));
    assert!(!missing.path().exists());
}

#[test]
fn a_check_finds_what_only_the_referee_can_see() {
    let levels: Vec<_> = solved_levels().into_iter().map(|it| it.0).collect();
    for (change, word) in [
        ("UPDATE solution SET lurd = lurd || 'l' WHERE key = 1", "moves"),
        ("UPDATE solution SET pushes = pushes + 1 WHERE key = 1", "really has"),
        ("UPDATE level SET text = (SELECT text FROM level WHERE key = 2) WHERE key = 1", "is the"),
        ("UPDATE level SET fewest_pushes = 100000 WHERE key = 1", "fewest"),
        ("UPDATE solution SET origin = 'stolen' WHERE key = 1", "stolen"),
        ("PRAGMA foreign_keys = off; DELETE FROM level WHERE key = 1", "belongs to no"),
    ] {
        let shelf = Shelf::with(&levels);
        let connection = rusqlite::Connection::open(shelf.path()).expect("a database");
        connection.execute_batch(change).expect("a change");
        drop(connection);
        let mut faults = Vec::new();
        let on = &mut |_| std::ops::ControlFlow::Continue(());
        let library = shelf.open();
        library.check(&mut |fault| faults.push(fault.to_string()), on).expect("readable");
        assert!(faults.iter().any(|it| it.contains(word)), "{change}: {faults:?}");
    }
}
