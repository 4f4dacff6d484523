//! Whatever is played, nothing is lost: undo leads to the start, and the text holds the whole game.

use proptest::prelude::*;
use sokolab_core::testing::random_levels;
use sokolab_core::{Direction, Level, Rules};
use sokolab_game::{Game, GameTextError, PushPreference, Stride};

/// An action of a player; numbers select among the available items.
#[derive(Clone, Debug)]
enum Action {
    Go(usize),
    Undo(Stride),
    Redo(Stride),
    Restart,
    Seek(usize),
    Jump(usize),
    NextBranch,
    Walk(usize),
    Push(usize, usize, PushPreference),
    Bookmark(usize),
    Return(usize),
}

fn action() -> impl Strategy<Value = Action> {
    let stride = || prop_oneof![Just(Stride::Move), Just(Stride::Push)];
    let fewest = prop_oneof![Just(PushPreference::Pushes), Just(PushPreference::Moves)];
    prop_oneof![
        8 => (0_usize..8).prop_map(Action::Go),
        2 => stride().prop_map(Action::Undo),
        2 => stride().prop_map(Action::Redo),
        1 => Just(Action::Restart),
        1 => (0_usize..30).prop_map(Action::Seek),
        1 => (0_usize..200).prop_map(Action::Jump),
        1 => Just(Action::NextBranch),
        2 => (0_usize..25).prop_map(Action::Walk),
        4 => (0_usize..4, 0_usize..25, fewest).prop_map(|(a, b, c)| Action::Push(a, b, c)),
        1 => (0_usize..5).prop_map(Action::Bookmark),
        1 => (0_usize..5).prop_map(Action::Return),
    ]
}

/// Performs an action if possible; a refused one must change nothing.
fn act(game: &mut Game, action: &Action) {
    let before = game.to_text();
    let refused = match *action {
        Action::Go(index) => game.go(Direction::ALL[index]).err(),
        Action::Walk(index) => {
            let square = game.board().square(index % game.board().square_count());
            game.walk_to(square).err()
        }
        Action::Push(from, to, fewest) => {
            let from = game.state().boxes.iter().nth(from);
            let to = game.board().square(to % game.board().square_count());
            from.and_then(|from| game.push_box(from, to, fewest).err())
        }
        _ => {
            go_about(game, action);
            return;
        }
    };
    if refused.is_some() {
        assert_eq!(game.to_text(), before);
    }
}

fn go_about(game: &mut Game, action: &Action) {
    match *action {
        Action::Undo(stride) => _ = game.undo(stride),
        Action::Redo(stride) => _ = game.redo(stride),
        Action::Restart => game.restart(),
        Action::Seek(moves) => game.seek(moves),
        Action::Jump(index) => {
            if let Some(moment) = game.moment(index) {
                game.jump(moment);
                assert_eq!(game.here(), moment);
            }
        }
        Action::NextBranch => _ = game.turn_to_next_branch(),
        Action::Bookmark(index) => {
            game.set_bookmark(&format!("mark {index}")).expect("a name");
        }
        Action::Return(index) => _ = game.jump_to_bookmark(&format!("mark {index}")),
        Action::Go(_) | Action::Walk(_) | Action::Push(..) => unreachable!("done elsewhere"),
    }
}

fn some_level(rules: usize, index: usize) -> Level {
    random_levels(Rules::ALL[rules], index + 1).last().expect("one at least")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn undoing_everything_leads_to_the_start(
        (rules, index) in (0_usize..5, 0_usize..40),
        actions in prop::collection::vec(action(), 0..60),
        by_push in any::<bool>(),
    ) {
        let mut game = Game::new(&some_level(rules, index)).expect("playable");
        for action in &actions {
            act(&mut game, action);
            prop_assert_eq!(&game.state_at(game.here()), game.state());
            prop_assert_eq!(game.moves().len(), game.move_count());
            prop_assert_eq!(game.measures().moves, game.move_count());
            prop_assert_eq!(game.moment_after(game.move_count()), Some(game.here()));
            prop_assert_eq!(game.moment_after(game.move_count() + 1), None);
            prop_assert!(game.has_passed(game.here()));
            let states = game.states_by_push();
            prop_assert_eq!(states.len(), game.measures().pushes + 1);
            for (moves, state) in states {
                let moment = game.moment_after(moves).expect("it was passed");
                prop_assert!(game.has_passed(moment));
                prop_assert_eq!(game.state_at(moment), state);
            }
        }
        let (state, moves, line) = (game.state().clone(), game.moves(), game.line());
        let stride = if by_push { Stride::Push } else { Stride::Move };
        let mut undone = 0;
        loop {
            let count = game.undo(stride);
            if count == 0 {
                break;
            }
            undone += count;
        }
        prop_assert_eq!(undone, moves.len());
        prop_assert_eq!(game.state(), game.start());
        prop_assert_eq!(game.line(), line);
        game.seek(moves.len());
        prop_assert_eq!(game.state(), &state);
        prop_assert_eq!(game.moves(), moves);
    }

    #[test]
    fn the_text_of_a_game_is_the_game(
        (rules, index) in (0_usize..5, 0_usize..40),
        actions in prop::collection::vec(action(), 0..60),
    ) {
        let level = some_level(rules, index);
        let mut game = Game::new(&level).expect("playable");
        for action in &actions {
            act(&mut game, action);
        }
        let text = game.to_text();
        let mut again = Game::from_text(&level, &text).expect("its own text");
        prop_assert_eq!(again.to_text(), text);
        prop_assert_eq!(again.state(), game.state());
        prop_assert_eq!(again.moves(), game.moves());
        prop_assert_eq!(again.line(), game.line());
        prop_assert_eq!(again.tips().len(), game.tips().len());
        let marks: Vec<String> = game.bookmarks().iter().map(|it| it.0.to_owned()).collect();
        prop_assert_eq!(again.bookmarks().len(), marks.len());
        for name in marks {
            prop_assert!(again.jump_to_bookmark(&name).is_some());
            prop_assert!(game.jump_to_bookmark(&name).is_some());
            prop_assert_eq!(again.moves(), game.moves());
        }
    }

    #[test]
    fn nonsense_is_an_error_and_never_a_panic(
        text in "[lurdLURDqezc(){}! \\na-cé0-9]{0,60}",
        rules in 0_usize..5,
    ) {
        let level = some_level(rules, 3);
        match Game::from_text(&level, &text) {
            Ok(game) => {
                let again = Game::from_text(&level, &game.to_text()).expect("its own text");
                prop_assert_eq!(again.to_text(), game.to_text());
            }
            Err(GameTextError::Text { at, mistake }) => {
                prop_assert!(at <= text.chars().count());
                prop_assert!(!mistake.to_string().is_empty());
            }
            Err(GameTextError::Level(findings)) => panic!("{findings:?}"),
        }
    }
}
