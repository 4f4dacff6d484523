//! Trimmed levels are solvable, have the claimed measures, and have as many squares fewer as the
//! pictures show.

use sokolab_core::{Ground, LetterCase, Level, Rules, Square, verify};
use sokolab_insight::explain::{SolutionKnowledge, explain};
use sokolab_insight::rating::RatingLimits;
use sokolab_insight::trim::{Change, Condition, Prelude, Trimmed, trim};

use crate::explored_level::ExploredLevel;

#[test]
fn trimmed_levels_are_what_is_said_of_them() {
    let (mut changed, mut filled) = (0, 0);
    for rules in Rules::ALL {
        for explored in ExploredLevel::some(rules, 40) {
            let limits = RatingLimits::DEFAULT;
            let found = trim(&explored.level, Prelude::Keep, &limits, &mut |_| None);
            let found = found.expect("a small level with a solution");
            let place = || format!("{:?}\n{}", found.changes, explored.drawn());
            let after =
                ExploredLevel::of(found.level.clone()).unwrap_or_else(|| panic!("{}", place()));
            verify(&found.level, found.solution.moves(), LetterCase::Strict).expect("a solution");
            check_condition(&explored, &found.before);
            check_condition(&after, &found.after);
            check_counts(&explored.level, &found, &place());
            let needs = |it: &Condition| {
                let mut needs: Vec<usize> = it.storages.iter().map(|it| it.needed).collect();
                needs.sort_unstable();
                needs
            };
            assert_eq!(needs(&found.before), needs(&found.after), "{}", place());
            assert_eq!(found.before.crossings, found.after.crossings, "{}", place());
            assert!(found.after.waste() <= found.before.waste(), "{}", place());
            changed += usize::from(!found.changes.is_empty());
            filled += found.changes.iter().filter(|it| matches!(it, Change::Filled { .. })).count();
        }
    }
    assert!(changed > 10 && filled > 10, "{changed}, {filled}");
}

fn check_condition(explored: &ExploredLevel, condition: &Condition) {
    assert_eq!(Some(condition.pushes), explored.pushes[0], "{}", explored.drawn());
    assert_eq!(condition.squares, explored.board.square_count(), "{}", explored.drawn());
    for storage in &condition.storages {
        let squares = squares_of(explored, &storage.name);
        let peak = explored.all.least_peak(|state| ExploredLevel::boxes_on(state, &squares));
        assert_eq!(peak, Some(storage.needed), "{}\n{}", storage.name, explored.drawn());
    }
}

/// The squares of the chamber with this name.
fn squares_of(explored: &ExploredLevel, name: &str) -> Vec<Square> {
    let limits = RatingLimits::DEFAULT.without_states();
    let explained = explain(&explored.level, SolutionKnowledge::Nothing, &limits, &mut |_| None)
        .expect("playable");
    let note = explained.chambers.iter().find(|it| it.name == name);
    note.unwrap_or_else(|| panic!("no {name}\n{}", explored.drawn())).squares.clone()
}

/// Counts squares in the pictures.
fn check_counts(before: &Level, found: &Trimmed, place: &str) {
    let floor = |level: &Level| {
        let puzzle = sokolab_core::check(level).expect("playable");
        let picture = sokolab_core::Picture::of_puzzle(&puzzle.0, &puzzle.1);
        picture
            .places()
            .iter()
            .filter(|it| it.ground != Ground::Rock && !it.ground.is_solid())
            .count()
    };
    let said: usize = found.changes.iter().map(Change::squares_gone).sum();
    assert_eq!(said, floor(before) - floor(&found.level), "{place}");
}
