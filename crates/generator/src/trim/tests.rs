//! The three puzzles of one principle, and a level with a chamber too large, trimmed.

use sokolab_core::testing::{SOKEVO, level_in};
use sokolab_core::{LetterCase, Rules, verify};

use super::{Change, Prelude, trim};
use crate::rating::RatingLimits;

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
    assert_eq!(found.changes.first(), Some(&Change::PreludeRemoved(13)));
    assert!(found.after.pushes <= 59);
}

/// As `soko generate chambers --rules nethack --boxes 3-5 --seed 1` makes it, number 5.
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
fn a_chamber_gives_way_to_a_smaller_one_that_does_the_same() {
    let level = level_in(CLUMSY, Rules::NETHACK);
    let found = trim(&level, Prelude::Keep, &RatingLimits::DEFAULT, &mut |_| None);
    let found = found.expect("a small level");
    let is_less = |it: &Change| matches!(it, Change::Chamber { before: 10, after: 8, .. });
    assert!(found.changes.iter().any(is_less), "{:?}", found.changes);
    assert_eq!(found.after.crossings, found.before.crossings);
    assert!(found.after.squares < found.before.squares);
    verify(&found.level, found.solution.moves(), LetterCase::Strict).expect("a solution");
}
