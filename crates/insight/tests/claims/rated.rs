//! Ratings: what a measure claims must hold for every game.

use sokolab_core::testing::Chance;
use sokolab_core::{MoveKind, Rules, Session};
use sokolab_insight::Assessed;
use sokolab_insight::rating::{Rating, RatingLimits, SolutionToRate, rate, rate_known};

use crate::explored_level::{ExploredLevel, Refuted};

#[test]
fn ratings_hold_in_every_play() {
    let mut chance = Chance::new(3);
    let (mut rated, mut refuted) = (0, Refuted::default());
    for rules in Rules::ALL {
        for explored in ExploredLevel::some(rules, 200) {
            let own =
                rate(&explored.level, &RatingLimits::DEFAULT, &mut |_| None).expect("solvable");
            assert!(own.solution.is_fewest(), "{}", explored.drawn());
            assert_eq!(Some(own.measures.pushes), explored.pushes[0], "{}", explored.drawn());
            refuted.unless(|| check(&explored, &own));
            for idle in [2, 9] {
                let solution = Assessed::unproved(explored.wasteful(&mut chance, idle));
                let known = SolutionToRate { solution, nodes: None };
                let limits = RatingLimits::DEFAULT;
                let given = rate_known(&explored.level, known, &limits, &mut |_| None);
                let given = given.expect("playable");
                assert!(!given.solution.is_fewest());
                refuted.unless(|| check(&explored, &given));
            }
            rated += 1;
        }
    }
    refuted.none();
    assert!(rated > 100, "{rated}");
}

fn check(explored: &ExploredLevel, rating: &Rating) {
    let it = &rating.measures;
    let fewest = explored.pushes[0].expect("solvable") as u64;
    let place = || format!("{}\n{}", rating.solution.moves(), explored.drawn());
    for gap in [it.bound_gap, it.pair_gap].into_iter().flatten() {
        assert!(it.pushes as u64 - gap <= fewest, "a bound above the truth\n{}", place());
    }
    let whole = it.whole.expect("few states");
    let passed = passed(explored, rating);
    let end = passed.iter().position(|&it| explored.all.is_won(it)).expect("a solution");
    let path = &passed[..=end];
    let is_forced = |at: &&usize| !explored.can_avoid(**at);
    let direct = without_loops(path);
    let prelude = direct.iter().skip(1).take_while(is_forced).count();
    assert_eq!(whole.prelude, Ok(prelude), "prelude\n{}", place());
    let forced = direct.iter().skip(1).filter(is_forced).count();
    let share = forced as f64 / (direct.len() - 1).max(1) as f64;
    let said = whole.forced_share.expect("few states");
    assert!((said - share).abs() < 1e-9, "forced {said} of 1\n{}", place());
    let lost = |at: &usize| {
        let after = explored.all.after(*at).iter();
        after.filter(|it| explored.pushes[it.1].is_none()).count()
    };
    let wrong: usize = path[..end].iter().map(lost).sum();
    assert_eq!(whole.wrong_turns, wrong, "wrong turns\n{}", place());
    let (all, lost) = before_a_win(explored);
    assert_eq!(whole.states, all, "states\n{}", place());
    assert!((whole.dead_share - lost as f64 / all as f64).abs() < 1e-9, "{}", place());
}

/// A game without loops.
fn without_loops(path: &[usize]) -> Vec<usize> {
    let mut direct = Vec::new();
    let mut at = 0;
    while let Some(state) = path.get(at) {
        direct.push(*state);
        at = path.iter().rposition(|it| it == state).expect("it is there") + 1;
    }
    direct
}

/// The number of states reachable in games that end at a win, and how many of them are lost.
fn before_a_win(explored: &ExploredLevel) -> (usize, usize) {
    let mut seen = vec![false; explored.all.states().len()];
    seen[0] = true;
    let mut pending = vec![0];
    while let Some(at) = pending.pop() {
        let after = if explored.all.is_won(at) { &[] } else { explored.all.after(at) };
        for &(_, to) in after {
            if !std::mem::replace(&mut seen[to], true) {
                pending.push(to);
            }
        }
    }
    let numbers = (0..seen.len()).filter(|&it| seen[it]);
    (numbers.clone().count(), numbers.filter(|&it| explored.pushes[it].is_none()).count())
}

/// The states that the solution passes through.
fn passed(explored: &ExploredLevel, rating: &Rating) -> Vec<usize> {
    let mut session = Session::new(&explored.level).expect("playable");
    let mut passed = vec![0];
    for it in rating.solution.moves().as_slice() {
        session.play(it.direction).expect("legal");
        if it.kind == MoveKind::Push {
            let found = explored.all.find(&explored.board, session.state());
            passed.push(found.expect("the level can come to it"));
        }
    }
    passed
}
