//! Tests that no detector fires on a solvable state and that no bound exceeds the truth. All are
//! tested together, since computing the truth costs more than the detectors.

use std::collections::BTreeMap;

use crate::checker::detect_corridor;
use crate::locks::{detect_closed_diagonal, detect_freeze};
use crate::test_positions::{random_positions, small_worlds};
use crate::{
    Deadlock, DeadlockKind, KeeperWay, PushDistances, dead_squares, detect_dead_squares,
    detect_matching, detect_matching_behind_frozen, detect_retrograde, matching_bound,
};
use sokolab_core::reference::fewest_pushes;
use sokolab_core::testing::GroundTruth;
use sokolab_core::{Board, SquareSet, State};

/// How often each kind of deadlock was found.
#[derive(Default)]
struct Tally(BTreeMap<DeadlockKind, usize>);

struct Facts<'a> {
    board: &'a Board,
    distances: PushDistances,
    dead: SquareSet,
}

impl<'a> Facts<'a> {
    fn new(board: &'a Board) -> Facts<'a> {
        let distances = PushDistances::new(board, KeeperWay::Walking);
        let dead = dead_squares(board, &distances);
        Facts { board, distances, dead }
    }

    fn deadlocks(&self, state: &State) -> Vec<Deadlock> {
        let Facts { board, distances, dead } = self;
        let mut found = vec![
            detect_dead_squares(board, distances, state),
            detect_freeze(board, dead, state),
            detect_matching(board, distances, state),
            detect_matching_behind_frozen(board, dead, state),
            detect_retrograde(board, dead, state),
            detect_closed_diagonal(board, dead, state, 200),
        ];
        let corridor = |pushed| detect_corridor(board, dead, state, pushed, 200);
        found.extend(state.boxes.iter().map(corridor));
        found.into_iter().flatten().collect()
    }

    /// Compares all verdicts on `state` with the fewest pushes that win from it.
    fn compare(&self, state: &State, truth: Option<usize>, tally: &mut Tally) {
        let deadlocks = self.deadlocks(state);
        let rules = self.board.rules();
        assert!(truth.is_none() || deadlocks.is_empty(), "{rules} {state:?} {deadlocks:?}");
        for deadlock in deadlocks {
            assert!(deadlock.boxes.is_subset(&state.boxes), "{deadlock:?}");
            *tally.0.entry(deadlock.kind).or_default() += 1;
        }
        let bound = matching_bound(self.board, &self.distances, state);
        let is_dead = detect_matching(self.board, &self.distances, state).is_some();
        assert_eq!(bound.is_none(), is_dead, "{rules} {state:?}");
        if let Some(truth) = truth {
            assert!(bound.is_some_and(|it| it <= truth as u64), "{rules} {state:?}");
        }
    }
}

#[test]
fn nothing_solvable_is_called_dead_on_small_worlds() {
    let mut tally = Tally::default();
    for world in small_worlds(59) {
        let facts = Facts::new(&world.board);
        for (state, truth) in GroundTruth::of(&world.board, 2).states() {
            facts.compare(state, truth, &mut tally);
        }
    }
    assert!(tally.0.len() > 4, "{:?}", tally.0);
}

#[test]
fn nothing_solvable_is_called_dead_on_random_boards() {
    let mut tally = Tally::default();
    for (_, board, state) in random_positions(2_000) {
        Facts::new(&board).compare(&state, fewest_pushes(&board, &state), &mut tally);
    }
    // Closed diagonals need more room than these boards have.
    assert!(tally.0.len() > 5, "{:?}", tally.0);
}
