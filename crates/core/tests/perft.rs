//! The perft files beside our levels match the counts of the reference expansion.

use sokolab_core::reference::perft;
use sokolab_core::testing::is_slow;
use sokolab_core::text::{ReadOptions, read_text};
use sokolab_core::{Rules, check};

/// Compares each line `level rules counts…` with a fresh count.
#[track_caller]
fn compare(levels: &str, expected: &str) {
    let levels = read_text(levels.as_bytes(), ReadOptions::default()).levels;
    let mut lines = 0;
    for line in expected.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let number: usize = words.next().and_then(|it| it.parse().ok()).expect("a level's number");
        let rules = words.next().and_then(|name| name.parse::<Rules>().ok()).expect("a rule set");
        let counts: Vec<usize> = words.map(|it| it.parse().expect("a count")).collect();
        // The last layer is the most expensive, so only slow runs count it.
        let pushes = if is_slow() { counts.len() - 1 } else { (counts.len() - 1).min(4) };
        let level = levels[number - 1].clone().with_rules(rules);
        let (board, state) = check(&level).expect("a line of the file is playable");
        assert_eq!(perft(&board, &state, pushes), counts[..=pushes], "level {number}, {rules}");
        lines += 1;
    }
    assert!(lines >= levels.len(), "every level has a line");
}

#[test]
fn first_steps_have_as_many_states_as_written() {
    compare(
        include_str!("../../sokolab/levels/first-steps.sok"),
        include_str!("../../sokolab/levels/first-steps.perft"),
    );
}

#[test]
fn boulders_have_as_many_states_as_written() {
    compare(
        include_str!("../../sokolab/levels/boulders.txt"),
        include_str!("../../sokolab/levels/boulders.perft"),
    );
}

#[test]
fn forced_levels_have_as_many_states_as_written() {
    compare(
        include_str!("../../sokolab/levels/forced.sok"),
        include_str!("../../sokolab/levels/forced.perft"),
    );
}
