//! Solving chamber by chamber, compared with exhaustive search.

use sokolab_core::reference::{fewest_pushes, is_won_by_walking};
use sokolab_core::testing::{Chance, SOKEVO, level_in, random_level};
use sokolab_core::{
    Board, Budget, Meter, Progress, Push, Rules, State, Stop, apply_push, check, region, try_push,
};

use crate::{Answer, ChamberOptions, Indivisible, Order, solve};

/// The result of a search with these options and this many nodes, and what it spent.
fn solved_with(
    (board, start): (&Board, &State),
    options: &ChamberOptions,
    nodes_max: u64,
) -> (Answer, Progress) {
    let mut observer = |_: &_| None;
    let mut meter = Meter::new(Budget::of_nodes(nodes_max), &mut observer);
    (solve(board, start, options, &mut meter), meter.progress)
}

fn plenty() -> ChamberOptions {
    ChamberOptions { states_max: u64::MAX, ..ChamberOptions::default() }
}

fn solved(board: &Board, start: &State) -> Answer {
    solved_with((board, start), &plenty(), u64::MAX).0
}

/// Whether these pushes win.
pub(in crate::by_chamber) fn wins(board: &Board, start: &State, pushes: &[Push]) -> bool {
    let mut state = start.clone();
    for &push in pushes {
        let behind = board.neighbour(push.from, push.direction.opposite());
        let is_legal = behind.is_some_and(|it| region(board, &state).contains(it))
            && try_push(board, &state, push).is_ok();
        if !is_legal {
            return false;
        }
        apply_push(board, &mut state, push);
    }
    is_won_by_walking(board, &state)
}

#[test]
fn the_sokevo_puzzles_are_solved_with_nine_crossings_and_few_nodes() {
    for rules in [Rules::OFFICIAL, Rules::NETHACK] {
        for picture in SOKEVO {
            let (board, start) = check(&level_in(picture, rules)).expect("playable");
            let (answer, spent) = solved_with((&board, &start), &plenty(), u64::MAX);
            let Answer::Solved { pushes, crossings } = answer else {
                panic!("{rules}: {answer:?}")
            };
            assert!(wins(&board, &start, &pushes), "{rules}");
            // The corridor belongs to one of its ends, so one crossing has already been made.
            assert!((8..=10).contains(&crossings), "{rules}: {crossings}");
            assert!(spent.nodes < 200, "{rules}: {spent:?}");
        }
    }
}

#[test]
fn answers_on_random_levels_are_the_truth() {
    for rules in Rules::ALL {
        let mut chance = Chance::new(71);
        let (mut solvable, mut unsolvable) = (0, 0);
        for _ in 0..1_500 {
            let level = random_level(&mut chance, rules, 5, 3);
            let Ok((board, start)) = check(&level) else { continue };
            let rows = &level.picture;
            match solved(&board, &start) {
                Answer::Solved { pushes, .. } => {
                    assert!(wins(&board, &start, &pushes), "{rules} {rows:?}");
                    solvable += 1;
                }
                Answer::Unsolvable => {
                    assert_eq!(fewest_pushes(&board, &start), None, "{rules} {rows:?}");
                    unsolvable += 1;
                }
                Answer::NothingFound => unsolvable += 1,
                Answer::Indivisible(_) => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(solvable > 20 && unsolvable > 20, "{rules}: {solvable}, {unsolvable}");
    }
}

#[test]
fn the_plainest_plan_is_found_with_no_more_storage_than_allowed() {
    let (board, start) = check(&level_in(SOKEVO[1], Rules::NETHACK)).expect("playable");
    let store = board.square_at(1, 1).expect("the left chamber");
    let plain = |most: usize| {
        let (order, at_most) = (Order::FewestSteps, vec![(store, most)]);
        solved_with((&board, &start), &ChamberOptions { order, at_most, ..plenty() }, u64::MAX).0
    };
    let Answer::Solved { pushes, crossings } = plain(2) else { panic!("two are enough") };
    assert!(wins(&board, &start, &pushes) && crossings <= 10);
    assert_eq!(plain(1), Answer::NothingFound);
}

#[test]
fn an_open_board_does_not_split_and_limits_hold() {
    let open = "
        #######
        #     #
        # $ . #
        #  @  #
        #######";
    let (board, start) = check(&level_in(open, Rules::OFFICIAL)).expect("playable");
    assert_eq!(solved(&board, &start), Answer::Indivisible(Indivisible::OneChamber));
    let (board, start) = check(&level_in(SOKEVO[0], Rules::NETHACK)).expect("playable");
    let (answer, spent) = solved_with((&board, &start), &plenty(), 3);
    assert_eq!((answer, spent.nodes), (Answer::Stopped(Stop::Nodes), 3));
    let short = ChamberOptions { states_max: 10, ..plenty() };
    let (answer, _) = solved_with((&board, &start), &short, u64::MAX);
    assert_eq!(answer, Answer::TooManyStates);
    let mut observer = |_: &_| Some(Stop::Interrupted);
    let mut meter = Meter::new(Budget::default(), &mut observer);
    let answer = solve(&board, &start, &plenty(), &mut meter);
    assert_eq!(answer, Answer::Stopped(Stop::Interrupted));
}

/// From inside an area, a box that has left looks like one that a sink has swallowed.
#[test]
fn a_box_for_the_sink_is_not_pushed_out_instead() {
    let pictures = [
        "
        ####
        # @###
        # $ .#
        ##.###
         ###",
        "
        ######
        #@ #.##
        #     #
        ####$ #
         ###  #
           ####",
        "
        ########
        #  #  ##
        #   $ ##
        ####. @#
        ########",
    ];
    for picture in pictures {
        let (board, start) = check(&level_in(picture, Rules::SINK)).expect("playable");
        let answer = solved(&board, &start);
        let Answer::Solved { pushes, .. } = answer else { panic!("{answer:?}") };
        assert!(wins(&board, &start, &pushes), "{picture}");
    }
}

/// Two ports lie at one square; either push takes the box out of the area.
#[test]
fn a_box_leaves_by_the_port_that_was_chosen() {
    let picture = "
        ########
        #@ #   #
        # $    #
        ####.###
        ####  .#
        ########";
    for rules in Rules::ALL {
        let (board, start) = check(&level_in(picture, rules)).expect("playable");
        match solved(&board, &start) {
            Answer::Solved { pushes, .. } => assert!(wins(&board, &start, &pushes), "{rules}"),
            Answer::Unsolvable => assert_eq!(fewest_pushes(&board, &start), None, "{rules}"),
            Answer::Indivisible(_) | Answer::NothingFound => {}
            other => panic!("{rules}: {other:?}"),
        }
    }
}
