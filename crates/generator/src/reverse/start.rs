//! Selects the start of a level among the states that lead to a win.

use std::cmp::Reverse;

use sokolab_core::{GoalKind, Measures};
use sokolab_field::{Bits, Field, FieldPush, Place};

use crate::graph::{Closure, WinningPushes};
use crate::seed::Chance;
use crate::selection::Score;

/// Maximum number of states whose solutions are compared.
const COMPARED_MAX: usize = 400;

/// A start: boxes, the keeper's place, and the pushes that solve it.
pub(super) struct ChosenStart<const N: usize> {
    pub(super) boxes: Bits<N>,
    pub(super) keeper: Place,
    pub(super) pushes: WinningPushes,
}

/// At most `count` starts with the highest scores, best first: the farthest ones if the score is
/// pushes, otherwise the best among those that are at least two thirds as far.
pub(super) fn best_starts<const N: usize>(
    field: &Field<N>,
    closure: &Closure<N>,
    (score, count): (Score, usize),
    chance: &mut Chance,
) -> Vec<ChosenStart<N>> {
    let is_open = |number: &usize| {
        let at_home = closure.boxes(*number).intersects(&field.goals);
        closure.is_start(*number) && !(field.goal_kind() == GoalKind::Keep && at_home)
    };
    let mut starts = (0..closure.len()).rev().filter(is_open);
    let Some(farthest) = starts.next() else { return Vec::new() };
    let distance = closure.distance(farthest);
    // If only one is wanted, it must be among the farthest.
    let least = match score {
        Score::Pushes if count == 1 => distance,
        _ => distance - distance / 3,
    };
    let mut numbers = vec![farthest];
    numbers.extend(starts.take_while(|&number| closure.distance(number) >= least));
    chance.shuffle(&mut numbers);
    if score == Score::Pushes {
        numbers.sort_by_key(|&number| Reverse(closure.distance(number)));
    } else {
        numbers.truncate(COMPARED_MAX);
        let rated = |&number: &usize| score.of(measured(field, &closure.pushes_from(number)));
        numbers.sort_by_cached_key(|number| Reverse(rated(number)));
    }
    // Ties keep the order of the shuffled list.
    numbers.truncate(count);
    let chosen = |number: usize| {
        let boxes = closure.boxes(number);
        let keeper = keeper_place(field, &boxes, closure.keeper(number), chance);
        ChosenStart { boxes, keeper, pushes: closure.winning_from(field, number) }
    };
    numbers.into_iter().map(chosen).collect()
}

/// A random place of the keeper's region, preferably not a goal.
pub(super) fn keeper_place<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    keeper: Place,
    chance: &mut Chance,
) -> Place {
    let holes = if field.goal_kind() == GoalKind::Fill { field.goals } else { Bits::EMPTY };
    let region = field.region(keeper, boxes, &holes);
    let plain: Vec<Place> = (region & !field.goals & !field.exits).iter().collect();
    chance.pick(&plain).copied().unwrap_or(keeper)
}

/// The measures of pushes that do not depend on the steps between them; moves count as pushes.
pub(super) fn measured<const N: usize>(field: &Field<N>, pushes: &[FieldPush]) -> Measures {
    let mut measures =
        Measures { pushes: pushes.len(), moves: pushes.len(), ..Measures::default() };
    let mut last = None;
    for &FieldPush { from, way } in pushes {
        let is_same_box = last.is_some_and(|(to, _)| to == from);
        measures.box_changes += usize::from(!is_same_box);
        measures.box_lines += usize::from(last != Some((from, way)));
        last = Some((field.go(from, way), way));
    }
    measures
}
