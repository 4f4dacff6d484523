//! Tests of the complete generator: calibration, areas, and promises.

use super::{FAILED, KeeperPolicy, Murase, REMOVED, UNSOLVABLE, areas, stages, table_1};
use crate::outline::OutlineShape;
use crate::recipe::Recipe;
use crate::seed::Chance;
use crate::selection::Selection;
use crate::settings::BadSettings;
use crate::stream::{FINISHED, StreamRequest, stream};
use crate::{Funnel, GeneratedLevel};
use sokolab_core::testing::{board, draw, picture};
use sokolab_core::{Board, LetterCase, Rules, SquareSet, verify};
use sokolab_field::{Bits, Field};
use std::ops::ControlFlow;

fn run(
    recipe: &Murase,
    seed: u64,
    trials_max: u64,
    threads: usize,
) -> (Vec<GeneratedLevel>, Funnel) {
    let selection = Selection::default();
    let wish = StreamRequest { seed, first_index: 1, count: None, trials_max, threads, selection };
    let mut levels = Vec::new();
    let harvest = stream(recipe, &wish, &|| true, &mut |made| {
        levels.push(made);
        ControlFlow::Continue(())
    });
    (levels, harvest.expect("no count was wished for").funnel)
}

/// Means and standard deviations of 500 trials, found by calibration.
const CALIBRATED: [(&str, f64, f64); 4] =
    [(FAILED, 7.2, 3.7), (UNSOLVABLE, 244.7, 9.9), (REMOVED, 210.8, 13.1), (FINISHED, 37.3, 6.5)];

#[test]
fn the_preset_comes_close_to_table_1_of_the_paper() {
    for seed in 1..=6 {
        let (_, funnel) = run(&Murase::murase1996(), seed, 500, 1);
        assert_eq!(CALIBRATED.map(|(row, ..)| funnel.get(row)).iter().sum::<u64>(), 500);
        for (row, mean, deviation) in CALIBRATED {
            let count = funnel.get(row) as f64;
            assert!((count - mean).abs() <= 3.0 * deviation, "seed {seed}\n{funnel}");
        }
        let table = table_1(&funnel, None);
        assert_eq!(
            table.iter().map(|row| row.paper).collect::<Vec<_>>(),
            [7, 245, 204, 44, 500, 14]
        );
        assert_eq!((table[4].ours, table[5].ours), (Some(500), None));
    }
}

#[test]
fn levels_are_solved_and_equal_for_every_number_of_threads() {
    let (levels, funnel) = run(&Murase::murase1996(), 9, 200, 1);
    let (others, other_funnel) = run(&Murase::murase1996(), 9, 200, 2);
    assert!(levels.len() > 5);
    assert_eq!(funnel, other_funnel);
    for (made, other) in levels.iter().zip(&others) {
        assert_eq!((made.index, &made.level), (other.index, &other.level));
        let moves = made.solution.moves();
        assert!(verify(&made.level, moves, LetterCase::Strict).is_ok());
    }
    assert_eq!(levels.len(), others.len());
}

#[test]
fn the_best_keeper_makes_levels_of_what_would_be_rejected() {
    let best = Murase { keeper: KeeperPolicy::Best, ..Murase::murase1996() };
    let (plain, from_best) = (run(&Murase::murase1996(), 2, 150, 1).1, run(&best, 2, 150, 1).1);
    assert_eq!(plain.get(FAILED), from_best.get(FAILED));
    assert!(from_best.get(UNSOLVABLE) * 4 < plain.get(UNSOLVABLE) * 3, "{from_best}");
    assert!(from_best.get(FINISHED) > plain.get(FINISHED), "{from_best}");
}

#[test]
fn other_sizes_boxes_and_rules_work() {
    for rules in Rules::ALL {
        let (width, height, boxes) = (10..=12, 8..=9, 4..=5);
        let recipe =
            Murase { rules, width, height, boxes, template_count: 6, ..Murase::murase1996() };
        assert_eq!(recipe.check(), Ok(()));
        let (levels, funnel) = run(&recipe, 3, 120, 1);
        assert!(!levels.is_empty(), "{rules}\n{funnel}");
        assert!(levels.iter().all(|it| it.level.rules == rules));
    }
}

#[test]
fn settings_that_cannot_work_are_refused() {
    let base = Murase::murase1996;
    let check = |recipe: Murase| recipe.check();
    assert_eq!(
        check(Murase { width: 4..=4, height: 4..=4, ..base() }),
        Err(BadSettings::TooSmall(4, 4))
    );
    assert_eq!(
        check(Murase { boxes: 0..=3, ..base() }),
        Err(BadSettings::Range("number of boxes above 0"))
    );
    assert_eq!(check(Murase { boxes: 19..=19, ..base() }), Err(BadSettings::TooManyBoxes(19, 36)));
    assert_eq!(check(Murase { templates: Vec::new(), ..base() }), Err(BadSettings::NoTemplate));
    assert_eq!(
        check(Murase { width: 100..=100, height: 100..=100, ..base() }),
        Err(BadSettings::TooLarge(100, 100))
    );
    let long = OutlineShape::parse(&["......."]).expect("a shape");
    assert_eq!(
        check(Murase { prototype: long, ..base() }),
        Err(BadSettings::ShapeTooLarge("the prototype"))
    );
}

const ROOM: &str = "
    ########
    #    . #
    # ##   #
    # #### #
    # #  # #
    #   ## #
    ########";

#[track_caller]
fn check_area(find: impl Fn(&Board, &Field<2>) -> Bits<2>, mark: char, expected: &str) {
    let board = board(&ROOM.replace('.', " ").replacen("#    ", "#@   ", 1));
    let mut field = Field::<2>::new(&board);
    field.goals = Bits::of(field.place(board.square_at(5, 1).expect("floor")));
    let found = find(&board, &field);
    let mut squares: SquareSet = board.no_squares();
    squares.extend(board.squares().filter(|&it| found.contains(field.place(it))));
    assert_eq!(draw(&board, &squares, mark), picture(expected));
}

#[test]
fn goals_are_avoided_where_no_push_can_end() {
    check_area(
        |_, field| areas::goal_avoid(field),
        'x',
        "
        ########
        #      #
        # ## x #
        # #### #
        # #xx# #
        # x ## #
        ########",
    );
}

#[test]
fn ranges_are_where_a_lone_box_can_come_from() {
    let goal = |field: &Field<2>| field.goals.first().expect("one goal");
    check_area(
        |board, field| areas::range_of((board, field), goal(field), &Bits::EMPTY),
        'o',
        "
        ########
        # oooo #
        # ##   #
        # #### #
        # #  # #
        #   ## #
        ########",
    );
    check_area(
        |_, field| areas::corner_goals(field, &Bits::of(goal(field))),
        'c',
        "
        ########
        #      #
        # ##   #
        # #### #
        # #  # #
        #   ## #
        ########",
    );
}

#[test]
fn the_stages_end_as_the_trial_does() {
    let recipe = Murase::murase1996();
    let (levels, _) = run(&recipe, 1, 60, 1);
    let made = levels.first().expect("a level in sixty trials");
    let drawn = stages(&recipe, 1, made.index);
    let captions: Vec<&str> = drawn.iter().map(|it| it.caption.as_str()).collect();
    assert_eq!(captions[0], "Figure 2 (a): prototype");
    assert_eq!(captions[4], "Figure 2 (e): template 3 placed");
    assert_eq!(captions[captions.len() - 2], "Figure 5 (f): keeper");
    assert!(captions[captions.len() - 1].ends_with(&made.solution.moves().to_string()));
    for index in 1..60 {
        let end = stages(&recipe, 1, index).pop().expect("an end").caption;
        let mut chance = Chance::new(1, "murase", index);
        let is_made = recipe.attempt(&mut chance, &|| true).is_ok();
        assert_eq!(end.starts_with("outputted"), is_made, "{end}");
    }
}
