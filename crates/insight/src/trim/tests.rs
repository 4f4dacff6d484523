//! Trims the three puzzles of one principle, and levels with an oversized chamber.

use sokolab_core::testing::{SOKEVO, level_in};
use sokolab_core::{LetterCase, Level, MoveKind, Rules, Session, Stop, verify};

use super::{Change, Prelude, Trimmed, trim};
use crate::rating::{RatingLimits, rate};

#[test]
fn the_sokevo_puzzles_have_slack_1_0_0_and_the_first_comes_down_to_the_third() {
    let mut wastes = Vec::new();
    for (picture, slack) in SOKEVO.into_iter().zip([1, 0, 0]) {
        let level = level_in(picture, Rules::NETHACK);
        let found = trim(&level, Prelude::Keep, &RatingLimits::DEFAULT, &mut |_| None);
        let found = found.expect("a small level");
        assert_eq!(found.before.slack(), slack);
        wastes.push((found.before.waste(), found.after.waste()));
        assert_eq!(found.after.crossings, found.before.crossings);
        assert_eq!(found.after.storages[0].needed, 2);
        verify(&found.level, found.solution.moves(), LetterCase::Strict).expect("a solution");
    }
    assert_eq!([wastes[0].0, wastes[1].0, wastes[2].0], [16, 4, 2], "those of the guide");
    assert!(wastes.iter().all(|it| it.1 <= 2), "{wastes:?}");
}

#[test]
fn without_its_prelude_the_first_puzzle_takes_13_pushes_less() {
    let level = level_in(SOKEVO[0], Rules::NETHACK);
    let found = trim(&level, Prelude::Remove, &RatingLimits::DEFAULT, &mut |_| None);
    let found = found.expect("a small level");
    assert_eq!(found.changes.first(), Some(&Change::PreludeRemoved { count: 13 }));
    assert!(found.after.pushes <= 59);
}

/// The first puzzle after this many pushes of a solution.
fn after_pushes(pushes: usize) -> Level {
    let level = level_in(SOKEVO[0], Rules::NETHACK);
    let rating = rate(&level, &RatingLimits::DEFAULT.without_states(), &mut |_| None);
    let solution = rating.expect("a small level").solution;
    let mut session = Session::new(&level).expect("playable");
    let mut left = pushes;
    for it in solution.moves().as_slice() {
        if left == 0 {
            break;
        }
        left -= usize::from(it.kind == MoveKind::Push);
        session.play(it.direction).expect("a solution");
    }
    let picture = level.picture.with_state(session.board(), session.state());
    Level { picture, ..level }
}

#[test]
fn from_the_position_after_it_the_prelude_of_the_document_comes_back() {
    let found = trim(&after_pushes(13), Prelude::Extend(20), &RatingLimits::DEFAULT, &mut |_| None);
    let found = found.expect("a small level");
    let Some(&Change::PreludeExtended { count: pushes }) = found.changes.first() else {
        panic!("{:?}", found.changes);
    };
    assert!(pushes >= 13, "{pushes} forced pushes");
    assert!(found.after.prelude >= pushes, "what follows leaves the prelude alone");
    verify(&found.level, found.solution.moves(), LetterCase::Strict).expect("a solution");
}

/// "Side pantry" of our quarry: behind the boulders an empty chamber with two doors.
const PANTRY: &str = "
       -----
      --...|-----
      |..00||...--
      |....||....|
-------...0-----.|
|<^^^@...........|
-------------.-..|
            |....|
            ------
";

#[test]
fn an_empty_chamber_gives_way_to_a_smaller_one_that_does_the_same() {
    let level = level_in(PANTRY, Rules::NETHACK);
    let found = trim(&level, Prelude::Keep, &RatingLimits::DEFAULT, &mut |_| None);
    let found = found.expect("a small level");
    let is_less = |it: &Change| matches!(it, Change::Chamber { squares: (11, 10), .. });
    assert!(found.changes.iter().any(is_less), "{:?}", found.changes);
    assert_is_as_hard(&found);
}

/// Checks what trimming must preserve, apart from shorter paths inside replaced chambers.
fn assert_is_as_hard(found: &Trimmed) {
    let (before, after) = (&found.before, &found.after);
    assert_eq!(before.crossings, after.crossings);
    assert!(after.forced <= before.forced && after.prelude <= before.prelude);
    assert!(after.grade >= before.grade && after.squares < before.squares);
    verify(&found.level, found.solution.moves(), LetterCase::Strict).expect("a solution");
}

/// Number 5 of `soko generate chambers --rules nethack --boxes 3-5 --seed 1`.
const CLUMSY: &str = "
 ---
 |<|
 |^|
 |^|
 |^|
 |^|  ----
--@-- |..--------
|...| |.........|
|.00---..--.-.-.|
|.0.....0||.-...|
|...---..||.....|
----- -----------
";

#[test]
fn chambers_with_boxes_stay_as_they_are() {
    let level = level_in(CLUMSY, Rules::NETHACK);
    let found = trim(&level, Prelude::Keep, &RatingLimits::DEFAULT, &mut |_| None);
    let found = found.expect("a small level");
    let is_chamber = |it: &Change| matches!(it, Change::Chamber { .. });
    assert!(!found.changes.iter().any(is_chamber), "{:?}", found.changes);
    verify(&found.level, found.solution.moves(), LetterCase::Strict).expect("a solution");
}

/// "Over the brook" of our quarry: everything is played in one room, for which a third of the
/// squares would do if only its door counted.
const BROOK: &str = "
        ----
        |..|
    -----..|
    |.....--
   --0.@..|
   |..0----
----...|
|<^^..--
-------
";

#[test]
fn the_room_in_which_a_level_is_played_is_not_replaced() {
    let level = level_in(BROOK, Rules::NETHACK);
    let found = trim(&level, Prelude::Keep, &RatingLimits::DEFAULT, &mut |_| None);
    let found = found.expect("a small level");
    assert_eq!(found.changes, [Change::Filled { count: 4 }]);
    assert_eq!((found.before.pushes, found.after.pushes), (23, 23));
    assert_is_as_hard(&found);
}

/// Once, each square of the floor was drawn as a wall after the time was up: 3 s on a board of
/// 100 x 100.
#[test]
fn issue_16_nothing_is_filled_after_the_time_is_up() {
    let blank = format!("#{}#", " ".repeat(14));
    let (wall, row) = ("#".repeat(16), format!("#  @ $ .{}#", " ".repeat(7)));
    let level = level_in(&format!("{wall}\n{blank}\n{row}\n{blank}\n{wall}"), Rules::OFFICIAL);
    // The first analysis must be done, so stop later and later.
    let mut calls = (0..14).map(|it| {
        let (mut before, mut after) = (1 << it, 0);
        let trimmed = trim(&level, Prelude::Keep, &RatingLimits::DEFAULT, &mut |_| {
            if before == 0 {
                after += 1;
                return Some(Stop::Time);
            }
            before -= 1;
            None
        });
        let is_trimmed = trimmed.is_ok_and(|it| it.stopped == Some(Stop::Time));
        is_trimmed.then_some(after)
    });
    let after = calls.find_map(|it| it).expect("it can be analysed");
    assert!(after < 10, "asked {after} times after the answer was to stop");
}
