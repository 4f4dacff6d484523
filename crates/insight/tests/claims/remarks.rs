//! Remarks of an explanation: what can be pushed initially, what waits for what, which goals come
//! first.

use std::collections::BTreeSet;

use sokolab_core::reference::expand;
use sokolab_core::{Rules, Square, State};
use sokolab_insight::explain::{SolutionKnowledge, explain};
use sokolab_insight::rating::RatingLimits;

use crate::explored_level::{ExploredLevel, Refuted, between, in_official_words};

#[test]
fn remarks_hold_in_every_play() {
    let (mut checked, mut refuted) = ([0; 4], Refuted::default());
    for rules in Rules::ALL {
        for explored in ExploredLevel::some(rules, 250) {
            let limits = RatingLimits::DEFAULT.without_states();
            let explained =
                explain(&explored.level, SolutionKnowledge::Nothing, &limits, &mut |_| None);
            let explained = in_official_words(explained.expect("playable"));
            for remark in &explained.remarks {
                for (count, check) in checked.iter_mut().zip(CHECKS) {
                    *count += usize::from(refuted.unless(|| check(&explored, remark)));
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

fn at_first(explored: &ExploredLevel, remark: &str) -> bool {
    let one = between(remark, "At first only the box on ", " can be pushed.");
    let Some(list) = one.or(between(remark, "At first only the boxes on ", " can be pushed."))
    else {
        return false;
    };
    let said: BTreeSet<Square> = explored.squares(list).into_iter().collect();
    let pushes = expand(&explored.board, &explored.start);
    let truth: BTreeSet<Square> = pushes.iter().map(|it| it.0.from).collect();
    assert_eq!(said, truth, "{remark}\n{}", explored.drawn());
    true
}

/// Wherever the keeper stands, neither box can be pushed.
fn locked(explored: &ExploredLevel, remark: &str) -> bool {
    let Some(list) = between(remark, "The boxes on ", " lock each other as they stand.") else {
        return false;
    };
    let squares = explored.squares(list);
    let keepers = explored.board.squares().filter(|&it| {
        !explored.start.boxes.contains(it) && !explored.start.is_open_hole(&explored.board, it)
    });
    for keeper in keepers {
        let state = State { keeper, ..explored.start.clone() };
        let pushes = expand(&explored.board, &state);
        let is_free = pushes.iter().any(|it| squares.contains(&it.0.from));
        assert!(!is_free, "{remark}\n{}", explored.drawn());
    }
    true
}

/// As long as none of the others has moved, the box is never pushed.
fn waiting(explored: &ExploredLevel, remark: &str) -> bool {
    let Some((own, others)) = between(remark, "The box on ", " does.")
        .and_then(|it| it.split_once(" cannot move before the one on "))
    else {
        return false;
    };
    let (own, others) = (explored.square(own), explored.squares(others));
    let states = explored.all.states();
    let mut seen = vec![false; states.len()];
    let mut pending = vec![0];
    while let Some(at) = pending.pop() {
        for &(push, to) in explored.all.after(at) {
            assert!(push.from != own, "{remark}\n{}", explored.drawn());
            if !others.contains(&push.from) && !std::mem::replace(&mut seen[to], true) {
                pending.push(to);
            }
        }
    }
    true
}

fn shut_off(explored: &ExploredLevel, remark: &str) -> bool {
    let Some((goal, rest)) =
        between(remark, "A box left on ", " first.").and_then(|it| it.split_once(" shuts off "))
    else {
        return false;
    };
    let goal = explored.square(goal);
    let (list, _) = rest.split_once(": ").expect("an advice");
    let late: Vec<Square> = if list == "all the others" {
        explored.board.goals().iter().filter(|&it| it != goal).collect()
    } else {
        explored.squares(list)
    };
    for &other in &late {
        assert!(!explored.can_fill_before(goal, &[other]), "{remark}\n{}", explored.drawn());
    }
    true
}
