//! Levels solved chamber by chamber, against play that looks at every state.

use sokolab_core::reference::{fewest_pushes, is_won_by_walking};
use sokolab_core::testing::{Chance, SOKEVO, level_in, random_level};
use sokolab_core::{Board, Push, Rules, State, apply_push, check, region, try_push};

use crate::{Answer, Limits, NotSplit, Order, Wish, solve};

const PLENTY: Limits = Limits { nodes_max: u64::MAX, looks_max: u64::MAX, bytes_max: 1 << 30 };

fn solved(board: &Board, start: &State) -> Answer {
    solve(board, start, &Wish::default(), PLENTY, &mut |_| true).0
}

/// Plays pushes and says whether they win.
fn wins(board: &Board, start: &State, pushes: &[Push]) -> bool {
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
            let (answer, spent) = solve(&board, &start, &Wish::default(), PLENTY, &mut |_| true);
            let Answer::Solved { pushes, crossings } = answer else {
                panic!("{rules}: {answer:?}")
            };
            assert!(wins(&board, &start, &pushes), "{rules}");
            // The corridor belongs to one of its ends, so one crossing is made already.
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
                Answer::NotSplit(_) => {}
                Answer::Stopped(why) => panic!("{why:?}"),
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
        let wish = Wish { order: Order::FewestSteps, at_most: vec![(store, most)] };
        solve(&board, &start, &wish, PLENTY, &mut |_| true).0
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
    assert_eq!(solved(&board, &start), Answer::NotSplit(NotSplit::OneChamber));
    let (board, start) = check(&level_in(SOKEVO[0], Rules::NETHACK)).expect("playable");
    let few = Limits { nodes_max: 3, ..PLENTY };
    let (answer, spent) = solve(&board, &start, &Wish::default(), few, &mut |_| true);
    assert_eq!((answer, spent.nodes), (Answer::Stopped(crate::Stop::Nodes), 3));
    let short = Limits { looks_max: 10, ..PLENTY };
    let (answer, _) = solve(&board, &start, &Wish::default(), short, &mut |_| true);
    assert_eq!(answer, Answer::Stopped(crate::Stop::Looks));
    let (answer, _) = solve(&board, &start, &Wish::default(), PLENTY, &mut |_| false);
    assert_eq!(answer, Answer::Stopped(crate::Stop::Told));
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
