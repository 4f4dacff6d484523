//! The record of a technique is right: fractions add up to one, nothing that a solution contains is
//! reported as removed, and tiling files are solved like the levels they were made from.

use sokolab_constraint::watch::{PlaneView, WatchOptions, WatchRecord, WatchStage, watch};
use sokolab_constraint::{
    ConstraintOptions, DisabledHeuristics, Heuristic, Task, Technique, TechniqueAnswer, tiling_file,
};
use sokolab_core::reference::fewest_moves;
use sokolab_core::testing::level;
use sokolab_core::{Board, Budget, Meter, State, Stop, check};
use sokolab_tiling::{Breakout, TilingOutcome, break_out, read_problem};

const ROOM: &str = "
    ######
    #   .#
    # $$ #
    #@  .#
    ######";

const CORRIDOR: &str = "
    #######
    #@ $ .#
    #######";

fn position(text: &str) -> (Board, State) {
    check(&level(text)).expect("playable")
}

fn task<'a>(board: &'a Board, start: &'a State, technique: Technique) -> Task<'a> {
    Task::new(board, start, technique)
}

fn look(task: &Task<'_>) -> WatchRecord {
    let length = fewest_moves(task.board, task.start).expect("it has a solution") as u32;
    let mut observer = |_: &_| None;
    let mut meter = Meter::new(Budget::default(), &mut observer);
    let options = WatchOptions { length, nodes_max: 500, states_max: 100_000 };
    watch(task, options, &mut meter).expect("nobody stops it")
}

fn stage<'a>(watched: &'a WatchRecord, name: &str) -> &'a WatchStage {
    watched.stages.iter().find(|it| it.name == name).expect("there is such a stage")
}

#[test]
fn shares_of_a_cell_sum_to_one_in_every_stage_of_every_technique() {
    let (board, start) = position(ROOM);
    for technique in [
        Technique::Tiling,
        Technique::TilingComplete,
        Technique::TilingPunchOut,
        Technique::SatSteps,
        Technique::SatPushes,
        Technique::Random,
        Technique::TreeSearch,
    ] {
        let watched = look(&task(&board, &start, technique));
        assert!(!watched.stages.is_empty(), "{technique:?}");
        for stage in &watched.stages {
            for cell in stage.planes.iter().flat_map(|plane| &plane.cells) {
                let sum = cell.free + cell.boxes + cell.keeper;
                assert!((sum - 1.0).abs() < 1e-3, "{technique:?} {}: {cell:?}", stage.name);
            }
        }
    }
}

#[test]
fn propagation_keeps_what_plays_have_and_misses_what_it_keeps_beyond() {
    let (board, start) = position(ROOM);
    let watched = look(&task(&board, &start, Technique::Tiling));
    let (ruled, exact) = (stage(&watched, "with rules"), stage(&watched, "exact search"));
    for (kept, truth) in ruled.planes.iter().zip(&exact.planes) {
        for (kept, truth) in kept.cells.iter().zip(&truth.cells) {
            assert!(truth.boxes == 0.0 || kept.boxes > 0.0);
            assert!(truth.keeper == 0.0 || kept.keeper > 0.0);
            assert!(kept.missed < kept.left.max(1), "a play has one of them");
        }
        // The rule guarantees a keeper somewhere, but its square may be undecided.
        assert!(kept.keepers() > 0.99);
    }
    assert!(exact.planes.iter().all(|plane| (plane.keepers() - 1.0).abs() < 1e-3));
    let (missed, kept) = watched.missed.expect("the level is small");
    assert!(missed > 0 && missed < kept, "{missed} of {kept}");
    assert!(ruled.removals.iter().any(|it| it.reason == "neighbours in time" && it.count > 0));
}

#[test]
fn without_the_rule_for_the_keeper_it_appears_twice() {
    let (board, start) = position(ROOM);
    let watched = look(&task(&board, &start, Technique::Tiling));
    let most = |name: &str| {
        stage(&watched, name).planes.iter().map(PlaneView::keepers).fold(0.0, f32::max)
    };
    assert!(most("tiles alone") > 1.05, "{}", most("tiles alone"));
    assert!(most("tiles alone") >= most("with rules"));
}

#[test]
fn a_corridor_is_settled_by_propagation_alone() {
    let (board, start) = position(CORRIDOR);
    let watched = look(&task(&board, &start, Technique::Tiling));
    let alone = stage(&watched, "tiles alone");
    assert!(alone.planes.iter().flat_map(|it| &it.cells).all(|cell| cell.left <= 1));
    assert!(matches!(watched.answer, TechniqueAnswer::Solved { .. }));
    assert_eq!(watched.missed.map(|it| it.0), Some(0));
}

#[test]
fn a_length_that_is_refuted_is_no_claim_about_others() {
    let (board, start) = position(CORRIDOR);
    let mut observer = |_: &_| None;
    let mut meter = Meter::new(Budget::default(), &mut observer);
    let options = WatchOptions { length: 2, nodes_max: 10, states_max: 1_000 };
    let watched = watch(&task(&board, &start, Technique::Tiling), options, &mut meter);
    let watched = watched.expect("nobody stops it");
    assert!(watched.is_refuted);
    assert!(matches!(watched.answer, TechniqueAnswer::Stopped { .. }));
}

#[test]
fn a_tiling_that_is_written_and_read_has_the_plays_of_its_level() {
    for (text, length, expected) in [(CORRIDOR, 3, true), (CORRIDOR, 2, false)] {
        let (board, start) = position(text);
        let asked = task(&board, &start, Technique::Tiling);
        let file = tiling_file(&asked, length).expect("there is something to tile");
        let (tiles, problem) = read_problem(&file).expect("the engine reads what it wrote");
        let how = Breakout::new(3);
        let run = break_out(
            &problem,
            &how,
            &mut [],
            &mut Meter::new(Budget::UNLIMITED, &mut |_: &_| None),
            None,
        );
        match run.outcome {
            TilingOutcome::Tiled(tiling) => {
                assert!(expected);
                // The last plane shows the box on the goal, and the keeper beside it.
                let area = tiling.len() / (length as usize + 1);
                let last = tiling[tiling.len() - area..].iter();
                let shown: String =
                    last.map(|&tile| tiles.name(tile).chars().nth(2).unwrap_or('?')).collect();
                assert!(shown.contains("@*"), "{shown}");
            }
            TilingOutcome::Refuted => assert!(!expected),
            TilingOutcome::Stopped(stop) => panic!("there is no limit: {stop}"),
        }
    }
}

#[test]
fn knockouts_and_ways_to_boxes_lose_no_shortest_play() {
    let (board, start) = position(ROOM);
    let fewest = fewest_moves(&board, &start);
    for heuristic in [Heuristic::Knockouts, Heuristic::NextBox, Heuristic::NoReturn] {
        let asked = task(&board, &start, Technique::Tiling);
        let watched = {
            let disabled = DisabledHeuristics::DEFAULT.enable(heuristic);
            let options = ConstraintOptions { disabled, ..asked.options };
            look(&Task { options, ..asked })
        };
        let (ruled, exact) = (stage(&watched, "with rules"), stage(&watched, "exact search"));
        for (kept, truth) in ruled.planes.iter().zip(&exact.planes) {
            for (kept, truth) in kept.cells.iter().zip(&truth.cells) {
                assert!(truth.keeper == 0.0 || kept.keeper > 0.0, "{heuristic:?}");
            }
        }
        assert_eq!(Some(watched.length as usize), fewest);
    }
}

/// The removals that a rule made in a run.
fn left_after(text: &str, disabled: DisabledHeuristics) -> Vec<(usize, f32)> {
    let (board, start) = position(text);
    let asked = task(&board, &start, Technique::Tiling);
    let options = ConstraintOptions { disabled, ..asked.options };
    let watched = look(&Task { options, ..asked });
    let ruled = stage(&watched, "with rules");
    let cells = ruled.planes.iter().flat_map(|it| &it.cells);
    cells.map(|it| (it.left as usize, it.keeper)).collect()
}

#[test]
fn maximum_player_move_removes_nothing_that_propagation_leaves() {
    for text in [CORRIDOR, ROOM] {
        let with = DisabledHeuristics::DEFAULT.enable(Heuristic::MaximumPlayerMove);
        assert_eq!(left_after(text, with), left_after(text, DisabledHeuristics::DEFAULT), "{text}");
    }
}

#[test]
fn punch_out_shows_its_slabs() {
    let (board, start) = position(CORRIDOR);
    let watched = look(&task(&board, &start, Technique::TilingPunchOut));
    let end = stage(&watched, "end of a run");
    assert!(matches!(watched.answer, TechniqueAnswer::Solved { .. }), "{}", end.remark);
    assert!(end.planes.iter().flat_map(|it| &it.cells).all(|cell| cell.left == 1));
    assert_eq!(end.progress.first(), Some(&(end.planes.len() * 7 * 3).try_into().expect("small")));
    assert_eq!(end.progress.last(), Some(&0));
    // If the run stalls, the best partial result is shown as well.
    let (board, start) = position(ROOM);
    let watched = look(&task(&board, &start, Technique::TilingPunchOut));
    let open = |stage: &WatchStage| {
        stage.planes.iter().flat_map(|it| &it.cells).filter(|it| it.left > 1).count()
    };
    if let Some(best) = watched.stages.iter().find(|it| it.name == "most settled") {
        assert!(open(best) < open(stage(&watched, "end of a run")));
    }
}

#[test]
fn complete_search_shows_the_states_it_comes_to_and_the_play() {
    let (board, start) = position(ROOM);
    let watched = look(&task(&board, &start, Technique::TilingComplete));
    let (searched, play) = (stage(&watched, "states searched"), stage(&watched, "solution"));
    assert_eq!(play.planes.len(), watched.length as usize + 1);
    for (seen, made) in searched.planes.iter().zip(&play.planes) {
        for (seen, made) in seen.cells.iter().zip(&made.cells) {
            assert!(made.keeper == 0.0 || seen.keeper > 0.0, "the play goes through them");
        }
    }
    assert!(watched.ladder.windows(2).all(|it| it[0].length < it[1].length));
    assert!(matches!(watched.answer, TechniqueAnswer::Solved { is_fewest: true, .. }));
}

#[test]
fn what_was_seen_before_a_stop_is_kept() {
    let (board, start) = position(ROOM);
    let full = look(&task(&board, &start, Technique::Tiling)).stages.len();
    let mut counts = Vec::new();
    for questions in 0..60 {
        let mut asked = 0;
        let mut observer = |_: &_| {
            asked += 1;
            (asked > questions).then_some(Stop::Interrupted)
        };
        let mut meter = Meter::new(Budget::default(), &mut observer);
        let options = WatchOptions { length: 10, nodes_max: 500, states_max: 100_000 };
        match watch(&task(&board, &start, Technique::Tiling), options, &mut meter) {
            Err(_) => counts.push(0),
            Ok(watched) => counts.push(watched.stages.len()),
        }
    }
    assert!(counts.is_sorted() && counts.contains(&full), "{counts:?}");
    assert_eq!(counts[0], 0);
}
