//! What a level's author should look at, beyond what makes it unplayable.

use crate::board::{Board, check};
use crate::direction::Direction;
use crate::finding::{Finding, FindingKind};
use crate::level::Level;
use crate::picture::Edge;
use crate::rules::{GoalKind, Rules, is_won};
use crate::square_set::SquareSet;
use crate::state::State;
use crate::text::{Alphabet, parse_moves_up_to};
use crate::verify::{LetterCase, verify};

/// The most moves of a stored solution that are replayed: a short file can hold many long ones.
const STORED_MOVES_MAX: usize = 200_000;

/// Everything worth saying about a level: its errors, or else warnings, in reading order.
#[must_use]
pub fn lint(level: &Level) -> Vec<Finding> {
    let mut findings = match check(level) {
        Err(errors) => {
            let mut all = level.findings.clone();
            all.extend(errors.into_iter().filter(|error| !level.findings.contains(error)));
            return all;
        }
        Ok((board, state)) => {
            let mut findings = level.findings.clone();
            count(&board, &state, &mut findings);
            look_for_unreachable(level, &board, &state, &mut findings);
            if level.rules == Rules::NETHACK_DIAGONAL {
                look_for_chokepoints(level, &board, &mut findings);
            }
            findings
        }
    };
    check_snapshots(level, &mut findings);
    findings.sort_by_key(|finding| finding.location);
    findings
}

fn count(board: &Board, state: &State, findings: &mut Vec<Finding>) {
    let (boxes, goals) = (state.boxes.len(), state.open_goals(board).len());
    if boxes == 0 {
        findings.push(Finding::about_all(FindingKind::NoBoxes));
    }
    // Spare boulders are normal under NetHack rules, and one sink takes every box; too few are not.
    let unusual = match board.rules().goal() {
        GoalKind::Keep => boxes != board.goals().len(),
        GoalKind::Fill => boxes < goals,
        GoalKind::Sink => goals == 0,
    };
    if unusual {
        let goals =
            if board.rules().goal() == GoalKind::Keep { board.goals().len() } else { goals };
        findings.push(Finding::about_all(FindingKind::CountsDiffer(boxes, goals)));
    }
    if is_won(board, state) {
        findings.push(Finding::about_all(FindingKind::StartsWon));
    }
}

fn look_for_unreachable(level: &Level, board: &Board, state: &State, findings: &mut Vec<Finding>) {
    let reached = reachable(board, state);
    for square in board.squares().filter(|&square| !reached.contains(square)) {
        let (x, y) = board.position(square);
        let kind = if board.exits().contains(square) {
            FindingKind::UnreachableExit
        } else if state.boxes.contains(square) && !board.goals().contains(square) {
            FindingKind::UnreachableBox
        } else if board.goals().contains(square) && !state.boxes.contains(square) {
            FindingKind::UnreachableGoal
        } else {
            // A box on a goal out of reach is decoration.
            continue;
        };
        findings.push(Finding::at(kind, level.location(x, y)));
    }
}

/// The squares the keeper could walk to if there were no boxes and all holes were filled.
fn reachable(board: &Board, state: &State) -> SquareSet {
    let empty = State { boxes: board.no_squares(), filled: board.goals().clone(), ..state.clone() };
    crate::region::region(board, &empty)
}

/// Two walls that touch at their corners with floor on both other squares.
fn look_for_chokepoints(level: &Level, board: &Board, findings: &mut Vec<Finding>) {
    let picture = &level.picture;
    let is_wall = |x: usize, y: usize| {
        let outside = x >= picture.width() || y >= picture.height();
        if outside { picture.edge() == Edge::Solid } else { picture.at(x, y).ground.is_solid() }
    };
    for square in board.squares() {
        let (x, y) = board.position(square);
        for direction in [Direction::DownRight, Direction::DownLeft] {
            if board.neighbour(square, direction).is_none() {
                continue;
            }
            let beside = x.wrapping_add_signed(direction.dx() as isize);
            if is_wall(beside, y) && is_wall(x, y + 1) {
                findings.push(Finding::at(FindingKind::DiagonalChokepoint, level.location(x, y)));
            }
        }
    }
}

/// Stored solutions should solve their level. Saved games need not, so they are left alone.
fn check_snapshots(level: &Level, findings: &mut Vec<Finding>) {
    for snapshot in &level.snapshots {
        if !snapshot.title.to_ascii_lowercase().contains("solution") {
            continue;
        }
        let reason = match parse_moves_up_to(&snapshot.moves, Alphabet::Lurd, STORED_MOVES_MAX) {
            Err(letter) => Some(letter.to_string()),
            Ok(moves) => {
                let verdict = verify(level, &moves, LetterCase::Corrected);
                verdict.err().map(|refusal| refusal.to_string())
            }
        };
        if let Some(reason) = reason {
            findings.push(Finding::about_all(FindingKind::StoredSolution(reason)));
        }
    }
}
