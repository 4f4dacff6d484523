//! Every small world under every rule set: the ground truth is self-consistent.

use sokolab_core::reference::{expand, fewest_pushes, is_won_by_walking};
use sokolab_core::testing::{GroundTruth, is_slow, random_levels, worlds};
use sokolab_core::{Demand, GoalKind, Rules, check, demand, normalized};

#[test]
fn the_truth_agrees_with_breadth_first_search() {
    for rules in Rules::ALL {
        let step = if is_slow() { 1 } else { 97 };
        for world in worlds(rules).step_by(step) {
            let truth = GroundTruth::of(&world.board, 2);
            for (state, pushes) in truth.states() {
                assert_eq!(fewest_pushes(&world.board, state), pushes, "{rules}: {state:?}");
            }
        }
    }
}

#[test]
fn a_push_shortens_the_rest_by_one_at_most() {
    for rules in Rules::ALL {
        let step = if is_slow() { 1 } else { 31 };
        for world in worlds(rules).step_by(step) {
            let truth = GroundTruth::of(&world.board, 2);
            for (state, pushes) in truth.states() {
                let children = expand(&world.board, state);
                let best = children
                    .iter()
                    .filter_map(|(_, child)| truth.fewest_pushes(&normalized(&world.board, child)))
                    .min();
                let expected = if is_won_by_walking(&world.board, state) {
                    Some(0)
                } else {
                    best.map(|best| best + 1)
                };
                assert_eq!(pushes, expected, "{rules}: {state:?}");
            }
        }
    }
}

#[test]
fn a_state_with_fewer_boxes_than_it_demands_is_lost() {
    for rules in Rules::ALL {
        let step = if is_slow() { 1 } else { 31 };
        for world in worlds(rules).step_by(step) {
            let truth = GroundTruth::of(&world.board, 2);
            for (state, pushes) in truth.states() {
                if demand(&world.board, state).count() > state.boxes.len() {
                    assert_eq!(pushes, None, "{rules}: {state:?}");
                }
            }
        }
    }
}

#[test]
fn demanded_goals_are_served_when_a_state_is_won() {
    for rules in Rules::ALL {
        let count = if is_slow() { 20_000 } else { 2_000 };
        for level in random_levels(rules, count) {
            let (board, state) = check(&level).expect("random levels are playable");
            if is_won_by_walking(&board, &state) {
                match (rules.goal(), demand(&board, &state)) {
                    (GoalKind::Fill, Demand::Goals(holes)) => assert!(holes.is_empty()),
                    (_, Demand::Goals(goals)) => assert!(goals.is_subset(&state.boxes)),
                    (GoalKind::Sink, Demand::Boxes(boxes)) => assert!(boxes.is_empty()),
                    (_, Demand::Boxes(boxes)) => assert!(boxes.is_subset(board.goals())),
                }
            }
        }
    }
}
