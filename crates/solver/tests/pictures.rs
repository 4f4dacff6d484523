//! Small deadlocks of two, three and four boxes: A* proves them with hardly a node, and solves
//! similar levels in which one box stands elsewhere.

use sokolab_core::testing::level;
use sokolab_solver::{Method, Objective, Outcome, Report, Request, solve};

fn report(picture: &str, method: Method) -> Report {
    let level = level(picture);
    let request = Request { method, objective: Objective::Pushes, ..Request::new(&level) };
    solve(&request, &mut |_| None)
}

/// Checks that A* proves a picture unsolvable within `nodes_max` nodes, and that it is unsolvable.
fn check_dead(picture: &str, nodes_max: u64) {
    let (fast, slow) = (report(picture, Method::AStar), report(picture, Method::BreadthFirst));
    assert!(matches!(slow.outcome, Outcome::Unsolvable), "{picture}");
    assert!(matches!(fast.outcome, Outcome::Unsolvable), "{picture}");
    assert!(fast.nodes <= nodes_max, "{} nodes: {picture}", fast.nodes);
    assert!(slow.nodes > 20 * nodes_max, "even slowly {} nodes: {picture}", slow.nodes);
}

/// Checks that A* and the reference solve a picture with this many pushes.
fn check_solved(picture: &str, pushes: usize) {
    for method in [Method::AStar, Method::BreadthFirst] {
        let Outcome::Solved { solution, optimal, .. } = report(picture, method).outcome else {
            panic!("no solution by {method:?}: {picture}");
        };
        assert_eq!((solution.measures().pushes, optimal), (pushes, true), "{picture}");
    }
}

#[test]
fn two_boxes_along_a_wall_are_dead_unless_both_are_on_goals() {
    let dead = "
        #########
        #   @   #
        # $     #
        #     . #
        #. $*   #
        #########";
    check_dead(dead, 1);
    let apart = "
        #########
        #   @   #
        # $     #
        #     . #
        #. $ *  #
        #########";
    check_solved(apart, 7);
}

#[test]
fn two_boxes_between_two_walls_are_dead() {
    let dead = "
        #########
        #  @    #
        #  #$ . #
        #   $#  #
        # $ . . #
        #       #
        #########";
    check_dead(dead, 1);
    let one_wall = "
        #########
        #  @    #
        #   $ . #
        #   $#  #
        # $ . . #
        #       #
        #########";
    check_solved(one_wall, 7);
}

#[test]
fn three_boxes_around_a_wall_are_dead() {
    let dead = "
        #########
        #       #
        # @#$   #
        #. $$ . #
        #  .  $.#
        #       #
        #########";
    check_dead(dead, 1);
    let without_wall = "
        #########
        #       #
        # @ $   #
        #. $$ . #
        #  .  $.#
        #       #
        #########";
    check_solved(without_wall, 8);
}

#[test]
fn three_boxes_around_a_corner_are_dead() {
    let dead = "
        #########
        # $    .#
        #$$ @  .#
        #    $  #
        #   .  .#
        #       #
        #########";
    check_dead(dead, 1);
    let open_corner = "
        #########
        # $    .#
        # $ @$ .#
        #    $  #
        #   .  .#
        #       #
        #########";
    check_solved(open_corner, 14);
}

#[test]
fn four_boxes_in_a_square_are_dead() {
    let dead = "
        #########
        #  . .  #
        #  $$   #
        #  $* $ #
        # @  .  #
        #   .   #
        #########";
    check_dead(dead, 1);
    let open_square = "
        #########
        #  . .  #
        #  $ $  #
        #  $* $ #
        # @  .  #
        #   .   #
        #########";
    check_solved(open_square, 7);
}
