//! On-demand solving chamber by chamber, compared with exhaustive search.

use sokolab_core::reference::fewest_pushes;
use sokolab_core::testing::{Chance, SOKEVO, level_in, random_level};
use sokolab_core::{Board, Budget, Meter, Rules, State, Stop, check};

use super::division::Division;
use super::feed::{helpful, kept};
use super::part::PartState;
use crate::by_chamber::state_counter::StateCounter;
use crate::by_chamber::tests::wins;
use crate::{Answer, Indivisible, solve_on_demand};

/// Four rooms in a ring, and a row of holes.
const RING: &str = "
    ###############
    #   ##   ######
    # $  $   ######
    #   ##   ######
    ## #### #######
    ##@#### #######
    #   ##   ######
    # $  $    ... #
    #   ##   ######
    ###############";

fn on_demand(board: &Board, start: &State, states_max: u64) -> Answer {
    let mut observer = |_: &_| None;
    let mut meter = Meter::new(Budget::of_nodes(20_000), &mut observer);
    solve_on_demand(board, start, states_max, &mut meter)
}

#[test]
fn rooms_in_a_ring_are_parts_and_are_solved() {
    for rules in [Rules::NETHACK, Rules::NETHACK_GAME] {
        let (board, start) = check(&level_in(RING, rules)).expect("playable");
        let division = Division::of(&board, &board.no_squares()).expect("parts");
        assert_eq!(division.parts.len(), 6, "four rooms, the holes, and what lies behind them");
        let Answer::Solved { pushes, crossings } = on_demand(&board, &start, 100_000) else {
            panic!("{rules}: not solved")
        };
        assert!(wins(&board, &start, &pushes), "{rules}");
        assert!(crossings >= 3, "{crossings}");
    }
}

#[test]
fn the_sokevo_puzzles_are_solved_without_descriptions() {
    for picture in SOKEVO {
        let (board, start) = check(&level_in(picture, Rules::NETHACK)).expect("playable");
        let answer = on_demand(&board, &start, 1_000_000);
        let Answer::Solved { pushes, crossings } = answer else { panic!("{answer:?}") };
        assert!(wins(&board, &start, &pushes));
        assert!(crossings >= 8, "{crossings}");
    }
}

#[test]
fn what_is_found_wins_and_nothing_is_found_that_is_not_there() {
    let mut chance = Chance::new(18);
    let (mut solved, mut missed) = (0, 0);
    for _ in 0..400 {
        let level = random_level(&mut chance, Rules::NETHACK, 6, 3);
        let Ok((board, start)) = check(&level) else { continue };
        let fewest = fewest_pushes(&board, &start);
        match on_demand(&board, &start, 50_000) {
            Answer::Solved { pushes, .. } => {
                assert!(wins(&board, &start, &pushes));
                assert!(fewest.is_some_and(|it| it <= pushes.len()));
                solved += 1;
            }
            Answer::Unsolvable => panic!("a bounded search proves nothing"),
            Answer::Indivisible(_) => {}
            _ => missed += usize::from(fewest.is_some()),
        }
    }
    assert!(solved > 10 * missed, "{solved} solved, {missed} missed");
}

#[test]
fn boxes_that_lock_each_other_are_kept() {
    // The pair at the wall never leaves; the lone box does.
    let picture = "
        ##########
        # $$ #####
        #      . #
        # $  #####
        #@   #####
        ##########";
    let (board, start) = check(&level_in(picture, Rules::NETHACK)).expect("playable");
    let division = Division::of(&board, &board.no_squares()).expect("parts");
    let room = division.part_of[start.keeper.index()];
    let part = &division.parts[room];
    let place = |it| part.squares.iter().position(|&other| other == it).expect("its own") as u8;
    let set = |count: usize| start.boxes.iter().take(count).fold(0, |set, it| set | 1 << place(it));
    let mut observer = |_: &_| None;
    let mut meter = Meter::new(Budget::UNLIMITED, &mut observer);
    let mut counter = StateCounter { meter: &mut meter, most: u64::MAX };
    let mut kept_of = |boxes| {
        let state = PartState { boxes, holes: 0, keeper: place(start.keeper) };
        let interface = helpful(part);
        kept(part, &interface, part.normalized(&interface, state), &mut counter)
    };
    assert_eq!(kept_of(set(2)), Ok(2));
    assert_eq!(kept_of(set(3)), Ok(2));
    assert_eq!(kept_of(set(3) & !set(2)), Ok(0));
}

#[test]
fn limits_and_the_observer_end_the_search() {
    let (board, start) = check(&level_in(RING, Rules::NETHACK)).expect("playable");
    assert_eq!(on_demand(&board, &start, 3), Answer::TooManyStates);
    let mut observer = |_: &_| Some(Stop::Interrupted);
    let mut meter = Meter::new(Budget::UNLIMITED, &mut observer);
    let answer = solve_on_demand(&board, &start, u64::MAX, &mut meter);
    assert_eq!(answer, Answer::Stopped(Stop::Interrupted));
}

#[test]
fn a_level_without_narrow_places_is_one_part() {
    let picture = "
        ######
        #@ $ #
        #  . #
        ######";
    let (board, start) = check(&level_in(picture, Rules::NETHACK)).expect("playable");
    assert_eq!(on_demand(&board, &start, 1_000), Answer::Indivisible(Indivisible::OneChamber));
}
