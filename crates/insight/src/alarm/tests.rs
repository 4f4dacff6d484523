//! The alarm compared with exhaustive play.

use sokolab_core::testing::{Chance, Reachable, is_slow, random_levels};
use sokolab_core::{Rules, State, Stop, check};

use super::{LastSafe, alarm, last_safe, sound};
use crate::hint::HintTrail;
use crate::verdict::JudgeLimits;

#[test]
fn the_last_safe_state_is_the_last_from_which_a_win_can_be_played() {
    let (mut lost, mut from_start, mut chance) = (0, 0, Chance::new(11));
    let count = if is_slow() { 400 } else { 40 };
    for rules in Rules::ALL {
        for level in random_levels(rules, count) {
            let (board, start) = check(&level).expect("random levels are playable");
            let Some(all) = Reachable::new(&board, &start, 2_000) else { continue };
            let pushes = all.pushes();
            let mut game = vec![0];
            while game.len() < 12
                && let Some(&now) = game.last()
                && !all.is_won(now)
                && !all.after(now).is_empty()
            {
                game.push(all.after(now)[chance.below(all.after(now).len())].1);
            }
            let history: Vec<State> = game.iter().map(|&it| all.states()[it].clone()).collect();
            let dead = game.iter().position(|&it| pushes[it].is_none());
            let expected = dead.map(|dead| LastSafe { safe: dead.checked_sub(1), dead });
            let mut trail = HintTrail::new(board.clone());
            if let Some(last) = history.last()
                && sound(&mut trail, last).is_some()
            {
                assert!(dead.is_some(), "{last:?}");
            }
            let limits = JudgeLimits::default();
            let found = alarm(&mut trail, &history, &limits, &mut |_| None);
            assert_eq!(found.and_then(|it| it.last_safe), expected);
            assert!(expected.is_none_or(LastSafe::is_exact));
            lost += usize::from(dead.is_some_and(|it| it > 0));
            from_start += usize::from(dead == Some(0));
        }
    }
    assert!(lost > 10 && from_start > 10, "{lost}, {from_start}");
}

#[test]
fn without_limits_left_only_the_gap_is_known() {
    let level = sokolab_core::testing::level(
        "
        ##########
        #        #
        # $@  .  #
        #     $. #
        ##########",
    );
    let (board, start) = check(&level).expect("playable");
    let all = Reachable::new(&board, &start, 10_000).expect("few states");
    let corner = |state: &State| {
        let mut trail = HintTrail::new(board.clone());
        sound(&mut trail, state).is_some()
    };
    let dead = all.states().iter().find(|it| corner(it)).expect("some state is plainly dead");
    let history = [start.clone(), start.clone(), dead.clone()];
    let mut trail = HintTrail::new(board.clone());
    let stop = &mut |_: &_| Some(Stop::Time);
    let found = last_safe(&mut trail, &history, &JudgeLimits::default(), stop);
    assert_eq!(found, Some(LastSafe { safe: None, dead: 2 }));
    assert!(!found.is_some_and(LastSafe::is_exact));
}
