//! Chambers compared with pictures, and with the definition on small worlds.

use std::collections::BTreeSet;

use super::{ChamberKind, Chambers, FloorPart, chambers};
use crate::cut_squares::cut_squares;
use crate::floor_graph::Parts;
use crate::test_boards::boards;
use crate::tunnels::tunnels;
use sokolab_core::testing::{SOKEVO, picture, position_in};
use sokolab_core::{Board, Direction, Rules, Square};

fn chambers_of(board: &Board) -> Chambers {
    let cut = cut_squares(board);
    chambers(board, &cut, &tunnels(board, &cut))
}

/// `expected` names the chambers `A`, `B`, …, in small letters on soft cuts, `1`, `2`, … for goal
/// corridors in the same count, `=` for corridors and `+` for their bends.
#[track_caller]
fn check_picture(rules: Rules, level: &str, expected: &str) -> Chambers {
    let board = position_in(level, rules).0;
    let found = chambers_of(&board);
    let mut rows = vec![vec!['#'; board.width()]; board.height()];
    for square in board.squares() {
        let (x, y) = board.position(square);
        rows[y][x] = match found.whereabouts(square) {
            FloorPart::Corridor(it) if found.corridors()[it].bends.contains(&square) => '+',
            FloorPart::Corridor(_) => '=',
            FloorPart::Chamber(it) => {
                let soft = found.soft_cuts().contains(square);
                let first = match found.chambers()[it].kind {
                    ChamberKind::GoalCorridor => b'1',
                    ChamberKind::Area if soft => b'a',
                    ChamberKind::Area => b'A',
                };
                char::from(first + it as u8)
            }
        };
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    assert_eq!(rows.join("\n"), picture(expected));
    found
}

/// Checks the storage chamber, the central chamber, the corridor of three holes and the exit, and
/// the place of the only corridor.
#[track_caller]
fn check_sokevo(level: &str, expected: &str, corridor: (usize, usize)) {
    for rules in [Rules::NETHACK, Rules::NETHACK_GAME, Rules::OFFICIAL] {
        let found = check_picture(rules, level, expected);
        assert!(found.is_tree());
        let board = position_in(level, rules).0;
        let squares: Vec<_> = found.corridors().iter().map(|it| it.squares.clone()).collect();
        let square = board.square_at(corridor.0, corridor.1).expect("the corridor is floor");
        assert_eq!(squares.iter().filter(|it| !it.is_empty()).count(), 1);
        assert!(squares.contains(&vec![square]));
        let ports: Vec<usize> = found.chambers().iter().map(|it| it.ports.len()).collect();
        assert_eq!(ports.iter().sum::<usize>(), 6, "a path of four chambers");
    }
}

#[test]
fn the_first_sokevo_puzzle_splits_as_in_the_document() {
    check_sokevo(
        SOKEVO[0],
        "
        #############
        #AAA#########
        #AAA#BB######
        ##AA#BBB#####
        ##AA#BBb333D#
        ##AA#BBB#####
        ##Aa=bB######
        ##AA#BB######
        #############",
        (4, 6),
    );
}

#[test]
fn the_second_sokevo_puzzle_splits_as_in_the_document() {
    check_sokevo(
        SOKEVO[1],
        "
        #############
        #AAA#BB######
        #AAA#BBB#####
        ##AA#BBb333D#
        ##AA#BBB#####
        ##Aa=bB######
        ##AA#BB######
        #############",
        (4, 5),
    );
}

#[test]
fn the_third_sokevo_puzzle_splits_as_in_the_document() {
    check_sokevo(
        SOKEVO[2],
        "
        #############
        #####AA######
        #BB##AAA#####
        #BBB#AAa333D#
        #BBB#AAA#####
        ##Bb=aA######
        ##BB#AA######
        #############",
        (4, 5),
    );
}

#[test]
fn a_bend_belongs_to_its_corridor() {
    let found = check_picture(
        Rules::OFFICIAL,
        "
        #########
        #@ $    #
        #    ## #
        #  #### #
        ###   # #
        #.  $   #
        #   #####
        #########",
        "
        #########
        #AAAa==+#
        #AAAA##=#
        #AA####=#
        ###BBB#=#
        #BBbBb=+#
        #BBB#####
        #########",
    );
    assert_eq!(found.corridors().len(), 1);
    assert_eq!(found.corridors()[0].bends.len(), 2);
}

#[test]
fn a_bend_with_a_goal_is_a_chamber() {
    check_picture(
        Rules::OFFICIAL,
        "
        #######
        #@ ####
        # $  .#
        #  ## #
        ####  #
        ####  #
        #######",
        "
        #######
        #AA####
        #Aa==b#
        #AA##=#
        ####Cc#
        ####CC#
        #######",
    );
}

#[test]
fn issue_16_a_bend_between_two_rooms_is_no_loop() {
    let found = check_picture(
        Rules::OFFICIAL,
        "
        ######
        #@ ###
        #   ##
        ###  #
        ### .#
        ######",
        "
        ######
        #AA###
        #Aaa##
        ###aA#
        ###AA#
        ######",
    );
    assert!(found.is_tree(), "there is one way only from room to room");
}

#[test]
fn chambers_on_a_loop_are_one() {
    let found = check_picture(
        Rules::OFFICIAL,
        "
        #########
        #@      #
        # $  ## #
        #  .    #
        #########",
        "
        #########
        #AAAAAAA#
        #AAAA##A#
        #AAAAAAA#
        #########",
    );
    assert!(found.is_tree(), "a way back into the same area makes no second one");
    let found = check_picture(
        Rules::OFFICIAL,
        "
        #########
        #@  ##  #
        # $     #
        #   ##  #
        #    .  #
        #   ##  #
        #########",
        "
        #########
        #AAA##AA#
        #AAAAAAA#
        #AAA##AA#
        #AAAAAAA#
        #AAA##AA#
        #########",
    );
    assert_eq!(found.chambers()[0].merged, 2);
    assert!(!found.is_tree());
}

#[test]
fn the_goals_at_the_end_of_a_corridor_are_one_chamber() {
    check_picture(
        Rules::OFFICIAL,
        "
        ##########
        #@ #######
        # $    ..#
        #  #######
        ##########",
        "
        ##########
        #AA#######
        #Aa====22#
        #AA#######
        ##########",
    );
}

#[test]
fn a_corridor_for_diagonal_pushes_is_two_long() {
    check_picture(
        Rules::NETHACK_DIAGONAL,
        "
        #########
        #@ ##  ##
        # $    .#
        #  ##  ##
        #########",
        "
        #########
        #AA##BB##
        #AA==BBB#
        #AA##BB##
        #########",
    );
    check_picture(
        Rules::NETHACK_DIAGONAL,
        "
        ########
        #@ #  ##
        # $   .#
        #  #  ##
        ########",
        "
        ########
        #AA#AA##
        #AAaAAA#
        #AA#AA##
        ########",
    );
}

/// The definition of a separating square, without tables: walls on both sides, floor at both ends,
/// and its removal splits the floor.
fn separates(board: &Board, square: Square) -> bool {
    use Direction::{Down, Left, Right, Up};
    let is_floor = |direction| board.neighbour(square, direction).is_some();
    let along = |one, two, side, other| {
        is_floor(one) && is_floor(two) && !is_floor(side) && !is_floor(other)
    };
    let tunnel = along(Left, Right, Up, Down) || along(Up, Down, Left, Right);
    tunnel && Parts::of(board, |it| it == square).count > Parts::of(board, |_| false).count
}

/// Checks that every square has one place, the graph is a forest, and ports and ends agree.
fn check_structure(board: &Board, found: &Chambers) {
    let mut seen = BTreeSet::new();
    let squares = found.chambers().iter().flat_map(|it| &it.squares);
    for &square in squares.chain(found.corridors().iter().flat_map(|it| &it.squares)) {
        assert!(seen.insert(square), "{square:?} is in two places");
    }
    assert_eq!(seen.len(), board.square_count());
    let trees = Parts::of(board, |_| false).count;
    assert_eq!(found.chambers().len(), found.corridors().len() + trees);
    for (index, corridor) in found.corridors().iter().enumerate() {
        for end in corridor.ends {
            let chamber = &found.chambers()[end.chamber];
            let port = chamber.ports.iter().find(|it| it.corridor == index).expect("a port");
            assert_eq!(port.square, end.square);
            assert!(chamber.squares.contains(&end.square));
            assert!(board.neighbour(port.square, port.direction).is_some());
        }
        let way: Vec<Square> = [corridor.ends[0].square]
            .into_iter()
            .chain(corridor.squares.iter().copied())
            .chain([corridor.ends[1].square])
            .collect();
        for pair in way.windows(2) {
            assert!(crate::floor_graph::beside(board, pair[0]).any(|it| it == pair[1]));
        }
    }
}

#[test]
fn chambers_and_corridors_form_trees_under_every_rule_set() {
    for rules in Rules::ALL {
        for board in boards(rules, 9, 400) {
            check_structure(&board, &chambers_of(&board));
        }
    }
}

#[test]
fn areas_are_what_the_definition_splits() {
    for rules in [Rules::OFFICIAL, Rules::NETHACK, Rules::NETHACK_GAME, Rules::SINK] {
        for board in boards(rules, 9, 400) {
            let found = chambers_of(&board);
            let parts = Parts::of(&board, |it| separates(&board, it)).squares(&board);
            let defined: BTreeSet<Vec<Square>> = parts.into_iter().collect();
            for chamber in found.chambers().iter().filter(|it| it.kind == ChamberKind::Area) {
                assert!(defined.contains(&chamber.squares), "{chamber:?} of {board:?}");
            }
            for corridor in found.corridors() {
                for &square in &corridor.squares {
                    assert!(separates(&board, square) || corridor.bends.contains(&square));
                    assert!(!board.goals().contains(square));
                }
            }
            for square in cut_squares(&board).iter() {
                let splits = separates(&board, square)
                    || found.corridors().iter().any(|it| it.bends.contains(&square));
                assert_eq!(found.soft_cuts().contains(square), !splits);
            }
        }
    }
}
