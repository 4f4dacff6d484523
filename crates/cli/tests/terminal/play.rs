//! `soko play` on a terminal.

use std::process::Command;

use tempfile::TempDir;

use crate::tty::Tty;

/// Three levels: a straight one, one for the mouse, and one in which a push can be fatal.
const LEVELS: &str = "\
#######
#@ $ .#
#     #
#######
Title: Straight

#########
#@      #
# $   . #
#       #
#########
Title: With the mouse

#######
#  @  #
#  $ .#
#     #
#######
Title: Along the wall
";

const RIGHT: &str = "\x1b[C";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::write(folder.path().join("three.sok"), LEVELS).expect("a file");
    folder
}

fn play(folder: &TempDir, more: &[&str]) -> Tty {
    let arguments = [&["play", "three.sok", "--theme", "classic"], more].concat();
    Tty::new(folder.path(), &arguments)
}

#[test]
fn a_level_is_won_by_keys_and_another_by_the_mouse() {
    let folder = folder();
    let mut tty = play(&folder, &["--no-library"]);
    tty.wait_for("three.sok#1 Straight");
    tty.wait_for("? keys");
    tty.keys(&RIGHT.repeat(3));
    tty.wait_for("Solved: 2 pushes, 3 moves");
    tty.wait_for("1 of 3 solved");
    tty.keys("\t");
    tty.wait_for("three.sok#2 With the mouse");
    let (chosen, aim) = (tty.find('$'), tty.find('.'));
    tty.click(chosen);
    tty.wait_for("The box on c3 can be pushed to");
    tty.click(aim);
    tty.wait_for("Solved: 4 pushes");
    tty.keys("w");
    tty.wait_for("The best solution known");
    tty.keys("\x1b[F");
    tty.wait_for("solved: 4 pushes");
    tty.keys("q");
    tty.wait_for("three.sok#2");
    tty.keys("q");
    tty.ends(0);
}

#[test]
fn undo_branches_and_bookmarks_work_while_the_screen_changes_its_size() {
    let folder = folder();
    let mut tty = play(&folder, &["--no-library"]);
    tty.wait_for("#@ $ .#");
    tty.keys("ll");
    tty.wait_for("#  @$.#");
    tty.keys("z");
    tty.wait_for("# @$ .#");
    tty.keys("j");
    tty.wait_for("branches: 2");
    tty.keys("mlow\r");
    tty.wait_for("Bookmark \"low\" is set");
    tty.resize(40, 15);
    tty.wait("the narrow screen", |it| it.contains("moves 2") && !it.contains("box lines"));
    tty.wait_for("#  $ .#");
    tty.wait_for("? keys");
    tty.keys("zvx");
    tty.wait_for("#  @$.#");
    tty.resize(80, 24);
    tty.wait_for("box lines");
    tty.keys("'");
    tty.wait_for("Bookmark \"low\".");
    tty.resize(10, 3);
    tty.wait_for("The window");
    tty.resize(80, 24);
    tty.wait_for("bookmarks: 1");
    tty.keys("q");
    tty.ends(0);
}

#[test]
fn the_ladder_of_hints_is_climbed_rung_by_rung() {
    let folder = folder();
    let mut tty = play(&folder, &["--no-library"]);
    tty.wait_for("Straight");
    for said in [
        "Still solvable",
        "Next comes the box on d2.",
        "The box on d2 goes to f2.",
        "Push the box on d2 right, on its way to f2.",
        "The rest takes 3 moves; press w to see it: rRR",
    ] {
        tty.keys(" ");
        tty.wait_for(said);
    }
    tty.keys("s");
    tty.wait_for("The solver says: Still solvable, and the fewest pushes are known.");
    tty.keys("q");
    tty.ends(0);
}

#[test]
fn a_fatal_push_raises_the_alarm_and_a_key_leads_back_to_safety() {
    let folder = folder();
    let mut tty = play(&folder, &["--no-library"]);
    tty.wait_for("Straight");
    tty.keys("#3\r");
    tty.wait_for("Along the wall");
    tty.keys("j");
    tty.wait_for("alarm: LOST");
    tty.wait_for("e takes 1 push back.");
    tty.keys("e");
    tty.wait_for("Back where it can be won: 1 push taken back.");
    tty.wait_for("alarm: on");
    tty.keys("q");
    tty.ends(0);
}

#[test]
fn one_level_of_a_file_is_where_to_begin() {
    let folder = folder();
    let arguments = ["play", "three.sok#2", "--no-library", "--rules", "nethack-game"];
    let mut tty = Tty::new(folder.path(), &arguments);
    tty.wait_for("three.sok#2");
    tty.wait_for("nethack-game, 0 of 3 solved");
    // The keeper steps diagonally.
    tty.keys("n");
    tty.wait_for("no diagonal pushes");
    tty.keys("lln");
    tty.wait_for("moves              3");
    tty.keys("q");
    tty.ends(0);
}

#[test]
fn what_was_solved_and_what_was_left_is_in_the_library() {
    let folder = folder();
    let mut tty = play(&folder, &["--library", "mine.db"]);
    tty.wait_for("Straight");
    tty.keys("lll");
    tty.wait_for("Solved: 2 pushes");
    tty.keys("\t");
    tty.wait_for("With the mouse");
    tty.keys("llj");
    tty.wait_for("moves              3");
    tty.keys("q");
    tty.ends(0);
    let mut tty = play(&folder, &["--library", "mine.db"]);
    tty.wait_for("Straight (solved)");
    tty.wait_for("1 of 3 solved");
    tty.keys(">");
    tty.wait_for("Your saved game continues");
    tty.wait_for("moves              3");
    tty.keys("q");
    tty.ends(0);
}

#[test]
fn the_terminal_is_given_back_after_ctrl_c_and_after_a_signal() {
    let folder = folder();
    let mut tty = play(&folder, &["--no-library"]);
    tty.wait_for("Straight");
    tty.keys("\x03");
    tty.ends(130);
    let mut tty = play(&folder, &["--no-library"]);
    tty.wait_for("Straight");
    let process = tty.process().to_string();
    let killed = Command::new("kill").args(["-TERM", &process]).status();
    assert!(killed.is_ok_and(|it| it.success()));
    tty.ends(130);
}

#[test]
fn the_terminal_is_given_back_after_an_internal_error() {
    if !cfg!(debug_assertions) {
        // Only a program with assertions fails when it is asked to.
        return;
    }
    let folder = folder();
    let arguments = ["play", "three.sok", "--no-library"];
    let mut tty = Tty::with(folder.path(), &arguments, &[("SOKO_FAIL_LEVEL", "2")]);
    tty.wait_for("Straight");
    tty.keys(">");
    tty.wait_for("an error was asked for");
    tty.ends(70);
}
