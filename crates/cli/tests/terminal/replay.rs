//! `soko replay` on a terminal.

use tempfile::TempDir;

use crate::tty::Tty;

const LEVELS: &str = "\
#########
#@ $   .#
#  $   .#
#########
Title: Two rows

Solution
rRRRRllllldrRRRR

#####
#@$.#
#####
Title: One push

Solution
R
";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::write(folder.path().join("two.sok"), LEVELS).expect("a file");
    folder
}

#[test]
fn a_solution_is_stepped_through_and_run() {
    let folder = folder();
    let mut tty = Tty::new(folder.path(), &["replay", "two.sok", "--theme", "classic"]);
    tty.wait_for("two.sok#1 Two rows (1 of 2)");
    tty.wait_for("start: 8 pushes, 16 moves");
    tty.keys("\x1b[C");
    tty.wait_for("push 1 of 8, move 2 of 16: pushes the box on d2 right to e2");
    tty.wait_for("box line 1 of 2: pushes the box on d2 right to h2, a goal");
    tty.keys("m\x1b[D");
    tty.wait_for("move 1 of 16: goes right to c2");
    tty.keys("g7\r");
    tty.wait_for("push 7 of 8, move 15 of 16");
    tty.resize(40, 15);
    tty.wait_for("#    @$.#");
    tty.wait_for("step");
    tty.resize(80, 24);
    tty.wait_for("theme");
    tty.keys("\x1b[B");
    tty.wait_for("solved: 8 pushes, 16 moves");
    tty.keys("++ ");
    tty.wait_for("16/s");
    tty.wait_for("running");
    tty.wait_for("stopped");
    tty.wait_for("solved: 8 pushes, 16 moves");
    tty.keys("n");
    tty.wait_for("two.sok#2 One push (2 of 2)");
    tty.keys("q");
    tty.ends(0);
}

/// Two rooms with a corridor, in which there is little choice.
const ROOMS: &str = "\
##############
#    #########
# $@      .  #
#    #####   #
##########   #
##############
Title: Two rooms

Solution
ulldRRRRRRRR
";

#[test]
fn crossings_and_forced_stretches_are_told() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::write(folder.path().join("rooms.sok"), ROOMS).expect("a file");
    let mut tty = Tty::new(folder.path(), &["replay", "rooms.sok"]);
    tty.wait_for("start: 8 pushes, 12 moves");
    tty.keys("g5\r");
    tty.wait_for("push 5 of 8");
    tty.wait_for("forced stretch, pushes");
    tty.wait_for("every other push loses or goes back");
    tty.wait_for("box line 1 of 1");
    tty.keys("g8\r");
    tty.wait_for("the box crosses from the main chamber into the goal chamber");
    tty.resize(40, 15);
    tty.wait("the narrow screen", |it| {
        it.contains("push 8 of 8") && it.contains("crosses from") && it.contains("step")
    });
    tty.resize(80, 24);
    tty.wait_for("solved: 8 pushes, 12 moves");
    tty.keys("q");
    tty.ends(0);
}

#[test]
fn the_terminal_is_given_back_after_ctrl_c() {
    let folder = folder();
    let mut tty = Tty::new(folder.path(), &["replay", "two.sok"]);
    tty.wait_for("two.sok#1");
    tty.keys("\x03");
    tty.ends(130);
}

#[test]
fn a_solution_that_does_not_fit_is_shown_up_to_where_it_fails() {
    let folder = folder();
    let mut tty = Tty::new(folder.path(), &["replay", "two.sok#1", "--moves", "rRu"]);
    tty.wait_for("start: 1 push, 2 moves");
    tty.keys("\x1b[F");
    tty.wait_for("move 3, up from d2: a wall is in the way");
    tty.keys("q");
    tty.ends(1);
}

#[test]
fn frames_are_printed_on_a_terminal_if_that_is_asked_for() {
    let folder = folder();
    let mut tty = Tty::new(folder.path(), &["replay", "two.sok#2", "--print"]);
    tty.wait_for("; push 1 of 1, move 1 of 1");
    tty.ends(0);
}
