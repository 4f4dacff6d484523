//! Chooses the solution to explain: the shortest one, or one with a simpler plan.

use sokolab_core::{Level, Solution};
use sokolab_solver::Observer;

use super::{Explanation, SolutionKnowledge, explain, plainest};
use crate::rating::RatingLimits;

/// A plan with fewer steps is rejected if the pushed box changes more often than this, in percent
/// of the box changes of the given solution.
const TURNS_PERCENT: usize = 125;

/// A solution of `level` whose plan has fewer steps than that of `solution` in `explained`, and in
/// which the pushed box does not change much more often, with its explanation. `None` if there is
/// none, or none is found within the budget.
pub fn plainer(
    level: &Level,
    solution: &Solution,
    explained: &Explanation,
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Option<(Solution, Explanation)> {
    let plain = plainest(level, explained, observer)?;
    let turns = |it: &Solution| it.measures().box_changes;
    if turns(&plain) * 100 > turns(solution) * TURNS_PERCENT {
        return None;
    }
    let found = explain(level, SolutionKnowledge::Solution(&plain), limits, observer).ok()?;
    let steps = |it: &Explanation| it.plan.as_ref().map_or(0, |it| it.steps.len());
    (steps(&found) < steps(explained)).then_some((plain, found))
}
