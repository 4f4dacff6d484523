//! Warnings for the author of a level that need the analysis of its board.

use sokolab_core::{Finding, FindingKind, Level, check, lint as lint_text, square_name};

use crate::beyond::beyond;
use crate::facts::is_small_enough;
use crate::locks::{LockSetting, locked_squares};
use crate::lost_box::lost_box_reasons;
use crate::normalize::{ClosedFor, normalize};
use crate::refutation::refute;

/// All findings about a level: those of the core, boxes on locked squares, and dead ends that no
/// solution needs, unless they lie beyond the puzzle or the level is recognised as unsolvable.
/// Boards too large for the analysis get the findings of the core only.
#[must_use]
pub fn lint(level: &Level) -> Vec<Finding> {
    let mut findings = lint_text(level);
    let Ok((board, state)) = check(level) else { return findings };
    if !is_small_enough(&board) {
        return findings;
    }
    let setting = LockSetting::of_level(&board, &state);
    let locked = locked_squares(&setting).any;
    for lost in lost_box_reasons(&board, &state, state.boxes.intersection(&locked).iter()) {
        let (x, y) = board.position(lost.square);
        let name = square_name(&board, lost.square);
        let kind = FindingKind::LockedBox(format!("the box on {name} {}", lost.predicate));
        findings.push(Finding::at(kind, level.location(x, y)));
    }
    if let Ok(normalized) = normalize(level)
        && refute(&board, &state).is_none()
    {
        let beyond = beyond(&board, &state);
        let is_beyond = |(x, y)| board.square_at(x, y).is_some_and(|it| beyond.contains(it));
        let dead_ends = normalized.closed.iter().filter(|it| it.1 == ClosedFor::DeadEnd);
        for &((x, y), _) in dead_ends.filter(|it| !is_beyond(it.0)) {
            findings.push(Finding::at(FindingKind::DeadEnd, level.location(x, y)));
        }
    }
    findings.sort_by_key(|finding| finding.location);
    findings
}

#[cfg(test)]
mod tests {
    use super::lint;
    use sokolab_core::Rules;
    use sokolab_core::testing::{level, level_in};

    #[track_caller]
    fn check(picture: &str, expected: &[(&str, usize, usize)]) {
        let found: Vec<(&str, usize, usize)> = lint(&level(picture))
            .iter()
            .map(|it| {
                (
                    it.kind.code(),
                    it.location.map_or(0, |at| at.line),
                    it.location.map_or(0, |at| at.column),
                )
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_box_in_a_corner_and_a_dead_end_are_named() {
        check(
            "
            #######
            #$ @$.#
            #     #
            ### ###
              # #
              ###",
            &[("W0201", 0, 0), ("W0209", 2, 2)],
        );
        check(
            "
            #######
            #  @$.#
            ### ###
              # #
              ###",
            &[("W0210", 2, 2), ("W0210", 2, 3), ("W0210", 3, 4), ("W0210", 4, 4)],
        );
    }

    #[test]
    fn dead_ends_of_a_level_without_a_solution_are_not_named() {
        let level = "
            #######
            #  @$.#
            ###   #
              #####";
        check(level, &[("W0210", 2, 2), ("W0210", 2, 3)]);
        check(&level.replace("$.", ".$"), &[("W0209", 2, 6)]);
    }

    #[test]
    fn rooms_beyond_the_last_hole_are_no_dead_ends() {
        let prize = "
            -----------
            |@0^.+..+.|
            |..--------
            ----";
        let kinds = |picture: &str| {
            let found = lint(&level_in(picture, Rules::NETHACK));
            found.iter().map(|it| it.kind.code()).collect::<Vec<_>>()
        };
        assert!(kinds(prize).is_empty());
        assert_eq!(kinds(&prize.replace("|..--", "|.---")), ["W0210"]);
    }

    #[test]
    fn a_level_in_good_order_has_no_findings() {
        check(
            "
            #####
            #@$.#
            #####",
            &[],
        );
    }
}
