//! The lock diagrams of the `NetHack` 4 document, as tests.

use super::{LockKind, LockSetting, kinds, locked_squares};
use crate::test_positions::Drawn;
use sokolab_core::Rules;
use sokolab_core::testing::picture;

/// `drawn` has an `8` on every locked square, and `expected` the letter of its kind.
#[track_caller]
fn check(drawn: &str, expected: &str) {
    for rules in [Rules::OFFICIAL, Rules::SINK, Rules::NETHACK, Rules::NETHACK_GAME] {
        let drawn = Drawn::new(drawn, rules);
        let setting = LockSetting::of_chamber(&drawn.board, drawn.corridor.clone());
        let locked = locked_squares(&setting).visit;
        let kinds = kinds(&setting, &locked);
        let drawing = drawn.marked(|square| kinds[square.index()].map(LockKind::letter));
        assert_eq!(drawing, picture(expected), "{rules}");
        let eights = drawn.text.chars().filter(|&it| it == '8').count();
        assert_eq!(locked.len(), eights, "{rules}");
    }
}

/// Checks the number of locked squares with diagonal steps and pushes.
#[track_caller]
fn check_diagonal(drawn: &str, expected: usize) {
    let drawn = Drawn::new(drawn, Rules::NETHACK_DIAGONAL);
    let setting = LockSetting::of_chamber(&drawn.board, drawn.corridor.clone());
    assert_eq!(locked_squares(&setting).visit.len(), expected);
}

const CORNER: &str = "
    ----
    |88|
    |8..####
    ----";

#[test]
fn corner_lock() {
    check(
        CORNER,
        "
        ----
        |cc|
        |c..####
        ----",
    );
    check_diagonal(CORNER, 3);
}

const WALL: &str = "
    ------
    |8888----
    |8.....8|
    |8......####
    ---------";

#[test]
fn wall_lock() {
    check(
        WALL,
        "
        ------
        |cwwc----
        |w.....c|
        |c......####
        ---------",
    );
    check_diagonal(WALL, 7);
}

const CHOKEPOINT: &str = "
    -------
    |88|88|
    |88...|
    |-8.@.|
    |88...|
    |88|8..####
    -------";

#[test]
fn chokepoint_lock() {
    check(
        CHOKEPOINT,
        "
        -------
        |cc|cc|
        |ck...|
        |-w.@.|
        |ck...|
        |cc|c..####
        -------",
    );
    check_diagonal(CHOKEPOINT, 9);
}

const CONNECTIVITY: &str = "
    ---------
    |8888888|
    |8888888|--
    |8888888|88####
    |888888888|
    -----------";

#[test]
fn connectivity_lock() {
    check(
        CONNECTIVITY,
        "
        ---------
        |cwwwwwc|
        |wnnnnnw|--
        |wnnnnnw|cn####
        |cwwwwwwwc|
        -----------",
    );
    check_diagonal(CONNECTIVITY, 32);
}

const CRATE: &str = "
     ------  ----
    --8888----88|
    |8.0-.00....|
    |800........|
    |--.........|
    |80.....00..|
    |8.0...0.0...####
    -------------";

#[test]
fn static_locks_of_the_crate_lock_picture() {
    check(
        CRATE,
        "
         ------  ----
        --cwwc----cc|
        |c.0-.00....|
        |c00........|
        |--.........|
        |c0.....00..|
        |c.0...0.0...####
        -------------",
    );
    check_diagonal(CRATE, 10);
}

const GOAL: &str = "
         -----------
         |8^^^^^^.8|
        --.------.8|
    ####..x------.--
        |8..........####
        ---------88|
                ----";

#[test]
fn static_locks_of_the_goal_lock_picture() {
    check(
        GOAL,
        "
             -----------
             |c^^^^^^.c|
            --.------.c|
        ####..x------.--
            |c..........####
            ---------cc|
                    ----",
    );
    check_diagonal(GOAL, 6);
}

const DIRECTED: &str = "
        ----
        |88|
        |0..####
    ####...|
        |88|
        ----";

#[test]
fn directed_chamber() {
    check(
        DIRECTED,
        "
            ----
            |cc|
            |0..####
        ####...|
            |cc|
            ----",
    );
    check_diagonal(DIRECTED, 4);
}

const THREE_DIRECTED: &str = "
        ----------
        |88|88|88|
        |0....|0..####
    ####...|0....|
        |88|88|88|
        ----------";

#[test]
fn three_directed_chambers() {
    check(
        THREE_DIRECTED,
        "
            ----------
            |cc|cc|cc|
            |0....|0..####
        ####...|0....|
            |cc|cc|cc|
            ----------",
    );
    check_diagonal(THREE_DIRECTED, 12);
}
