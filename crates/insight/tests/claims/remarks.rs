//! Remarks of an explanation: what can be pushed initially, what waits for what, which goals come
//! first.

use std::collections::BTreeSet;

use sokolab_core::reference::expand;
use sokolab_core::{Rules, Square, State};
use sokolab_insight::explain::{SolutionKnowledge, explain};
use sokolab_insight::rating::RatingLimits;

use crate::told::{ExploredLevel, Refuted, between, in_official_words};

#[test]
fn remarks_hold_in_every_play() {
    let (mut checked, mut refuted) = ([0; 4], Refuted::default());
    for rules in Rules::ALL {
        for told in ExploredLevel::some(rules, 250) {
            let limits = RatingLimits::DEFAULT.without_states();
            let explained =
                explain(&told.level, SolutionKnowledge::Nothing, &limits, &mut |_| None);
            let explained = in_official_words(explained.expect("playable"));
            for remark in &explained.remarks {
                for (count, check) in checked.iter_mut().zip(CHECKS) {
                    *count += usize::from(refuted.unless(|| check(&told, remark)));
                }
            }
        }
    }
    refuted.none();
    assert!(checked.iter().all(|it| *it > 3), "{checked:?}");
}

/// A check of one kind of remark; returns whether the remark was of that kind.
type Check = fn(&ExploredLevel, &str) -> bool;
const CHECKS: [Check; 4] = [at_first, locked, waiting, shut_off];

fn at_first(told: &ExploredLevel, remark: &str) -> bool {
    let one = between(remark, "At first only the box on ", " can be pushed.");
    let Some(list) = one.or(between(remark, "At first only the boxes on ", " can be pushed."))
    else {
        return false;
    };
    let said: BTreeSet<Square> = told.squares(list).into_iter().collect();
    let pushes = expand(&told.board, &told.start);
    let truth: BTreeSet<Square> = pushes.iter().map(|it| it.0.from).collect();
    assert_eq!(said, truth, "{remark}\n{}", told.drawn());
    true
}

/// Wherever the keeper stands, neither box can be pushed.
fn locked(told: &ExploredLevel, remark: &str) -> bool {
    let Some(list) = between(remark, "The boxes on ", " lock each other as they stand.") else {
        return false;
    };
    let squares = told.squares(list);
    let keepers = told
        .board
        .squares()
        .filter(|&it| !told.start.boxes.contains(it) && !told.start.is_open_hole(&told.board, it));
    for keeper in keepers {
        let state = State { keeper, ..told.start.clone() };
        let pushes = expand(&told.board, &state);
        let is_free = pushes.iter().any(|it| squares.contains(&it.0.from));
        assert!(!is_free, "{remark}\n{}", told.drawn());
    }
    true
}

/// As long as none of the others has moved, the box is never pushed.
fn waiting(told: &ExploredLevel, remark: &str) -> bool {
    let Some((own, others)) = between(remark, "The box on ", " does.")
        .and_then(|it| it.split_once(" cannot move before the one on "))
    else {
        return false;
    };
    let (own, others) = (told.square(own), told.squares(others));
    let states = told.all.states();
    let mut seen = vec![false; states.len()];
    let mut pending = vec![0];
    while let Some(at) = pending.pop() {
        for &(push, to) in told.all.after(at) {
            assert!(push.from != own, "{remark}\n{}", told.drawn());
            if !others.contains(&push.from) && !std::mem::replace(&mut seen[to], true) {
                pending.push(to);
            }
        }
    }
    true
}

fn shut_off(told: &ExploredLevel, remark: &str) -> bool {
    let Some((goal, rest)) =
        between(remark, "A box left on ", " first.").and_then(|it| it.split_once(" shuts off "))
    else {
        return false;
    };
    let goal = told.square(goal);
    let (list, _) = rest.split_once(": ").expect("an advice");
    let late: Vec<Square> = if list == "all the others" {
        told.board.goals().iter().filter(|&it| it != goal).collect()
    } else {
        told.squares(list)
    };
    for &other in &late {
        assert!(!told.can_fill_before(goal, &[other]), "{remark}\n{}", told.drawn());
    }
    true
}
