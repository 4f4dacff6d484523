//! The three puzzles of one principle, trimmed.

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
