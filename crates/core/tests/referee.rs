//! What the referee accepts, and how it refuses.

use sokolab_core::testing::{level, level_in};
use sokolab_core::{LetterCase, Level, Refusal, Rules, Verified, parse_moves, verify};

fn judge(level: &Level, moves: &str) -> Result<Verified, Refusal> {
    verify(level, &parse_moves(moves).expect("moves"), LetterCase::Corrected)
}

/// The example level and solution of the write-up of a C solver: 315 moves, 97 pushes.
#[test]
fn the_printed_solution_of_the_first_original_level_is_accepted() {
    let level = level(
        "
            #####
            #   #
            #$  #
          ###  $##
          #  $ $ #
        ### # ## #   ######
        #   # ## #####  ..#
        # $  $          ..#
        ##### ### #@##  ..#
            #     #########
            #######",
    );
    let moves = "ullluuuLUllDlldddrRRRRRRRRRRRRlllllll
        luuululldDDuulldddrRRRRRRRRRRdrrrUldl
        lulllllluuulLulDDDuulldddrRRRllddrrrr
        uurrrrrurDllllllddlllluurrRRRRRRRdRUl
        lllllluuulluuurDDllddddrrruuuLLulDDDu
        ulldddrRRRRRRRRRRdrRlluuRDlllllllllll
        lulldRRRRRRRRRRRRRRRlllllllluuulluuul
        DrddrrdddrrrrrrdRlulllllluuulluulDDDD
        uulldddrRRRRRRRRRRR";
    let verdict = verify(&level, &parse_moves(moves).expect("moves"), LetterCase::Strict);
    let measures = verdict.expect("a solution").solution.measures();
    assert_eq!((measures.moves, measures.pushes), (315, 97));
}

#[test]
fn every_refusal_names_the_move_the_square_and_the_reason() {
    let room = level(
        "
        #######
        #@$ $.#
        #.    #
        #######",
    );
    let check = |moves: &str, code: &str, index: usize, keeper: (usize, usize)| {
        let refusal = judge(&room, moves).expect_err(moves);
        assert_eq!(refusal.code(), code, "{moves}: {refusal}");
        assert_eq!((refusal.index(), refusal.keeper()), (Some(index), Some(keeper)), "{moves}");
    };
    check("u", "wall", 0, (1, 1));
    check("RR", "blocked_push", 1, (2, 1));
    check("R", "not_solved", 1, (2, 1));
    check("q", "bad_letter", 0, (1, 1));
    check("", "not_solved", 0, (1, 1));
}

#[test]
fn holes_and_tight_places_are_refused_by_name() {
    let picture = "
        -----
        |@^.|
        |0.0|
        |.0.|
        -----";
    let code =
        |rules, moves: &str| judge(&level_in(picture, rules), moves).expect_err("refused").code();
    assert_eq!(code(Rules::NETHACK, "r"), "hole");
    assert_eq!(code(Rules::NETHACK_GAME, "cr"), "blocked_push");
    assert_eq!(code(Rules::NETHACK_GAME, "cz"), "squeeze");
    assert_eq!(code(Rules::NETHACK_GAME, "q"), "wall");
    assert_eq!(code(Rules::NETHACK, "c"), "bad_letter");
}

#[test]
fn letters_of_the_wrong_case_are_corrected_or_refused() {
    let level = level(
        "
        ######
        #@$ .#
        ######",
    );
    let verdict = judge(&level, "rr").expect("a solution");
    assert_eq!(verdict.wrong_case, Some(0));
    assert_eq!(verdict.solution.moves().to_string(), "RR");
    let strict = verify(&level, &parse_moves("Rr").expect("moves"), LetterCase::Strict);
    assert!(matches!(strict, Err(Refusal::Case { index: 1, .. })), "{strict:?}");
}

#[test]
fn the_win_must_hold_after_the_last_move() {
    let level = level(
        "
        #######
        #@$. .#
        #  $  #
        #     #
        #######",
    );
    // Both boxes reach a goal, and then one is pushed off again.
    let solution = "Rdldrruldr";
    assert!(judge(&level, solution).is_err());
}

#[test]
fn a_level_that_starts_won_has_the_empty_solution() {
    let level = level(
        "
        #####
        #@* #
        #####",
    );
    let measures = judge(&level, "").expect("nothing to do").solution.measures();
    assert_eq!((measures.moves, measures.pushes), (0, 0));
}

#[test]
fn solutions_are_measured_in_six_ways() {
    let level = level(
        "
        #######
        #@$ . #
        #  $ .#
        #     #
        #######",
    );
    let measures = judge(&level, "RRldRR").expect("a solution").solution.measures();
    assert_eq!(measures.pushes, 4);
    assert_eq!((measures.box_lines, measures.box_changes, measures.pushing_sessions), (2, 2, 2));
}
