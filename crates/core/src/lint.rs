//! Warnings for the author of a level, beyond the errors that make it unplayable.

use crate::board::Board;
use crate::check::check;
use crate::direction::Direction;
use crate::finding::{Finding, FindingKind};
use crate::level::Level;
use crate::picture::Edge;
use crate::rule_set::{GoalKind, Rules};
use crate::rules::is_won;
use crate::source::Quote;
use crate::square_set::SquareSet;
use crate::state::State;
use crate::text::{Alphabet, parse_moves_up_to};
use crate::verify::{LetterCase, verify};

/// Stored solutions are replayed up to this many moves: a short file can encode very long ones.
const STORED_MOVES_MAX: usize = 200_000;

/// All findings about a level in reading order: its errors or, if there are none, its warnings.
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
            if state.boxes.is_empty() {
                findings.push(Finding::about_all(FindingKind::NoBoxes));
            }
            findings.extend(oddities_of(&board, &state));
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

/// Warnings that affect what a player expects of a solution: boxes and goals that differ in number,
/// and a level that starts won. Empty for an unplayable level.
#[must_use]
pub fn oddities(level: &Level) -> Vec<Finding> {
    check(level).map_or_else(|_| Vec::new(), |(board, state)| oddities_of(&board, &state))
}

fn oddities_of(board: &Board, state: &State) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (boxes, open) = (state.boxes.len(), state.open_goals(board).len());
    // Spare boulders are normal under NetHack rules, and one sink takes every box; a shortage is
    // not.
    let unusual = match board.rules().goal() {
        GoalKind::Keep => (boxes != board.goals().len()).then_some(board.goals().len()),
        GoalKind::Fill => (boxes < open).then_some(open),
        GoalKind::Sink => None,
    };
    if let Some(goals) = unusual {
        findings.push(Finding::about_all(FindingKind::CountsDiffer(boxes, goals)));
    }
    if is_won(board, state) {
        findings.push(Finding::about_all(FindingKind::StartsWon));
    }
    findings
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
            // A box on a goal out of reach is decorative.
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

/// Warns about two walls that touch at their corners with floor on both other squares.
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

/// Warns about stored solutions that do not solve the level. Saved games need not solve it.
fn check_snapshots(level: &Level, findings: &mut Vec<Finding>) {
    for (index, snapshot) in level.snapshots.iter().enumerate() {
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
            let kind = FindingKind::StoredSolution(reason);
            let finding = match level.source.snapshots.get(index) {
                Some(Quote { location, line }) => {
                    Finding { kind, location: Some(*location), excerpt: line.clone() }
                }
                None => Finding::at(kind, level.source.first_row()),
            };
            findings.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{lint, oddities};
    use crate::check::{check, lay_out};
    use crate::finding::Finding;
    use crate::rule_set::Rules;
    use crate::testing::level_in;

    fn codes(findings: &[Finding]) -> Vec<&'static str> {
        findings.iter().map(|it| it.kind.code()).collect()
    }

    #[test]
    fn issue_16_a_level_without_any_goal_is_invalid() {
        let aimless = "
            #####
            #@$ #
            #####";
        for rules in Rules::ALL {
            let level = level_in(aimless, rules);
            let errors = check(&level).expect_err("there is nothing to do");
            assert_eq!(codes(&errors), ["E0206"], "{rules}");
            assert_eq!(codes(&lint(&level)), ["E0206"], "{rules}");
            assert_eq!(codes(&oddities(&level)), [""; 0], "{rules}");
            assert!(lay_out(&level).is_ok(), "{rules}");
        }
        let with_exit = "
            -----
            |@0<|
            -----";
        for rules in Rules::ALL {
            let is_aim = check(&level_in(with_exit, rules)).is_ok();
            assert_eq!(is_aim, rules != Rules::OFFICIAL && rules != Rules::SINK, "{rules}");
        }
    }

    #[test]
    fn issue_16_a_stored_solution_that_is_refused_is_told_where_it_stands() {
        let check = |text: &str, expected: (usize, usize, usize), line: Option<&str>| {
            let level = crate::read_level(text).expect("a level");
            let findings = lint(&level);
            let found = findings.iter().find(|it| it.kind.code() == "W0207").expect("refused");
            let at = found.location.expect("a place");
            assert_eq!((at.line, at.column, at.length), expected, "{text}");
            assert_eq!(found.excerpt.as_deref(), line, "{text}");
        };
        let rows = "#####\n#@$.#\n#####\n";
        check(&format!("{rows}\nSolution\n  rrL \n"), (6, 3, 3), Some("  rrL "));
        check(&format!("{rows}Solution: lll\n"), (4, 11, 3), Some("Solution: lll"));
        check(&format!("{rows}\nSolution\nR\n\nSolution 2\nll\nrr\n"), (9, 1, 2), Some("ll"));
        let json = r######"{"rows":["#####","#@$.#","#####"],"solution":"ll"}"######;
        check(json, (1, 47, 2), Some(json));
    }

    #[test]
    fn issue_16_counts_that_differ_and_a_won_start_are_oddities() {
        let check = |picture: &str, rules: Rules, expected: &[&str]| {
            assert_eq!(codes(&oddities(&level_in(picture, rules))), expected, "{rules} {picture}");
        };
        let spare_box = "
            #######
            #@$$. #
            #######";
        check(spare_box, Rules::OFFICIAL, &["W0201"]);
        check(spare_box, Rules::NETHACK, &[]);
        check(spare_box, Rules::SINK, &[]);
        let spare_goal = "
            #######
            #@$ ..#
            #######";
        check(spare_goal, Rules::OFFICIAL, &["W0201"]);
        check(spare_goal, Rules::NETHACK, &["W0201"]);
        check(spare_goal, Rules::SINK, &[]);
        let won = "
            #####
            #@* #
            #####";
        for rules in Rules::ALL {
            check(won, rules, &["W0205"]);
        }
    }
}
