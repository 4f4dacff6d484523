//! Tunnels compared with pictures and with the definition, and played out on small worlds.

use super::{Tunnels, tunnels};
use crate::cut_squares::cut_squares;
use crate::test_boards::boards;
use sokolab_core::testing::{GroundTruth, is_slow, picture, position_in};
use sokolab_core::{
    Board, Direction, Push, Rules, Square, State, apply_push, demand, normalized, region, try_push,
};

fn tunnels_of(board: &Board) -> Tunnels {
    tunnels(board, &cut_squares(board))
}

/// `expected` shows the squares of tunnels: `-` and `|`, `\` and `/` by their axis, `+` a bend,
/// `>` and so on where a push onto the square in that direction commits to the next.
#[track_caller]
fn check_picture(rules: Rules, level: &str, expected: &str) {
    let board = position_in(level, rules).0;
    let found = tunnels_of(&board);
    let mut rows = vec![vec!['#'; board.width()]; board.height()];
    for square in board.squares() {
        let (x, y) = board.position(square);
        rows[y][x] = ' ';
    }
    for tunnel in found.list() {
        for (&square, heading) in tunnel.squares().iter().zip(tunnel.headings()) {
            let (x, y) = board.position(square);
            rows[y][x] = heading.map_or('+', |heading| mark(&board, &found, square, heading));
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    assert_eq!(rows.join("\n"), picture(expected));
}

fn mark(board: &Board, found: &Tunnels, square: Square, heading: Direction) -> char {
    let from = board.neighbour(square, heading.opposite()).expect("a tunnel goes on");
    let commits = found.commits(board, Push { from, direction: heading });
    match (found.axis(square), commits) {
        (Some(Direction::Right), true) => '=',
        (Some(Direction::Right), false) => '-',
        (Some(Direction::Down), true) => 'H',
        (Some(Direction::Down), false) => '|',
        (Some(Direction::DownRight), _) => '\\',
        _ => '/',
    }
}

#[test]
fn a_corridor_between_rooms_commits() {
    check_picture(
        Rules::OFFICIAL,
        "
        ##########
        #@ ####  #
        # $     .#
        #  ####  #
        ##########",
        "
        ##########
        #  ####  #
        #  ====  #
        #  ####  #
        ##########",
    );
}

#[test]
fn a_loop_does_not_commit_and_bends_belong_to_their_tunnel() {
    check_picture(
        Rules::OFFICIAL,
        "
        #######
        #@$   #
        # ### #
        #     #
        #   .##
        #   ###
        #######",
        "
        #######
        #+---+#
        #|###|#
        #    +#
        #    ##
        #   ###
        #######",
    );
}

#[test]
fn a_box_may_rest_on_a_goal_in_a_tunnel() {
    check_picture(
        Rules::OFFICIAL,
        "
        #########
        #@ ######
        # $  . .#
        #  ######
        #########",
        "
        #########
        #  ######
        #  ==-= #
        #  ######
        #########",
    );
}

#[test]
fn a_doorway_is_a_tunnel_only_if_no_box_slips_through_askew() {
    let level = "
        #######
        #@ #  #
        # $  .#
        #  #  #
        #######";
    let tunnel = "
        #######
        #  #  #
        #  =  #
        #  #  #
        #######";
    check_picture(Rules::NETHACK_GAME, level, tunnel);
    let askew = "
        #######
        #  #  #
        #     #
        #  #  #
        #######";
    check_picture(Rules::NETHACK_DIAGONAL, level, askew);
}

#[test]
fn a_tunnel_may_run_diagonally() {
    check_picture(
        Rules::NETHACK_DIAGONAL,
        "
        ########
        #@######
        ##$#####
        ### ####
        #### # #
        #####.##
        ########",
        r"
        ########
        # ######
        ##\#####
        ###\####
        ####\# #
        #####+##
        ########",
    );
}

#[test]
fn a_ring_has_no_ends() {
    let (board, _) = position_in(
        "
        #####
        #@$.#
        # # #
        #   #
        #####",
        Rules::OFFICIAL,
    );
    let found = tunnels_of(&board);
    assert_eq!(found.list().len(), 1);
    assert_eq!(found.list()[0].ends(), None);
    assert_eq!(found.list()[0].squares().len(), 8);
    assert!(!found.list()[0].is_straight());
}

/// The definition of a straight square by play: a box there can be pushed along one axis only, has
/// walls on both sides, and the keeper next to it cannot reach the other side within the eight
/// surrounding squares.
fn axis_by_definition(board: &Board, square: Square) -> Option<Direction> {
    let mut boxes = board.no_squares();
    boxes.insert(square);
    let filled = board.goals().clone();
    let near = |&it: &Square| {
        let ((x, y), (other_x, other_y)) = (board.position(square), board.position(it));
        x.abs_diff(other_x) <= 1 && y.abs_diff(other_y) <= 1
    };
    let mut ring = boxes.clone();
    ring.extend(board.squares().filter(|it| !near(it)));
    let free = |&&direction: &&Direction| {
        let state = State { boxes: boxes.clone(), filled: filled.clone(), keeper: square };
        let push = |direction| board.neighbour(square, direction).is_some();
        let legal = try_push(board, &state, Push { from: square, direction });
        push(direction.opposite()) && (legal.is_ok() || push(direction))
    };
    let pushes: Vec<Direction> =
        board.rules().pushes().list().iter().filter(free).copied().collect();
    let [one, two] = pushes[..] else { return None };
    let keeper = board.neighbour(square, one)?;
    let walled = Direction::ALL.into_iter().filter(|it| {
        it.dx() * one.dx() + it.dy() * one.dy() == 0 && board.neighbour(square, *it).is_some()
    });
    let state = State { boxes: ring, filled, keeper };
    let around = region(board, &state).contains(board.neighbour(square, two)?);
    (walled.count() == 0 && !around).then_some(two)
}

#[test]
fn straight_squares_are_those_of_the_definition() {
    for rules in Rules::ALL {
        for board in boards(rules, 11, 600) {
            let found = tunnels_of(&board);
            for square in board.squares() {
                let expected = axis_by_definition(&board, square);
                let axis = found.axis(square);
                let axis = axis.map(|it| if Some(it) == expected { it } else { it.opposite() });
                assert_eq!(axis, expected, "{square:?} of {board:?}");
                let listed = found.list().iter().filter(|it| it.squares().contains(&square));
                assert!(listed.count() >= usize::from(axis.is_some()));
            }
        }
    }
}

/// Checks that after a committing push the next one is possible and on a shortest path.
fn check_commitments(board: &Board, boxes: usize) -> usize {
    let (found, truth) = (tunnels_of(board), GroundTruth::of(board, boxes));
    let mut checked = 0;
    for (state, fewest) in truth.states() {
        let Some(fewest) = fewest else { continue };
        if demand(board, state).count() < state.boxes.len() {
            continue;
        }
        let reached = region(board, state);
        for from in state.boxes.iter() {
            for &direction in board.rules().pushes().list() {
                let Some(behind) = board.neighbour(from, direction.opposite()) else { continue };
                if !reached.contains(behind)
                    || !found.commits(board, Push { from: behind, direction })
                {
                    continue;
                }
                let push = Push { from, direction };
                assert!(try_push(board, state, push).is_ok(), "{state:?} of {board:?}");
                let mut next = state.clone();
                apply_push(board, &mut next, push);
                let left = truth.fewest_pushes(&normalized(board, &next));
                assert_eq!(left.map(|it| it + 1), Some(fewest), "{state:?} of {board:?}");
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn a_committing_push_is_followed_by_a_shortest_one() {
    let (step, count) = if is_slow() { (3, 400) } else { (60, 30) };
    for rules in Rules::ALL {
        let boards = boards(rules, step, count);
        let checked: usize = boards.map(|it| check_commitments(&it, 2)).sum();
        assert!(checked > 0, "{rules}");
    }
}
