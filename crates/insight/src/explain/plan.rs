//! Describes a solution as a plan: which boxes go from chamber to chamber, in what order.

use sokolab_analysis::Chambers;
use sokolab_core::square_name;

use super::crossings::{Crossing, crossings};
use super::names::Named;
use super::words::{capital, counted, list, share};
use super::{Decisive, Detail, PlanStep, Role, SolutionPlan};
use crate::rating::{Choice, Walkthrough, WalkthroughPush};

/// A plan of one or two groups with more legs than this is described box by box.
const BOXES_IN_STEP: usize = 3;

/// A run of pushes of one box.
#[derive(Clone, Debug)]
struct PushRun {
    box_index: usize,
    first: usize,
    last: usize,
}

/// A box on its way through chambers, uninterrupted by crossings of other boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Leg {
    box_index: usize,
    route: Vec<usize>,
    first: usize,
    last: usize,
}

/// The plan for the solution of `walkthrough`.
pub(super) fn plan(
    walkthrough: &Walkthrough,
    chambers: &Chambers,
    named: &[Named],
) -> SolutionPlan {
    let turns = turns(&walkthrough.pushes);
    let legs = legs(&crossings(walkthrough, chambers, named));
    let outline = outline(named, &legs);
    let mut steps = if legs.is_empty() {
        by_turns(walkthrough, &turns)
    } else {
        by_legs(walkthrough, named, &turns, &legs)
    };
    let choices = walkthrough.choices.as_deref().unwrap_or(&[]);
    let forced = stretches(choices);
    for detail in steps.iter_mut().flat_map(|it| &mut it.details) {
        detail.forced = within(&forced, detail.first_push, detail.last_push);
    }
    SolutionPlan {
        steps,
        outline,
        crossings: legs.iter().map(|it| it.route.len() - 1).sum(),
        prelude: walkthrough.prelude(),
        forced,
        decisive: decisive(walkthrough, choices),
        missing: walkthrough.choices.as_ref().err().copied(),
    }
}

fn turns(pushes: &[WalkthroughPush]) -> Vec<PushRun> {
    let mut turns: Vec<PushRun> = Vec::new();
    for (at, push) in pushes.iter().enumerate() {
        match turns.last_mut().filter(|it| it.box_index == push.box_index) {
            Some(turn) => turn.last = at,
            None => turns.push(PushRun { box_index: push.box_index, first: at, last: at }),
        }
    }
    turns
}

/// The crossings of the solution, with consecutive ones of the same box combined.
fn legs(crossings: &[Crossing]) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    for &Crossing { box_index, from, to, at } in crossings {
        match legs.last_mut().filter(|it| it.box_index == box_index) {
            Some(leg) if !leg.route.contains(&to) => {
                leg.route.push(to);
                leg.last = at;
            }
            _ => legs.push(Leg { box_index, route: vec![from, to], first: at, last: at }),
        }
    }
    legs
}

/// The crossings without names, squares and order: only the roles of the two chambers.
fn outline(named: &[Named], legs: &[Leg]) -> Vec<(Role, Role)> {
    let pairs = legs.iter().flat_map(|it| it.route.windows(2));
    let mut outline: Vec<_> = pairs.map(|it| (named[it[0]].role, named[it[1]].role)).collect();
    outline.sort_unstable();
    outline
}

/// One step for each run of pushes of a box, if there are no crossings.
fn by_turns(walkthrough: &Walkthrough, turns: &[PushRun]) -> Vec<PlanStep> {
    let mut steps = Vec::new();
    for turn in turns {
        let (text, _) = describe_box(walkthrough, turn.box_index, turn.first, turn.last);
        steps.push(step(walkthrough, capital(&text), turn.first, turn.last, 0));
    }
    steps
}

/// One step for each run of boxes that take the same route.
fn by_legs(
    walkthrough: &Walkthrough,
    named: &[Named],
    turns: &[PushRun],
    legs: &[Leg],
) -> Vec<PlanStep> {
    let mut steps: Vec<PlanStep> = Vec::new();
    let mut begun = 0;
    let groups: Vec<&[Leg]> = legs.chunk_by(|one, two| one.route == two.route).collect();
    // A plan of one or two steps says little; then each box is a step.
    let is_plain = groups.len() <= 2 && legs.len() > BOXES_IN_STEP;
    let groups = if is_plain { legs.chunks(1).collect() } else { groups };
    for group in groups {
        let last = group[group.len() - 1].last;
        // Further pushes of the same box without interruption belong to the step.
        let turn = turns.iter().find(|it| it.first <= last && last <= it.last);
        let end = turn.map_or(last, |it| it.last);
        let is_next = legs.iter().find(|it| it.first > last).map_or(usize::MAX, |it| it.first);
        let end = if end < is_next { end } else { last };
        let crossings = group.iter().map(|it| it.route.len() - 1).sum();
        let text = match group {
            [leg] if is_plain => lone_sentence(walkthrough, named, leg, begun),
            _ => sentence(named, group),
        };
        let mut one = step(walkthrough, text, begun, end, crossings);
        one.details = details(walkthrough, turns, begun, end);
        steps.push(one);
        begun = end + 1;
    }
    if begun < walkthrough.pushes.len() {
        let end = walkthrough.pushes.len() - 1;
        let text = "Bring the last boxes to their places.".to_owned();
        let mut one = step(walkthrough, text, begun, end, 0);
        one.details = details(walkthrough, turns, begun, end);
        steps.push(one);
    }
    steps
}

/// Describes a route: from, through, into.
fn way(named: &[Named], route: &[usize]) -> String {
    let (from, to) = (&named[route[0]].name, &named[route[route.len() - 1]].name);
    let through: Vec<String> =
        route[1..route.len() - 1].iter().map(|&it| named[it].name.clone()).collect();
    match through.len() {
        0 => format!("from {from} into {to}"),
        1 | 2 => format!("from {from} through {} into {to}", list(&through)),
        // By now the reader of the plan knows what lies between.
        _ => format!("all the way from {from} into {to}"),
    }
}

/// The sentence for one box, named by its square at the beginning of the step.
fn lone_sentence(walkthrough: &Walkthrough, named: &[Named], leg: &Leg, begun: usize) -> String {
    let own = walkthrough.pushes[begun..].iter().find(|it| it.box_index == leg.box_index);
    let square = own.map_or(walkthrough.starts[leg.box_index], |it| it.from);
    let square = square_name(&walkthrough.board, square);
    format!("Push the box on {square} {}.", way(named, &leg.route))
}

fn sentence(named: &[Named], group: &[Leg]) -> String {
    let mut boxes: Vec<usize> = group.iter().map(|it| it.box_index).collect();
    boxes.sort_unstable();
    boxes.dedup();
    let count = counted(boxes.len(), "box");
    format!("Push {count} {}.", way(named, &group[0].route))
}

fn step(
    walkthrough: &Walkthrough,
    text: String,
    first: usize,
    last: usize,
    crossings: usize,
) -> PlanStep {
    let moves_before = first.checked_sub(1).map_or(0, |it| walkthrough.pushes[it].moves);
    let (first_push, last_push) = (first + 1, last + 1);
    PlanStep { text, first_push, last_push, moves_before, crossings, details: Vec::new() }
}

fn details(walkthrough: &Walkthrough, turns: &[PushRun], first: usize, last: usize) -> Vec<Detail> {
    let mut details = Vec::new();
    for turn in turns.iter().filter(|it| it.last >= first && it.first <= last) {
        let (from, to) = (turn.first.max(first), turn.last.min(last));
        let (_, text) = describe_box(walkthrough, turn.box_index, from, to);
        let moves_before = from.checked_sub(1).map_or(0, |it| walkthrough.pushes[it].moves);
        let (first_push, last_push) = (from + 1, to + 1);
        details.push(Detail { text, first_push, last_push, moves_before, forced: Vec::new() });
    }
    details
}

/// What one box does, as a sentence and in a short form.
fn describe_box(
    walkthrough: &Walkthrough,
    box_index: usize,
    first: usize,
    last: usize,
) -> (String, String) {
    let name = |square| square_name(&walkthrough.board, square);
    let (from, to) = (walkthrough.pushes[first].from, walkthrough.pushes[last].to);
    let rest = walkthrough.pushes[last + 1..].iter();
    let is_done = { rest }.all(|it| it.box_index != box_index);
    let is_goal = walkthrough.board.goals().contains(to);
    let (from, to) = (name(from), name(to));
    let thing = walkthrough.board.rules().goal_word();
    match (is_done && is_goal, from == to) {
        (true, _) => (
            format!("push the box on {from} to the {thing} {to}."),
            format!("{from} to {thing} {to}"),
        ),
        (false, true) => {
            (format!("push the box on {from} aside and back."), format!("{from} aside and back"))
        }
        (false, false) => (format!("push the box on {from} to {to}."), format!("{from} to {to}")),
    }
}

/// Runs of forced pushes, in order.
fn stretches(choices: &[Choice]) -> Vec<(usize, usize)> {
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for (at, _) in choices.iter().enumerate().filter(|(_, it)| it.is_forced) {
        match stretches.last_mut().filter(|it| it.1 == at) {
            Some(stretch) => stretch.1 = at + 1,
            None => stretches.push((at + 1, at + 1)),
        }
    }
    stretches
}

/// The parts of `runs` between two pushes, inclusive.
fn within(runs: &[(usize, usize)], first: usize, last: usize) -> Vec<(usize, usize)> {
    let clipped = runs.iter().map(|&(from, to)| (from.max(first), to.min(last)));
    clipped.filter(|(from, to)| from <= to).collect()
}

/// The push at which most can go wrong: where losing pushes outnumber the others most, then where
/// the fewest keep the level solvable, then one that leads away from the final square of the box.
/// The prelude is excluded, since it leaves no choice.
fn decisive(walkthrough: &Walkthrough, choices: &[Choice]) -> Option<Decisive> {
    let begin = walkthrough.prelude().unwrap_or(0);
    let worth = |at: usize| {
        let Choice { live, wrong, .. } = choices[at];
        let excess = wrong as isize - live as isize;
        let is_astray = walkthrough.pushes[at].is_astray;
        (excess, std::cmp::Reverse(live), is_astray, std::cmp::Reverse(at))
    };
    let is_candidate = |at: &usize| choices[*at].wrong > 0 && choices[*at].live > 0;
    let at = (begin..choices.len()).filter(is_candidate).max_by_key(|&at| worth(at))?;
    let (Choice { live, goes_back, wrong, .. }, push) = (choices[at], walkthrough.pushes[at]);
    let live = live + usize::from(goes_back);
    let from = square_name(&walkthrough.board, push.from);
    let astray = if push.is_astray { ", away from where it will end" } else { "" };
    let way = push.direction;
    let lost = match (wrong, live) {
        (1, _) => format!("{} loses the level", share(1, 1 + live, "push")),
        (_, 1) => {
            format!("{} can be made, and all but one lose the level", counted(wrong + live, "push"))
        }
        _ => format!("{} lose the level", share(wrong, wrong + live, "push")),
    };
    let right = if live == 1 { "The right one is to push" } else { "Push" };
    let sentence =
        format!("Before push {}, {lost}. {right} the box on {from} {way}{astray}.", at + 1);
    let moves_before = at.checked_sub(1).map_or(0, |it| walkthrough.pushes[it].moves);
    Some(Decisive { push: at + 1, moves_before, sentence })
}
