//! The check that turns a level into a board and an initial state, or reports what is wrong with
//! it.

use crate::board::Board;
use crate::finding::{Finding, FindingKind, Severity};
use crate::findings::Findings;
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture};
use crate::rule_set::{Directions, GoalKind, Rules, Squeezing};
use crate::square::Square;
use crate::state::State;

/// Turns a level into a board and its initial state, or reports everything that is wrong with it.
///
/// The floor is every place that the keeper could reach if there were no boxes, plus every other
/// place with a box, a goal or an exit: the keeper never gets there, but they count for the win.
///
/// # Errors
/// Every error found, in reading order, those of the text included.
pub fn check(level: &Level) -> Result<(Board, State), Findings> {
    let has = |ground: Ground| level.picture.places().iter().any(|it| it.ground == ground);
    let has_aim = has(Ground::Goal) || (level.rules.goal() == GoalKind::Fill && has(Ground::Exit));
    let laid_out = lay_out(level);
    if has_aim || level.picture.places().is_empty() {
        return laid_out;
    }
    let mut errors: Vec<Finding> = laid_out.err().unwrap_or_default().into_iter().collect();
    if !has_unknown_place(&errors) {
        errors.push(Finding::about_all(FindingKind::NoGoal));
    }
    Err(errors.into())
}

/// Whether some place could not be read. It may hold the keeper, a goal or a wall, so follow-up
/// errors about their absence would be misleading.
fn has_unknown_place(errors: &[Finding]) -> bool {
    errors.iter().any(|it| matches!(it.kind, FindingKind::UnknownCharacter(_)))
}

/// Like [`check`], but does not require a goal: for drafts and parts of levels.
///
/// # Errors
/// Every other error found, in reading order, those of the text included.
pub fn lay_out(level: &Level) -> Result<(Board, State), Findings> {
    let is_error = |finding: &&Finding| finding.kind.severity() == Severity::Error;
    let mut errors: Vec<Finding> = level.findings.iter().filter(is_error).cloned().collect();
    if has_unknown_place(&errors) {
        return Err(errors.into());
    }

    let picture = &level.picture;
    let keeper = find_keeper(level, &mut errors);
    let mut is_floor = vec![false; picture.places().len()];
    if let Some(start) = keeper {
        let (open, count) = mark_floor(picture, level.rules, start, &mut is_floor);
        let location =
            |place: usize| level.location(place % picture.width(), place / picture.width());
        if let Some(place) = open {
            errors.push(Finding::at(FindingKind::Open, location(place)));
        } else if count > Square::COUNT_MAX {
            errors.push(Finding::about_all(FindingKind::TooManySquares(count)));
        }
        if level.rules.goal() == GoalKind::Fill && picture.places()[start].ground == Ground::Goal {
            errors.push(Finding::at(FindingKind::KeeperOnHole, location(start)));
        }
    }
    match keeper {
        Some(start) if errors.is_empty() => {
            let board = Board::new(picture, level.rules, &is_floor);
            let state = first_state(&board, picture, start);
            Ok((board, state))
        }
        _ => Err(errors.into()),
    }
}

/// The place of the keeper, if there is exactly one; otherwise an error is recorded.
fn find_keeper(level: &Level, errors: &mut Vec<Finding>) -> Option<usize> {
    let picture = &level.picture;
    let mut keepers = (0..picture.places().len())
        .filter(|&place| picture.places()[place].occupant == Occupant::Keeper);
    let first = keepers.next();
    if first.is_none() && !picture.places().is_empty() {
        errors.push(Finding::at(FindingKind::NoKeeper, level.source.first_row()));
    } else if first.is_none() && errors.is_empty() {
        // An empty picture is what is left of a level that could not be read.
        errors.push(Finding::about_all(FindingKind::NoKeeper));
    }
    for place in keepers {
        let location = level.location(place % picture.width(), place / picture.width());
        errors.push(Finding::at(FindingKind::SeveralKeepers, location));
    }
    first
}

/// The directions in which places are connected.
pub(crate) fn ways_of(rules: Rules) -> Directions {
    // A diagonal past a floor square only shortens a walk, so it connects nothing new; only
    // squeezing between two walls does.
    match (rules.steps(), rules.squeezing()) {
        (Directions::Eight, Squeezing::Allowed) => Directions::Eight,
        _ => Directions::Four,
    }
}

/// Marks the floor in `is_floor`. Returns the first place from which the keeper leaves the picture,
/// if any, and the number of marked places.
fn mark_floor(
    picture: &Picture,
    rules: Rules,
    start: usize,
    is_floor: &mut [bool],
) -> (Option<usize>, usize) {
    let (width, height) = (picture.width(), picture.height());
    let directions = ways_of(rules);
    let mut open: Option<usize> = None;
    let mut pending = vec![(start % width, start / width)];
    let mut count = 1;
    is_floor[start] = true;
    while let Some((x, y)) = pending.pop() {
        for direction in directions.list() {
            let beside_x = x.wrapping_add_signed(direction.dx() as isize);
            let beside_y = y.wrapping_add_signed(direction.dy() as isize);
            if beside_x >= width || beside_y >= height {
                if picture.edge() == Edge::Open {
                    let place = y * width + x;
                    open = Some(open.map_or(place, |known| known.min(place)));
                }
                continue;
            }
            let beside = beside_y * width + beside_x;
            if !is_floor[beside] && !picture.places()[beside].ground.is_solid() {
                is_floor[beside] = true;
                count += 1;
                pending.push((beside_x, beside_y));
            }
        }
    }
    for (place, marked) in picture.places().iter().zip(is_floor) {
        let counts = place.occupant != Occupant::Nothing
            || matches!(place.ground, Ground::Goal | Ground::Exit);
        if counts && !*marked {
            *marked = true;
            count += 1;
        }
    }
    (open, count)
}

/// The initial state of `board` as drawn in `picture`, with the keeper at the place `keeper`.
fn first_state(board: &Board, picture: &Picture, keeper: usize) -> State {
    let (mut boxes, mut filled) = (board.no_squares(), board.no_squares());
    for square in board.squares() {
        let place = picture.places()[board.place_index(square)];
        if place.occupant == Occupant::Box {
            match (board.rules().goal(), place.ground) {
                (GoalKind::Fill, Ground::Goal) => filled.insert(square),
                (GoalKind::Sink, Ground::Goal) => false,
                _ => boxes.insert(square),
            };
        }
    }
    let keeper = board.square_of_place(keeper).expect("the keeper's place is floor");
    State { boxes, filled, keeper }
}
