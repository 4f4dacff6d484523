//! Ratings of levels for which the truth is known.

use sokolab_core::testing::{SOKEVO, level, level_in, random_levels};
use sokolab_core::{LetterCase, Level, Rules, State, check, normalized, parse_moves, verify};
use sokolab_solver::Stop;

use super::liveness::{Liveness, wrong_turns};
use super::state_graph::{StateGraph, StateId};
use super::{Missing, NotRated, Rating, RatingLimits, Replay, Walkthrough, rate};

fn rated(level: &Level) -> Rating {
    rate(level, &RatingLimits::DEFAULT, &mut |_| None).expect("a level with a solution")
}

#[test]
fn the_sokevo_puzzles_have_the_preludes_of_the_guide() {
    let expected = [(72, 13, 3, 1), (66, 13, 3, 0), (56, 14, 2, 0)];
    for (picture, (pushes, prelude, stored, slack)) in SOKEVO.into_iter().zip(expected) {
        let rating = rated(&level_in(picture, Rules::NETHACK));
        assert!(rating.solution.is_fewest());
        assert_eq!(rating.measures.pushes, pushes);
        let it = rating.measures;
        assert_eq!((it.crossings, it.storage_visits, it.stored_most), (9, 6, stored), "{pushes}");
        let whole = rating.measures.whole.expect("a small level");
        assert_eq!(whole.prelude, Ok(prelude), "{pushes} pushes");
        assert_eq!(whole.slack, Ok(slack), "{pushes} pushes");
        assert!(whole.forced_share.expect("a small level") >= prelude as f64 / pushes as f64);
    }
}

#[test]
fn a_corridor_leaves_no_choice_and_no_way_to_go_wrong() {
    let rating = rated(&level(
        "
        ########
        #@$   .#
        ########",
    ));
    let measures = rating.measures;
    assert_eq!((measures.pushes, measures.moves, measures.box_lines), (4, 4, 1));
    assert_eq!((measures.box_changes, measures.direction_changes), (1, 0));
    assert_eq!((measures.counter_intuitive, measures.bound_gap), (Ok(0), Ok(0)));
    assert_eq!(measures.pair_gap, Ok(0));
    assert_eq!(measures.decomposition, 0);
    let whole = measures.whole.expect("a small level");
    assert_eq!((whole.states, whole.wrong_turns, whole.prelude), (5, 0, Ok(4)));
    assert_eq!((whole.slack, measures.waste), (Ok(0), Ok(0)), "there is no storage");
    assert_eq!(whole.forced_share, Ok(1.0));
    assert!((whole.dead_share, whole.wrong_ways_log10) == (0.0, 0.0));
    assert!((whole.live_branching - 1.0).abs() < 1e-12);
}

/// The box is pushed away from the goal and back: the boxes stand as before, with the keeper on the
/// other side. That is another state, which solutions avoid by pushing the other box first.
#[test]
fn boxes_that_come_back_are_not_forced_by_what_was_before() {
    let rating = rated(&level(
        "
        #########
        ###   $+#
        # $   ###
        #########",
    ));
    let whole = rating.measures.whole.expect("a small level");
    assert_eq!((rating.measures.pushes, whole.prelude), (5, Ok(2)));
}

/// Levels in which boxes return to earlier squares, and a solution that avoids the state after one
/// of the first pushes.
const ROUNDS: [(Rules, &str, &str); 4] = [
    (
        Rules::OFFICIAL,
        "
        ########
        ##  #  #
        # . .###
        #@$.$  #
        #  $   #
        # #   ##
        ########",
        "drRRUrrdLLdlUlU",
    ),
    (
        Rules::OFFICIAL,
        "
        #####
        #   #
        #  ##
        # $.#
        # $ #
        # #@#
        #####",
        "uLUlDuuurDldR",
    ),
    (
        Rules::NETHACK,
        "
        ------
        |.^@^|
        |..0.|
        |+0..|
        |....|
        ------",
        "DllddrUUdRdrUU",
    ),
    (
        Rules::NETHACK_GAME,
        "
        -------
        |^^@|.|
        ||00..|
        ||....|
        |....||
        -------",
        "DczqUrcLzUUeL",
    ),
];

#[test]
fn a_solution_that_goes_round_refutes_what_is_called_forced() {
    for (rules, picture, round) in ROUNDS {
        let level = level_in(picture, rules);
        let (board, start) = check(&level).expect("playable");
        let round = parse_moves(round).expect("moves");
        let round = verify(&level, &round, LetterCase::Strict).expect("a solution").solution;
        let passed = Replay::new(&board, &start, round.moves()).states;
        let passed: Vec<State> = passed.iter().map(|it| normalized(&board, it)).collect();
        let own = rated(&level);
        let walkthrough =
            Walkthrough::new(&level, Some(&own.solution), &RatingLimits::DEFAULT, &mut |_| None);
        let walkthrough = walkthrough.expect("playable");
        let states = Replay::new(&board, &start, own.solution.moves()).states;
        let choices = walkthrough.choices.as_ref().expect("a small level");
        for (at, _) in choices.iter().enumerate().filter(|it| it.1.is_forced) {
            let state = normalized(&board, &states[at + 1]);
            assert!(passed.contains(&state), "{rules}: push {}\n{picture}", at + 1);
        }
        assert_eq!(own.measures.whole.expect("a small level").prelude.ok(), walkthrough.prelude());
    }
}

#[test]
fn a_push_into_a_corner_is_a_way_to_go_wrong() {
    let rating = rated(&level(
        "
        #####
        #   #
        #@$.#
        #   #
        #####",
    ));
    let whole = rating.measures.whole.expect("a small level");
    assert_eq!(rating.measures.pushes, 1);
    // Everywhere but on the goal, the box gets stuck at a wall.
    assert_eq!(whole.wrong_turns, 3);
    assert!((whole.wrong_ways_log10 - 4_f64.log10()).abs() < 1e-9, "{}", whole.wrong_ways_log10);
}

#[test]
fn pairs_explain_what_the_matching_does_not() {
    // Each box alone is two pushes and no pushes from a goal, but they are in each other's way.
    let rating = rated(&level(
        "
        #######
        # .   #
        #@ $ ##
        # *#  #
        #     #
        #######",
    ));
    let measures = rating.measures;
    assert_eq!((measures.pushes, measures.bound_gap), (6, Ok(4)));
    assert_eq!(measures.pair_gap, Ok(0), "two boxes are one pair");
}

#[test]
fn pairs_say_nothing_where_boxes_are_spare() {
    let rating = rated(&level(
        "
        #######
        #@$ . #
        #  $  #
        #     #
        #######",
    ));
    assert_eq!(rating.measures.pair_gap, Err(Missing::SpareBoxes));
}

#[test]
fn levels_without_a_solution_say_why() {
    let unsolvable = level(
        "
        ######
        #@ $.#
        #   ##
        #   $#
        # . ##
        ######",
    );
    let answer = rate(&unsolvable, &RatingLimits::DEFAULT, &mut |_| None);
    assert_eq!(answer.err(), Some(NotRated::Unsolvable));
    let invalid = level("#####\n# $.#\n#####\n");
    let answer = rate(&invalid, &RatingLimits::DEFAULT, &mut |_| None);
    assert!(matches!(answer, Err(NotRated::Invalid(_))));
}

#[test]
fn what_needs_all_states_is_missing_with_a_reason() {
    let level = level_in(SOKEVO[0], Rules::NETHACK);
    let limits = RatingLimits { states_max: 100, ..RatingLimits::DEFAULT };
    let rating = rate(&level, &limits, &mut |_| None).expect("solvable");
    assert_eq!(rating.measures.whole, Err(Missing::TooManyStates(100)));
    assert_eq!(rating.measures.pair_gap, Err(Missing::TooManyPairs(100)));
    assert_eq!(rating.grade, rated(&level).grade, "the grade does not depend on it");

    let mut asked = 0;
    let answer = rate(&level, &RatingLimits::DEFAULT, &mut |_| {
        asked += 1;
        (asked > 3).then_some(Stop::Interrupted)
    });
    let is_interrupted = match answer {
        Ok(rating) => {
            rating.stopped == Some(Stop::Interrupted)
                || matches!(rating.measures.whole, Err(it) if it.is_stopped())
        }
        Err(why) => why == NotRated::Stopped(Stop::Interrupted),
    };
    assert!(is_interrupted);
}

/// The states of the path that no solution avoids, by testing each separately.
fn prelude_by_trying(graph: &StateGraph, path: &[StateId]) -> (usize, usize) {
    let avoidable = |banned: StateId| {
        let mut seen = vec![false; graph.len()];
        let mut pending = vec![StateGraph::START];
        while let Some(state) = pending.pop() {
            if graph.is_won(state) {
                return true;
            }
            for &to in graph.after(state) {
                if to != banned && !std::mem::replace(&mut seen[to as usize], true) {
                    pending.push(to);
                }
            }
        }
        false
    };
    let forced: Vec<bool> = path.iter().skip(1).map(|&it| !avoidable(it)).collect();
    let prelude = forced.iter().take_while(|it| **it).count();
    (forced.iter().filter(|it| **it).count(), prelude)
}

#[test]
fn measures_of_small_worlds_are_what_trying_everything_finds() {
    let mut solved = 0;
    for rules in Rules::ALL {
        for level in random_levels(rules, 120) {
            let Ok(rating) = rate(&level, &RatingLimits::DEFAULT, &mut |_| None) else { continue };
            let (board, start) = check(&level).expect("playable");
            let most = (1_000_000, 1 << 30);
            let graph = StateGraph::build(&board, &start, most, &mut |_| None).expect("small");
            let live = Liveness::of(&graph, &mut |_| None).expect("nobody stops it");
            let whole = rating.measures.whole.expect("small");
            let pushes = rating.measures.pushes;
            assert_eq!(live.pushes(StateGraph::START), Some(pushes as u32), "fewest pushes");
            let replay = Replay::new(&board, &start, rating.solution.moves());
            let found = replay.states.iter().map(|state| graph.find(&board, state));
            let path: Vec<StateId> = found.map(|it| it.expect("on the way")).collect();
            assert_eq!(path.len(), pushes + 1);
            let (forced, prelude) = prelude_by_trying(&graph, &path);
            assert_eq!(whole.prelude, Ok(prelude), "{:?}", level.picture);
            let share = forced as f64 / pushes.max(1) as f64;
            assert!((whole.forced_share.expect("small") - share).abs() < 1e-12);
            assert_eq!(whole.wrong_turns, wrong_turns(&graph, &live, &path));
            assert_eq!(whole.wrong_ways_log10 > 0.0, live.live < graph.len());
            solved += 1;
        }
    }
    assert!(solved > 100, "{solved} levels had a solution");
}
