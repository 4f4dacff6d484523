//! What a player leaves in a library: wins, games and bookmarks.

use sokolab::Level;
use sokolab::analysis::Orientation;
use sokolab_library::{CollectionProgress, LookDirection, Origin, SavedGame};

use crate::support::{Shelf, import, solved_levels, turned};

#[test]
fn progress_counts_wins_and_not_what_others_solved() {
    let shelf = Shelf::new();
    let mut library = shelf.open();
    let solved: Vec<_> = solved_levels().into_iter().take(4).collect();
    let levels: Vec<Level> = solved.iter().map(|it| it.0.clone()).collect();
    import(&mut library, "mine", &levels);
    let (level, solution) = &solved[1];
    library.record(level, solution, Origin::Played, None).expect("a solution");
    let progress = library.collection("mine").expect("readable").expect("there").progress;
    assert_eq!(progress, CollectionProgress { levels: 4, solved: 4, won: 1 });
    let next = |from, way| {
        let entry = library.next_unsolved("mine", from, way).expect("readable");
        entry.map(|it| it.number)
    };
    assert_eq!(
        [1, 2, 4].map(|from| next(from, LookDirection::Forwards)),
        [Some(3), Some(3), Some(1)]
    );
    assert_eq!(
        [1, 3, 4].map(|from| next(from, LookDirection::Backwards)),
        [Some(4), Some(1), Some(3)]
    );
    for (level, solution) in &solved {
        library.record(level, solution, Origin::Played, None).expect("a solution");
    }
    assert_eq!(library.next_unsolved("mine", 1, LookDirection::Forwards), Ok(None));
    assert_eq!(library.collection("other"), Ok(None));
}

#[test]
fn games_and_bookmarks_belong_to_a_drawing() {
    let shelf = Shelf::new();
    let mut library = shelf.open();
    let level = solved_levels().swap_remove(0).0;
    library.save_game(&level, None, "rr").expect("saved");
    library.save_game(&level, Some("before the trap"), "rrU").expect("saved");
    library.save_game(&level, None, "rrd").expect("saved");
    drop(library);
    let mut library = shelf.open();
    let game = |name: Option<&str>, text: &str| SavedGame {
        name: name.map(str::to_owned),
        text: text.to_owned(),
    };
    let all = [game(None, "rrd"), game(Some("before the trap"), "rrU")];
    assert_eq!(library.games(&level).expect("readable"), all);
    assert_eq!(library.game(&level, None), Ok(Some("rrd".to_owned())));
    let mirrored = turned(&level, Orientation::ALL[2]);
    assert_eq!(library.game(&mirrored, None), Ok(None));
    library.forget_game(&level, None).expect("written");
    assert_eq!(library.games(&level).expect("readable"), all[1..]);
}
