//! What a player expects of a game, case by case.

use sokolab_core::testing::{level, level_in};
use sokolab_core::{Direction, Hindrance, MoveKind, Rules, parse_moves};
use sokolab_game::{
    BookmarkError, Game, GameRefusal, GameTextError, GameTextMistake, PushPreference, Stride,
    box_lines, metrics,
};

const ROOM: &str = "
    #########
    #@ $   .#
    #  $   .#
    #########";

fn game(text: &str) -> Game {
    Game::from_text(&level(ROOM), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn check(text: &str, change: impl FnOnce(&mut Game), expected: &str) {
    let mut game = game(text);
    change(&mut game);
    assert_eq!(game.to_text(), expected);
}

#[test]
fn undo_and_redo_go_by_move_or_by_push() {
    check("rRR", |it| _ = it.undo(Stride::Move), "rR!R");
    check("rRRl", |it| _ = it.undo(Stride::Push), "rR!Rl");
    check("rRl!rR", |it| _ = it.redo(Stride::Push), "rRlrR");
    check("rRl!rRl", |it| _ = it.redo(Stride::Push), "rRlrR!l");
    check("rl!", |it| _ = it.undo(Stride::Push), "!rl");
    check("!rRl", |it| it.seek(2), "rR!l");
    check("!rRl", |it| it.seek(99), "rRl");
    assert_eq!(game("rRRl").undo(Stride::Push), 2);
    assert_eq!(game("").undo(Stride::Move), 0);
    assert_eq!(game("rR").redo(Stride::Push), 0);
}

#[test]
fn playing_on_differently_begins_a_branch() {
    check("rRR", Game::restart, "!rRR");
    check("!rRR", |it| _ = it.go(Direction::Down), "(rRR)d");
    check("(rRR)d", |it| _ = it.undo(Stride::Move), "!(rRR)d");
    check("!(rRR)d", |it| _ = it.turn_to_next_branch(), "!(d)rRR");
    check("!(d)rRR", |it| _ = it.go(Direction::Down), "(rRR)d");
    check("(rRR)d", |it| it.jump(it.tips()[0]), "(d)rRR");
    check("rR!RR", |it| _ = it.go(Direction::Right), "rRR!R");
    assert_eq!(game("(d)rR!R").forks(), [0], "one before the moment");
    assert_eq!(game("!r(d)R").forks(), [1], "one after it");
    assert_eq!(game("rRR").forks(), [0; 0]);
}

#[test]
fn bookmarks_are_names_of_moments() {
    let set = |name: &'static str| move |it: &mut Game| it.set_bookmark(name).expect("a name");
    check("rR!R", set(" before the corner "), "rR{before the corner}!R");
    check("{a}rR", set("a"), "rR{a}");
    check("{a}rR", set("b"), "{a}rR{b}");
    check("{a}rR", |it| _ = it.jump_to_bookmark("a"), "{a}!rR");
    check("{a}rR", |it| _ = it.remove_bookmark("a"), "rR");
    check("(r{a}R)d", |it| _ = it.jump_to_bookmark("a"), "(d)r{a}!R");
    assert_eq!(game("r").jump_to_bookmark("a"), None);
    let long = "x".repeat(81);
    for (name, error) in [
        ("", BookmarkError::Empty),
        (" \t", BookmarkError::Empty),
        ("a}b", BookmarkError::Character('}')),
        ("a\nb", BookmarkError::Character('\n')),
        (long.as_str(), BookmarkError::TooLong),
    ] {
        assert_eq!(game("r").set_bookmark(name), Err(error));
    }
}

#[test]
fn there_is_an_end_to_bookmarks() {
    let mut game = game("");
    for index in 0..sokolab_game::BOOKMARKS_MAX {
        game.set_bookmark(&index.to_string()).expect("few so far");
    }
    assert_eq!(game.set_bookmark("one more"), Err(BookmarkError::TooMany));
    assert_eq!(game.set_bookmark("7"), Ok(()), "a name may move");
}

#[test]
fn every_mistake_in_a_text_is_named_with_its_place() {
    let wall = GameTextMistake::Move(GameRefusal::Move(Hindrance::Wall));
    let long = "r".repeat(sokolab_game::TEXT_BYTES_MAX + 1);
    let name = format!("{{{}", "x".repeat(400));
    for (text, at, mistake) in [
        ("rx", 1, GameTextMistake::Character('x')),
        ("r3R", 1, GameTextMistake::Character('3')),
        ("lu", 0, wall),
        ("r q", 2, GameTextMistake::Move(GameRefusal::Move(Hindrance::Direction))),
        ("r)", 1, GameTextMistake::NotOpened),
        ("r(R", 1, GameTextMistake::NotClosed),
        ("r{R", 1, GameTextMistake::NotClosed),
        ("r!R!", 3, GameTextMistake::SecondMark),
        ("{a}r{ a }", 8, GameTextMistake::SecondName),
        ("r{}", 2, GameTextMistake::Bookmark(BookmarkError::Empty)),
        (&name, 329, GameTextMistake::Bookmark(BookmarkError::TooLong)),
        (&long, 0, GameTextMistake::TooLong),
    ] {
        let error = Game::from_text(&level(ROOM), text).expect_err(&text[..text.len().min(9)]);
        assert_eq!(error, GameTextError::Text { at, mistake });
        assert!(error.to_string().starts_with(&format!("character {} of", at + 1)));
    }
}

#[test]
fn deep_branches_need_no_deep_stack() {
    let pairs = 100_000;
    let text = format!("{}{}", "(r(l".repeat(pairs), "))".repeat(pairs));
    let game = game(&text);
    assert_eq!(game.move_count(), 0);
    assert_eq!(game.line().len(), 2 * pairs);
    let side_by_side = "(rRl)".repeat(pairs);
    assert_eq!(self::game(&side_by_side).to_text(), "!rRl");
}

#[test]
fn letters_of_the_wrong_case_and_spaces_are_read() {
    check("  Rr\n\tR ", |_| {}, "rRR");
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut game = game("rRRRR");
    assert_eq!(game.go(Direction::Right), Err(GameRefusal::Move(Hindrance::BoxAgainstWall)));
    assert_eq!(game.go(Direction::Up), Err(GameRefusal::Move(Hindrance::Wall)));
    let wrong = parse_moves("lluu").expect("letters");
    let stuck = game.go_along(&wrong).expect_err("a wall is above");
    assert_eq!((stuck.index, stuck.to_string().as_str()), (2, "move 3: a wall is in the way"));
    assert_eq!(game.to_text(), "rRRRRll");
    let box_square = game.square("d3").expect("floor");
    assert_eq!(game.walk_to(box_square), Err(GameRefusal::NoWalk));
    let floor = game.square("b2").expect("floor");
    assert_eq!(
        game.push_box(floor, box_square, PushPreference::Pushes).err(),
        Some(GameRefusal::NoBox)
    );
}

#[test]
fn a_won_game_is_a_solution() {
    let mut game = game("rRRRRllllldrRRR");
    assert_eq!(game.solution(), None);
    game.go_along(&parse_moves("r").expect("a letter")).expect("a push");
    assert!(game.is_won());
    let solution = game.solution().expect("it is won");
    assert_eq!(solution.moves(), &game.moves());
    assert_eq!(solution.measures(), game.measures());
}

#[test]
fn numbers_stand_beside_the_best_known() {
    let game = game("rRRlR");
    let measures = game.measures();
    let better = sokolab_core::Measures { pushes: 1, moves: 20, ..measures };
    let best =
        metrics(&measures, &[measures, better]).map(|it| (it.kind.name(), it.count, it.best));
    assert_eq!(best[0], ("moves", measures.moves, Some(measures.moves)));
    assert_eq!(best[1], ("pushes", measures.pushes, Some(1)));
    assert_eq!(metrics(&measures, &[])[0].best, None);
}

#[test]
fn holes_and_sinks_open_again_when_a_push_is_taken_back() {
    for rules in [Rules::NETHACK, Rules::SINK] {
        let level = level_in("\n--------\n|@0^.0.|\n|......|\n--------", rules);
        let mut game = Game::new(&level).expect("playable");
        assert_eq!(game.go(Direction::Right), Ok(MoveKind::Push));
        assert_eq!(game.state().boxes.len(), 1, "{rules}");
        game.undo(Stride::Move);
        assert_eq!(game.state(), game.start());
        game.redo(Stride::Push);
        let lines = box_lines(game.board(), game.start(), &game.moves()).expect("legal");
        let told = rules.translate(&lines[0].sentence(game.board()));
        let (thing, place) = (rules.box_word(), rules.goal_word());
        assert_eq!(told, format!("pushes the {thing} on c2 right into the {place} on d2"));
    }
}

#[test]
fn box_lines_are_told_and_counted_as_the_referee_counts_them() {
    let game = game("rRRRRllllldrRRRRl");
    let lines = box_lines(game.board(), game.start(), &game.moves()).expect("legal moves");
    assert_eq!(lines.len(), game.measures().box_lines);
    assert_eq!(lines[0].sentence(game.board()), "pushes the box on d2 right to h2, a goal");
    assert_eq!((lines[0].pushes, lines[0].moves), (4, 5));
    let stuck = box_lines(game.board(), game.start(), &parse_moves("ru").expect("letters"));
    assert_eq!(stuck.expect_err("a wall").index, 1);
}
