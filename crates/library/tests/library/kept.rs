//! What a library keeps: each level once, and its undominated solutions, for every drawing.

use sokolab::analysis::Orientation;
use sokolab::{
    LetterCase, Level, Notes, Objective, Outcome, Request, Snapshot, Solution, Square, check,
    parse_moves, region, solve, verify,
};
use sokolab_library::{Import, Library, NotStorable, Origin};

use crate::support::{Shelf, assert_sound, bare_levels, import, solved_levels, turned};

fn solution(level: &Level, moves: &str) -> Solution {
    let moves = parse_moves(moves).expect("letters");
    verify(level, &moves, LetterCase::Corrected).expect("a solution").solution
}

fn sizes(library: &Library, level: &Level) -> Vec<(usize, usize)> {
    let known = library.known(level).expect("readable").expect("a level of the library");
    let sizes = known.solutions.iter().map(|it| it.solution.measures());
    sizes.map(|it| (it.pushes, it.moves)).collect()
}

const WIDE: &str = "########\n#@ $  .#\n#      #\n########";

#[test]
fn a_level_of_two_files_is_one_and_is_found_in_both() {
    let shelf = Shelf::new();
    let mut library = shelf.open();
    let levels = bare_levels();
    import(&mut library, "first", &levels);
    let twins: Vec<Level> = levels.iter().map(|it| turned(it, Orientation::ALL[3])).collect();
    import(&mut library, "second", &twins);
    import(&mut library, "second", &twins);
    let statistics = library.statistics().expect("readable");
    assert_eq!((statistics.levels, statistics.collections), (levels.len(), 2));
    for (number, twin) in (1..).zip(&twins) {
        let entry = library.entry("second", number).expect("readable").expect("an entry");
        assert_eq!(entry.level.to_string(), twin.to_string());
        let collections: Vec<&str> = entry.collections.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(collections, ["first", "second"]);
        let first = library.level(entry.known.id).expect("readable").expect("the level");
        assert_eq!(first.level.to_string(), levels[number - 1].to_string());
        assert_eq!(first.level.title, levels[number - 1].title);
    }
    assert_sound(&library);
}

#[test]
fn files_of_one_name_lose_nothing() {
    let shelf = Shelf::new();
    let mut library = shelf.open();
    let levels = bare_levels();
    let (one, two) = levels.split_at(levels.len() / 2);
    import(&mut library, "same", one);
    import(&mut library, "same", two);
    import(&mut library, "same", two);
    let entries = library.entries("same").expect("readable");
    assert_eq!(entries.len(), levels.len());
}

#[test]
fn solutions_are_known_for_every_drawing_and_keeper() {
    let solved = solved_levels();
    let shelf = Shelf::new();
    let mut library = shelf.open();
    for (index, (level, solution)) in solved.iter().enumerate() {
        // The first drawing imported is the stored one.
        let first = turned(level, Orientation::ALL[index % 8]);
        import(&mut library, "mine", std::slice::from_ref(&first));
        library.record(level, solution, Origin::Solved, None).expect("a solution");
        let pushes = solution.measures().pushes;
        for turn in Orientation::ALL {
            let known = library.known(&turned(level, turn)).expect("readable").expect("known");
            let best = &known.solutions[0];
            assert_eq!(best.solution.measures(), solution.measures());
            verify(&turned(level, turn), best.solution.moves(), LetterCase::Strict)
                .expect("it replays as drawn");
        }
        let (board, state) = check(level).expect("playable");
        let elsewhere = region(&board, &state).iter().last().expect("the keeper's own at least");
        let moved = with_keeper(level, board.position(elsewhere), elsewhere, state.keeper);
        let known = library.known(&moved).expect("readable").expect("the same level");
        assert_eq!(known.solutions[0].solution.measures().pushes, pushes);
    }
    assert_sound(&library);
}

/// The level with its keeper on another square.
fn with_keeper(level: &Level, place: (usize, usize), to: Square, from: Square) -> Level {
    let (board, state) = check(level).expect("playable");
    let (x, y) = board.position(from);
    let mut picture = level.picture.clone();
    let bare = |x: usize, y: usize| sokolab::Place::bare(picture.at(x, y).ground);
    let (old, new) = (bare(x, y), sokolab::Place::with_keeper(bare(place.0, place.1).ground));
    if from != to && !state.boxes.contains(to) {
        picture.put(x, y, old);
        picture.put(place.0, place.1, new);
    }
    Level::from_picture(picture, level.rules)
}

#[test]
fn only_solutions_that_nobody_beats_are_kept() {
    let level: Level = WIDE.parse().expect("a level");
    let shelf = Shelf::new();
    let mut library = shelf.open();
    let mut record = |moves: &str| {
        let recorded = library.record(&level, &solution(&level, moves), Origin::Played, None);
        recorded.expect("a solution").is_kept
    };
    assert!(record("rRRR"));
    assert!(!record("druRRR"));
    assert!(!record("rRRR"));
    assert_eq!(sizes(&library, &level), [(3, 4)]);
    let wins = library.known(&level).expect("readable").expect("known").wins;
    assert_eq!(wins, 3);
}

#[test]
fn answers_are_given_only_with_the_proof_that_is_asked_for() {
    let level: Level = WIDE.parse().expect("a level");
    let elsewhere: Level =
        "########\n#  $  .#\n#     @#\n########".parse().expect("the same level");
    let shelf = Shelf::new();
    let mut library = shelf.open();
    let best = solution(&level, "rRRR");
    let answer = |library: &Library, level: &Level, objective| {
        let known = library.known(level).expect("readable");
        known.and_then(|it| it.answer(objective)).map(|it| (it.is_optimal, it.lower_bound))
    };
    assert_eq!(answer(&library, &level, Objective::Any), None);
    library.record(&level, &best, Origin::Imported, None).expect("a solution");
    assert_eq!(answer(&library, &level, Objective::Any), Some((false, 0)));
    assert_eq!(answer(&library, &level, Objective::Pushes), None);
    library.record(&level, &best, Origin::Solved, Some(Objective::Pushes)).expect("a solution");
    library.record(&level, &best, Origin::Solved, Some(Objective::Moves)).expect("a solution");
    assert_eq!(answer(&library, &level, Objective::Pushes), Some((true, 3)));
    assert_eq!(answer(&library, &level, Objective::Moves), Some((true, 4)));
    assert_eq!(answer(&library, &elsewhere, Objective::Pushes), Some((true, 3)));
    assert_eq!(answer(&library, &elsewhere, Objective::Moves), None);
    assert_eq!(
        answer(&library, &turned(&level, Orientation::ALL[5]), Objective::Moves),
        Some((true, 4))
    );
}

#[test]
fn answers_agree_with_a_search() {
    for (level, solution) in solved_levels().into_iter().take(6) {
        let request = Request { objective: Objective::Pushes, ..Request::new(&level) };
        let Outcome::Solved { solution: fewest, optimal: true, .. } =
            solve(&request, &mut |_| None).outcome
        else {
            panic!("a small level is solved");
        };
        let shelf = Shelf::new();
        let mut library = shelf.open();
        library.record(&level, &solution, Origin::Imported, None).expect("a solution");
        library
            .record(&level, &fewest, Origin::Solved, Some(Objective::Pushes))
            .expect("a solution");
        let known = library.known(&level).expect("readable").expect("known");
        let answer = known.answer(Objective::Pushes).expect("it is proved");
        assert_eq!(answer.solution.measures().pushes, fewest.measures().pushes);
        assert_sound(&library);
    }
}

#[test]
fn levels_and_moves_that_are_wrong_are_refused() {
    let shelf = Shelf::new();
    let mut library = shelf.open();
    let open: Level = "#####\n#@$. \n#####".parse().expect("readable");
    let mut level: Level = WIDE.parse().expect("a level");
    for moves in ["rRRR", "rR"] {
        let (title, moves, notes) = ("Solution".to_owned(), moves.to_owned(), Notes::default());
        level.snapshots.push(Snapshot { title, moves, notes });
    }
    let numbered = [Import { number: 1, level: &open }, Import { number: 2, level: &level }];
    let added = library.import("mine", &numbered).expect("a library that can be written");
    assert!(matches!(&added[0], Err(NotStorable::Invalid(_))));
    let second = added[1].as_ref().expect("a good level");
    assert_eq!((second.is_new, second.solutions, second.refused), (true, 1, 1));
    let small: Level = "#####\n#@$.#\n#####".parse().expect("a level");
    let foreign = library.record(&level, &solution(&small, "R"), Origin::Played, None);
    assert!(foreign.is_err());
}
