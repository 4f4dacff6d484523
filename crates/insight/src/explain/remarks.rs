//! Further remarks for a player: what is blocked initially, which goals come first, where the floor
//! is narrow.

use sokolab_analysis::{
    Chambers, KeeperWay, PushDistances, StartDistances, Tunnels, cut_squares, rooms, tunnels,
};
use sokolab_core::{
    Board, Direction, GoalKind, Push, Square, State, region, square_name, try_push,
};

use super::words::{capital, counted, list, number};
use crate::rating::Walkthrough;

/// Maximum number of sentences of one kind.
const SENTENCES_MAX: usize = 6;

/// Maximum size of the table of distances: squares × goals × goals.
const TABLE_MAX: usize = 400_000;

/// Maximum number of boxes whose first moves are examined.
const BOXES_MAX: usize = 60;

/// Remarks on a level, whether or not it splits into chambers.
pub(super) fn remarks(walkthrough: &Walkthrough) -> Vec<String> {
    let mut remarks = first_moves(&walkthrough.board, &walkthrough.start);
    remarks.extend(goals_in_order(walkthrough));
    remarks
}

/// Remarks on the floor of a level that does not split.
pub(super) fn floor(walkthrough: &Walkthrough, chambers: &Chambers) -> Vec<String> {
    let board = &walkthrough.board;
    let cut = cut_squares(board);
    let found = rooms(board);
    let mut remarks = Vec::new();
    let count = found.rooms().len();
    let text = match count {
        _ if chambers.chambers().len() > 1 => {
            "Apart from niches the level is one chamber: its boxes all share one space.".to_owned()
        }
        0 => "The level is all corridors, too narrow for rooms.".to_owned(),
        1 => "The whole level is one room; no door divides it.".to_owned(),
        many => format!(
            "The level does not split into chambers, but narrow places divide it into {}.",
            counted(many, "room")
        ),
    };
    remarks.push(text);
    remarks.extend(narrow(board, &tunnels(board, &cut)));
    remarks
}

/// Straight tunnels in which a box, once pushed in, must be pushed through: no goal lies in them.
fn narrow(board: &Board, tunnels: &Tunnels) -> Option<String> {
    let has_goal = |squares: &[Square]| squares.iter().any(|&it| board.goals().contains(it));
    let straight = tunnels
        .list()
        .iter()
        .filter(|it| it.is_straight() && it.squares().len() > 1 && !has_goal(it.squares()));
    let names: Vec<String> = straight
        .map(|it| {
            let squares = it.squares();
            let name = |square: Square| square_name(board, square);
            format!("{} to {}", name(squares[0]), name(squares[squares.len() - 1]))
        })
        .collect();
    let shown = &names[..names.len().min(SENTENCES_MAX)];
    let text = match shown {
        [] => return None,
        [one] => {
            format!("There is a tunnel from {one}: a box that is pushed in must be pushed through.")
        }
        _ => format!(
            "There are tunnels from {}: a box that is pushed in must be pushed through.",
            list(shown)
        ),
    };
    Some(text)
}

/// Which boxes can be pushed initially, and which wait for each other.
fn first_moves(board: &Board, state: &State) -> Vec<String> {
    let boxes: Vec<Square> = state.boxes.iter().collect();
    if boxes.len() < 2 || boxes.len() > BOXES_MAX {
        return Vec::new();
    }
    let name = |square: &Square| square_name(board, *square);
    let region = region(board, state);
    let can_now = |&square: &Square| {
        let ways = board.rules().pushes().list().iter();
        { ways }.any(|&direction| {
            let behind = board.neighbour(square, direction.opposite());
            let is_free = try_push(board, state, Push { from: square, direction }).is_ok();
            is_free && behind.is_some_and(|it| region.contains(it))
        })
    };
    let movable: Vec<String> = boxes.iter().filter(|it| can_now(it)).map(name).collect();
    let mut remarks = Vec::new();
    if movable.len() == 1 {
        let box_on = &movable[0];
        remarks.push(format!("At first only the box on {box_on} can be pushed."));
    } else if movable.len() <= 3 && movable.len() < boxes.len() && !movable.is_empty() {
        let boxes = list(&movable);
        remarks.push(format!("At first only the boxes on {boxes} can be pushed."));
    }
    remarks.extend(locked_together(board, state, &boxes));
    remarks
}

/// Boxes that cannot be pushed in any direction, and what they wait for.
fn locked_together(board: &Board, state: &State, boxes: &[Square]) -> Vec<String> {
    let ways = board.rules().pushes().list();
    let is_stuck =
        |state: &State, square: Square| !ways.iter().any(|&way| is_free(board, state, square, way));
    let mut waits: Vec<(Square, Vec<Square>)> = Vec::new();
    for &square in boxes.iter().filter(|&&it| is_stuck(state, it)) {
        let frees = |&&other: &&Square| {
            let mut without = state.clone();
            without.boxes.remove(other);
            other != square && !is_stuck(&without, square)
        };
        waits.push((square, boxes.iter().filter(frees).copied().collect()));
    }
    let name = |square: Square| square_name(board, square);
    let mut remarks = Vec::new();
    let mut told: Vec<Square> = Vec::new();
    for (square, others) in &waits {
        if told.contains(square) || remarks.len() == SENTENCES_MAX {
            continue;
        }
        let waits_back = |other: &&Square| {
            waits.iter().any(|(it, for_it)| it == *other && for_it.contains(square))
        };
        if let [other] = others[..]
            && waits.iter().any(|(it, for_it)| *it == other && for_it[..] == [*square])
        {
            told.push(other);
            let (one, two) = (name(*square), name(other));
            remarks.push(format!("The boxes on {one} and {two} lock each other as they stand."));
        } else if !others.is_empty()
            && !others.iter().any(|it| waits_back(&it))
            && is_stuck(&with_only(board, *square, others), *square)
        {
            let others: Vec<String> = others.iter().map(|&it| name(it)).collect();
            let does = others.join(" or ");
            remarks.push(format!(
                "The box on {} cannot move before the one on {does} does.",
                name(*square)
            ));
        }
    }
    remarks
}

/// A state with only these boxes and with every hole filled: statements about it hold as long as
/// none of them has moved, whatever happens to the others.
fn with_only(board: &Board, square: Square, others: &[Square]) -> State {
    let (mut boxes, mut filled) = (board.no_squares(), board.no_squares());
    boxes.insert(square);
    boxes.extend(others.iter().copied());
    if board.rules().goal() == GoalKind::Fill {
        filled.extend(board.goals().iter());
    }
    State { boxes, filled, keeper: square }
}

/// Whether a box could be pushed in this direction if the keeper stood behind it.
fn is_free(board: &Board, state: &State, square: Square, way: Direction) -> bool {
    let is_open = |it: Option<Square>| it.is_some_and(|it| !state.boxes.contains(it));
    let behind = board.neighbour(square, way.opposite());
    let is_hole = behind.is_some_and(|it| state.is_open_hole(board, it));
    is_open(behind) && !is_hole && is_open(board.neighbour(square, way))
}

/// Which goals have to wait for others, where boxes stay on goals.
fn goals_in_order(walkthrough: &Walkthrough) -> Vec<String> {
    let board = &walkthrough.board;
    let goals: Vec<Square> = board.goals().iter().collect();
    let table = board.square_count() * goals.len() * goals.len();
    // With fewer boxes than goals, no goal has to be filled.
    let is_short = walkthrough.starts.len() < goals.len();
    if board.rules().goal() != GoalKind::Keep || is_short || goals.len() < 2 || table > TABLE_MAX {
        return Vec::new();
    }
    let ways = walkthrough.starts.iter().map(|&start| {
        StartDistances::new(board, start, walkthrough.start.keeper, KeeperWay::Teleporting)
    });
    let ways: Vec<StartDistances> = ways.collect();
    let is_reached = |it: &Square| ways.iter().any(|way| way.distance(*it).is_some());
    let reached: Vec<Square> = board.squares().filter(is_reached).collect();
    // A box arrives at a goal from another square that boxes can reach.
    let comes = |distances: &PushDistances, goal: Square, barred: Square| {
        let others = reached.iter().filter(|&&it| it != goal && it != barred);
        { others }.any(|&it| distances.least_distance(it, goal).is_some())
    };
    let mut remarks = Vec::new();
    for &goal in &goals {
        let mut walls = board.no_squares();
        walls.insert(goal);
        let shut = PushDistances::with_walls(board, &walls, KeeperWay::Walking);
        let others = goals.iter().filter(|&&it| it != goal);
        let late = others.filter(|&&it| reached.contains(&it) && !comes(&shut, it, goal));
        let late: Vec<Square> = late.copied().collect();
        if late.is_empty() {
            continue;
        }
        let name = square_name(board, goal);
        let is_rest = late.len() + 1 == goals.len() && late.len() > 1;
        let late: Vec<String> = late.iter().map(|&it| square_name(board, it)).collect();
        let shut = if is_rest { "all the others".to_owned() } else { list(&late) };
        let they = if late.len() == 1 { "fill that one" } else { "fill those" };
        remarks.push(format!("A box left on {name} shuts off {shut}: {they} first."));
    }
    if remarks.len() > SENTENCES_MAX {
        let more = number(remarks.len() - SENTENCES_MAX + 1);
        remarks.truncate(SENTENCES_MAX - 1);
        remarks.push(format!("{} more goals shut others off in the same way.", capital(&more)));
    }
    remarks
}
