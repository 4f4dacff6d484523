//! A few boxes alone on the board: the pushes that small searches follow.

use super::Arrival;
use super::freeze::{frozen, is_free};
use super::patterns::Patterns;
use crate::problem::Problem;
use sokolab_core::Direction;
use sokolab_field::{Bits, Place};

/// A push of one of a few boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FewPushed<const N: usize> {
    /// The boxes afterwards.
    pub(crate) boxes: Bits<N>,
    /// Where the box was, and the keeper is now.
    pub(crate) from: Place,
    pub(crate) to: Place,
}

/// The pushes of boxes by a keeper somewhere in `region`, but for those that are plainly lost.
pub(crate) fn pushes_of_few<'a, const N: usize>(
    problem: &'a Problem<'_, N>,
    patterns: &'a Patterns<N>,
    boxes: Bits<N>,
    region: Bits<N>,
) -> impl Iterator<Item = FewPushed<N>> + 'a {
    let pairs = boxes
        .iter()
        .flat_map(|place| Direction::ORTHOGONAL.into_iter().map(move |way| (place, way)));
    pairs.filter_map(move |(from, way)| {
        let (to, behind) = (problem.field.go(from, way), problem.field.back(from, way));
        let lands = problem.lands.contains(to) && !boxes.contains(to);
        if !lands || !region.contains(behind) {
            return None;
        }
        let mut after = boxes;
        after.remove(from);
        if !problem.swallows(to) {
            after.insert(to);
            if is_lost(problem, patterns, &after, to, from) {
                return None;
            }
        }
        Some(FewPushed { boxes: after, from, to })
    })
}

/// Whether the push of a box to `to`, with the keeper at `keeper` afterwards, is plainly lost.
fn is_lost<const N: usize>(
    problem: &Problem<'_, N>,
    patterns: &Patterns<N>,
    boxes: &Bits<N>,
    to: Place,
    keeper: Place,
) -> bool {
    let field = &problem.field;
    if !is_free(field, boxes, &problem.lands, to) {
        let still = frozen(field, boxes, &problem.lands);
        if !still.is_subset(&problem.homes) {
            return true;
        }
    }
    patterns.proves(Arrival { to, boxes, keeper })
}
