//! Boxes in a chamber that starts empty: how many are needed, and what the solution does.

use sokolab_analysis::Chamber;
use sokolab_core::Square;

use super::words::counted;
use crate::rating::Walkthrough;

/// The sentence for a chamber that some solution brings no box to. The keeper may have to go there.
pub(super) const LEFT_EMPTY: &str = "Nothing need be put here: some solution leaves it empty.";

/// The sentence about a chamber with several doors, in which every solution has `needed` boxes at
/// once, if that is known.
pub(super) fn sentence(
    walkthrough: &Walkthrough,
    chamber: &Chamber,
    needed: Option<usize>,
) -> Vec<String> {
    let most = most_at_once(walkthrough, chamber);
    let is_said = walkthrough.pushes.is_empty() || (needed, most) == (Some(0), 0);
    let shown = (!is_said).then(|| shown(walkthrough, chamber, most));
    needed.map(proved).into_iter().chain(shown).collect()
}

/// How many boxes every solution has in the chamber at once.
fn proved(at_least: usize) -> String {
    match at_least {
        0 => LEFT_EMPTY.to_owned(),
        1 => "Every solution has one box in here at some time.".to_owned(),
        many => format!("Every solution has {} in here at once.", counted(many, "box")),
    }
}

/// What the solution does with the chamber, in which it has at most `most` boxes at once.
fn shown(walkthrough: &Walkthrough, chamber: &Chamber, most: usize) -> String {
    match most {
        0 => "The solution below leaves it empty.".to_owned(),
        _ if boxes_only_pass(walkthrough, chamber) => {
            "In the solution below boxes only pass through.".to_owned()
        }
        1 => "In the solution below it holds one box at a time.".to_owned(),
        _ => format!("In the solution below it holds up to {} at a time.", counted(most, "box")),
    }
}

/// The maximum number of boxes that the solution has in a chamber at once.
pub(super) fn most_at_once(walkthrough: &Walkthrough, chamber: &Chamber) -> usize {
    let is_here = |square: Square| chamber.squares.contains(&square);
    let mut now = walkthrough.starts.iter().filter(|&&it| is_here(it)).count();
    let mut most = now;
    for push in &walkthrough.pushes {
        now += usize::from(is_here(push.to));
        now = now.saturating_sub(usize::from(is_here(push.from)));
        most = most.max(now);
    }
    most
}

/// Whether every box that the solution brings to a chamber leaves by another door before any other
/// box is pushed.
fn boxes_only_pass(walkthrough: &Walkthrough, chamber: &Chamber) -> bool {
    let is_here = |square: Square| chamber.squares.contains(&square);
    let mut inside: Option<(usize, Square)> = None;
    for push in &walkthrough.pushes {
        match (inside, is_here(push.from), is_here(push.to)) {
            (Some((visitor, _)), _, _) if visitor != push.box_index => return false,
            (Some((_, door)), true, false) if door == push.to => return false,
            (_, true, false) => inside = None,
            (_, false, true) => inside = Some((push.box_index, push.from)),
            _ => {}
        }
    }
    inside.is_none()
}
